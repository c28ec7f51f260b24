"""The inside of a sandbox: a process that binds itself to its limits and answers line by line."""
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial

MOST = 500  # questions before a process makes room for a fresh one


def confine(memory: int) -> None:
    """Take away what reading a file does not need: much memory, long time, files to write."""
    if hasattr(os, "nice"):
        os.nice(5)
    try:
        import resource
    except ImportError:  # not on every system: then only the time is limited
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Answer until nobody asks any more. The alarm ends the process, compiled code or not.

    It counts processor time: what a busy machine does meanwhile is not held against a question.
    """
    seconds, memory = map(int, sys.argv[1:])
    confine(memory)
    alarm = partial(signal.setitimer, signal.ITIMER_PROF) if hasattr(signal, "setitimer") else None
    for _ in range(MOST):
        line = sys.stdin.buffer.readline()
        if not line:
            return
        if alarm is not None:
            alarm(seconds)
        told = answer(line)
        sys.stdout.buffer.write(told + b"\n")
        sys.stdout.buffer.flush()
        if alarm is not None:
            alarm(0)
