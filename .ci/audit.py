"""Ask an advisory service about every pinned library; where none answers, say so in a sentence and be content."""
from __future__ import annotations

import json
import subprocess
import sys


def audit(file: str) -> bool:
    """Whether nothing bad is known of the libraries in a file."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off",
               "--timeout", "20", "--format", "json", "-r", file]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(asked.stdout)["dependencies"]
    except (ValueError, KeyError):
        found = []
    known = [library for library in found if "skip_reason" not in library]
    weak = [library for library in known if library["vulns"]]
    if not known:
        print(f"{file}: no advisory service can be reached from here, so nothing is known of its libraries.")
    else:
        print(f"{file}: of {len(found)} libraries {len(known)} are known to the service, {len(weak)} of them as weak.")
    for library in weak:
        ids = ", ".join(weakness["id"] for weakness in library["vulns"])
        print(f"  {library['name']} {library['version']}: {ids}")
    return not weak


if __name__ == "__main__":
    sys.exit(sum(not audit(file) for file in sys.argv[1:]))
