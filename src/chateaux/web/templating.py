"""How our templates become programs: ones that call what they call and read what they read, with nothing in between."""
from __future__ import annotations

from typing import final

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


@final
class Direct(CodeGenerator):
    """Writes what Jinja would write, but for calls and attributes, which nobody else looks at on their way."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.write("read(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if node.dyn_args or node.dyn_kwargs or forward_caller:
            raise NotImplementedError("Templates name what they give to a call, and give it no block.")
        self.visit(node.node, frame)
        self.write("(")
        for given in node.args:
            self.visit(given, frame)
            self.write(", ")
        for named in node.kwargs:
            self.write(f"{named.key}=")
            self.visit(named.value, frame)
            self.write(", ")
        self.write(")")


@final
class Templates(jinja2.Environment):
    """An environment whose templates use our own `escape`, `read` and `Macro`, which are compiled."""

    code_generator_class = Direct

    def _generate(self, source: nodes.Template, name: str | None, filename: str | None,
                  defer_init: bool = False) -> str:
        program = super()._generate(source, name, filename, defer_init)
        return program.replace("\nname = ", "\nfrom chateaux.look.marking import Macro, escape, read\nname = ", 1)
