"""See what leaves: a text beside what is sent of it, what surrogates keep, and what looks private and is not hidden.

The view is data: :func:`inspected` makes it. A page (``privacy-chains inspect``), a terminal and a notebook show it.
"""

from privacy_chains.inspect.answers import Evidence, ReadBack, read_back
from privacy_chains.inspect.highlights import Highlight
from privacy_chains.inspect.spending import Spent
from privacy_chains.inspect.view import Inspection, inspected, view, views

__all__ = ["Evidence", "Highlight", "Inspection", "ReadBack", "Spent", "inspected", "read_back", "view", "views"]
