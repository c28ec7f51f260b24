"""How our templates become programs: ones that call what they call and read what they read, with nothing in between.

How a template is laid out is for those who write it, and is not sent to those who read the page.
"""
from __future__ import annotations

import re
from itertools import groupby
from typing import Final, final

import jinja2
from jinja2 import meta, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

from chateaux.look.marking import as_text

MARK: Final = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"  # of Jinja
TAG: Final = rf'</?[a-z](?:{MARK}|"(?:{MARK}|[^"{{]|\{{(?![%{{#]))*"|[^">{{]|\{{(?![%{{#]))*>'
PIECES: Final = re.compile(rf"({MARK}|<!--.*?-->|{TAG})", re.DOTALL | re.IGNORECASE)
# Statements, elements that stand for themselves, and parts of drawings: a line break beside them says nothing.
ALONE: Final = re.compile(
    r"\{[%#]|</?(?:article|aside|body|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|"
    r"header|hr|html|legend|li|link|main|meta|nav|ol|optgroup|option|p|script|section|style|summary|table|tbody|td|template|"
    r"tfoot|th|thead|title|tr|ul|circle|clippath|defs|ellipse|g|line|lineargradient|path|pattern|polygon|radialgradient|rect|"
    r"stop|symbol|use)\b", re.IGNORECASE)
BEGINS: Final = re.compile(r"<(?:button|svg)\b", re.IGNORECASE)  # within these, nor do the first and the last
ENDS: Final = re.compile(r"</(?:button|svg)\b", re.IGNORECASE)
INDENT: Final = re.compile(r"[ \t]*\n[ \t]*")
FIRST: Final = re.compile(r"^\n+")
LAST: Final = re.compile(r"(?<![\n{])\n+$")
BETWEEN: Final = re.compile(rf"({MARK})|\s*(\n)\s*(/?>$)?", re.DOTALL)  # attributes


def unsaid(breaks: re.Match[str]) -> str:
    """Line breaks that nobody is sent; the lines after them keep their numbers."""
    return f"{{#{breaks[0]}#}}"


def spaced(found: re.Match[str]) -> str:
    """One space between attributes, and none after the last; what is Jinja's stays as it is."""
    mark, breaks, end = found.groups(default="")
    return mark or f"{'' if end else ' '}{{#{breaks}#}}{end}"


def sent(source: str) -> str:
    """A template without what is there for those who read it: indentation, and line breaks that say nothing.

    >>> def shown(source):
    ...     return jinja2.Environment().from_string(sent(source)).render(full=True)
    >>> shown("<ul>\\n  {% if full %}\\n    <li>\\n      One <b>or</b>\\n      two.\\n    </li>\\n {% endif %}\\n</ul>")
    '<ul><li>One <b>or</b>\\ntwo.</li></ul>'
    >>> shown("<b\\n  class=x\\n  {% if full %}hidden{% endif %}\\n>a</b>\\n<i>b</i>")
    '<b class=x hidden>a</b>\\n<i>b</i>'
    """
    pieces = PIECES.split(source)  # texts, and between them what is no text
    for at, piece in enumerate(pieces):
        if at % 2 and piece.startswith("<"):
            pieces[at] = BETWEEN.sub(spaced, piece)
        elif at % 2 == 0:
            before, after = pieces[at - 1] if at else "", pieces[at + 1] if at + 1 < len(pieces) else ""
            text = INDENT.sub("\n", piece)
            if ALONE.match(before) or BEGINS.match(before):
                text = FIRST.sub(unsaid, text)
            if ALONE.match(after) or ENDS.match(after):
                text = LAST.sub(unsaid, text)
            pieces[at] = text
    return "".join(pieces)


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

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        if force_unescaped:  # at the end of a macro
            self.writeline(f"return together({frame.buffer})")
        else:
            super().return_buffer_contents(frame)


