"""What all tests share: the flag that rewrites the golden playthroughs, and that no property is a matter of time."""
from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)  # a busy machine is no fault
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden playthroughs anew")
