"""How the embedded detector is made: ``make train``. Nothing here is part of the product."""