@final
class Included(NodeTransformer):
    """Puts what a template includes in its place, so that nothing is looked up and no context made while a page is."""

    def __init__(self, environment: jinja2.Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:
        if not isinstance(node.template, nodes.Const) or self.environment.loader is None:
            raise NotImplementedError("Templates name what they include.")
        name: str = node.template.value
        return self.environment.parse(self.environment.loader.get_source(self.environment, name)[0], name).body


FIXED: Final = frozenset({"say", "icon", "use", "words"})  # give the same for the same, while a book is open


@final
class Kept(NodeTransformer):
    """Makes what is the same at every call of a macro once, where the macros are: words without parts, icons, and all
    text beside them.

    >>> Books().from_string(
    ...     "{% macro hail(who) %}<b>{{ say('hail') }}</b> {{ who }}{% endmacro %}").make_module(
    ...     {"say": lambda key: print("said") or key.upper()}).hail("Ann")
    said
    Markup('<b>HAIL</b> Ann')
    """

    def __init__(self, tree: nodes.Template) -> None:
        stored = {name.name for name in tree.find_all(nodes.Name) if name.ctx != "load"}
        self.fixed = FIXED - stored
        self.kept: list[nodes.Node] = []

    def is_fixed(self, node: nodes.Node) -> bool:
        """Whether an expression is a call, or a part of one, that gives the same whatever a macro is given."""
        if isinstance(node, nodes.Getattr):
            return self.is_fixed(node.node)
        if not isinstance(node, nodes.Call):
            return False
        called = node.node.node if isinstance(node.node, nodes.Getattr) else node.node
        given = (*node.args, *(each.value for each in node.kwargs))
        return (isinstance(called, nodes.Name) and called.name in self.fixed
                and all(isinstance(one, nodes.Const) or self.is_fixed(one) for one in given))

    def keep(self, made: nodes.Expr | list[nodes.Expr]) -> nodes.Name:
        """Keep what an expression gives, or the markup of several; the name of what is kept."""
        name = f"_kept_{len(self.kept)}"
        into = nodes.Name(name, "store")
        line = made[0].lineno if isinstance(made, list) else made.lineno
        kept = (nodes.AssignBlock(into, None, [nodes.Output(made)]) if isinstance(made, list) else
                nodes.Assign(into, made))
        self.kept.append(kept.set_lineno(line))
        return nodes.Name(name, "load", lineno=line)

    def visit_Output(self, node: nodes.Output) -> nodes.Output:
        found: list[nodes.Expr] = []
        for is_fixed, few in groupby(node.nodes, lambda one: isinstance(one, nodes.TemplateData) or self.is_fixed(one)):
            run = list(few)
            if not is_fixed:
                found += [self.visit(one) for one in run]
            else:
                found += run if all(isinstance(one, nodes.TemplateData) for one in run) else [self.keep(run)]
        node.nodes = found
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        return self.keep(node) if self.is_fixed(node) else self.generic_visit(node)


class Templates(jinja2.Environment):
    """An environment whose templates use our own `escape`, `read`, `together` and `Macro`, which are compiled."""

    code_generator_class = Direct
    concat = staticmethod(as_text)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        Included(self).visit(tree)
        return tree

    def once_for_all(self, tree: nodes.Template) -> None:
        """Name at the beginning whatever a template uses: so it is looked up once, and not in every macro and loop."""
        used = [nodes.Name(name, "load") for name in sorted(meta.find_undeclared_variables(tree))]
        tree.body.insert(0, nodes.If(nodes.Const(False), [nodes.Output(used)], [], []).set_lineno(1))

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        return sent(super().preprocess(source, name, filename))

    def _generate(self, source: nodes.Template, name: str | None, filename: str | None,
                  defer_init: bool = False) -> str:
        self.once_for_all(source)
        program = super()._generate(source, name, filename, defer_init)
        ours = "from chateaux.look.marking import Macro, escape, read, together"
        return program.replace("\nname = ", f"\n{ours}\nname = ", 1)


@final
class Books(Templates):
    """The same for macros that are called often, each time in the words of one book."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        kept = Kept(tree)
        for macro in tree.find_all(nodes.Macro):
            macro.body = [kept.visit(one) for one in macro.body]
        tree.body[:0] = kept.kept
        return tree
