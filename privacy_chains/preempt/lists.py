"""The lists of a policy as a detector: it finds what is denied, and reports nothing that is allowed."""

from __future__ import annotations

from privacy_chains.detect import AllowList, CompositeDetector, DenyList, Detector
from privacy_chains.preempt.detection import parts_of
from privacy_chains.preempt.policy import Policy

__all__ = ["listed"]


def listed(detector: Detector, policy: Policy) -> Detector:
    """A detector that applies the ``allow`` and ``deny`` lists of a policy; the detector itself if both are empty.

    The lists are checked beside the detector's own parts, and see what these see, such as a text without escapes.
    """
    if not (policy.allow or policy.deny):
        return detector
    parts = [AllowList(part, policy.allow, ignore_case=True) if policy.allow else part for part in parts_of(detector)]
    denied = [DenyList(name, values) for name, values in policy.deny.items()]
    return CompositeDetector(*parts, *denied, scripts=getattr(detector, "scripts", ()))
