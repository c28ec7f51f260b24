"""A process for the sandbox that does what it is told, however bad."""
from __future__ import annotations

import tempfile
import time

from chateaux.tables.confined import serve


def answer(line: bytes) -> bytes:
    if b"for ever" in line:
        while True:
            pass
    if b"patience" in line:
        time.sleep(1.5)
    if b"everything" in line:
        return b"%d" % len(bytearray(2 << 30))
    if b"a file" in line:
        with tempfile.TemporaryFile("w") as file:  # leaves nothing behind
            file.write("written")
    return line.strip()


if __name__ == "__main__":
    serve(answer)
