"""What all tests share: the flag that rewrites the golden playthroughs."""
from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden playthroughs anew")
