"""What every test shares: Hypothesis's profiles."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW_MACHINE = [HealthCheck.too_slow]

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=_SLOW_MACHINE)
settings.register_profile(
    "ci", max_examples=300, deadline=None, derandomize=True, print_blob=True, suppress_health_check=_SLOW_MACHINE
)
settings.register_profile(
    "fuzz", max_examples=35_000, deadline=None, print_blob=True, suppress_health_check=_SLOW_MACHINE
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
