"""No markup from data: what is written as markup is our own, a number, or escaped where it is written."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import jinja2
import jinja2.nodes
import pytest

import chateaux
from chateaux.web.render import ENVIRONMENT
from chateaux.web.templating import PIECES, Templates

HOME = Path(chateaux.__file__).parent
NUMBER = re.compile(r"[-+<>^,_0-9.]*[dgfe%]")  # a format that takes numbers only

# Texts that are markup already: templates escape what they show, files are our own.
TRUSTED = {
    "pictures.py": {"page"},
    "lab/page.py": {"picture.svg", "styles"},  # charts escape what they show
    "look/art.py": {"''.join(parts)"},
    "look/poster.py": {"str(svg).removeprefix('<svg')"},
    "look/chronicle.py": {
        "PIECE.sub('<b data-piece=\"\\\\1\">', str(escape(sentence))).replace(BOLD, '<b>').replace(REGULAR, '</b>')"},
    "web/pages.py": {"HERO.read_text('utf-8')", "drawn", "body", "out.getvalue().decode()"},
    "web/outside.py": {"body", "ABOUT.sub('', furniture)"},
    "web/picture.py": {"body", "'\\n'.join((files()[name].decode() for name in names))"},
    "web/lessons.py": {"body"},
    "web/puzzles.py": {"body"},
    "web/replays.py": {"body"},
    "web/podium.py": {"land"},
    "web/analysed.py": {"told[0]['text']", "IDS.sub('', text)", "self.words.say('analysis.elsewhere')"},
    "web/render.py": {"text.replace('<', '\\\\u003c').replace('>', '\\\\u003e').replace('&', '\\\\u0026')", "told"},
    "web/learning.py": {"ABOUT.sub('', furniture)", "title", "drawn", "text",
                        "render.ENVIRONMENT.get_template(name).render(context)",
                        "picture.render(context | {'id': id})"},
    "games/once_upon_a_castle/show/drawing.py": {"SHARED['rough']"},
}


def sources() -> dict[str, ast.Module]:
    return {path.relative_to(HOME).as_posix(): ast.parse(path.read_text("utf-8")) for path in HOME.rglob("*.py")}


def made_as_markup(trees: dict[str, ast.Module]) -> set[str]:
    """The functions that say that they return Markup."""
    return {node.name for tree in trees.values() for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "Markup"}


def harmless(part: ast.expr, makers: set[str]) -> bool:
    """Whether a part of a text that becomes markup can only be a number, a constant, or escaped."""
    assert isinstance(part, ast.FormattedValue)
    spec = part.format_spec
    if isinstance(spec, ast.JoinedStr):
        return NUMBER.fullmatch("".join(str(one.value) for one in spec.values if isinstance(one, ast.Constant))
                                ) is not None
    value = part.value
    if isinstance(value, ast.Call):
        called = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
        if called == "join":
            return ast.unparse(value.func) == "Markup().join"
        return called in makers | {"escape", "Markup"}
    return isinstance(value, ast.Name) and value.id.isupper()


def test_no_markup_is_made_from_data() -> None:
    trees = sources()
    makers = made_as_markup(trees)
    wrong = []
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Markup" and node.args):
                continue
            text = node.args[0]
            if isinstance(text, ast.JoinedStr):
                wrong += [f"{name}:{node.lineno}: {ast.unparse(part)}" for part in text.values
                          if not isinstance(part, ast.Constant) and not harmless(part, makers)]
            elif not isinstance(text, ast.Constant) and ast.unparse(text) not in TRUSTED.get(name, set()):
                wrong.append(f"{name}:{node.lineno}: Markup({ast.unparse(text)})")
    assert not wrong, "escape(…) these, or give them a numeric format:\n" + "\n".join(wrong)


def test_templates_trust_nothing_but_their_own_words() -> None:
    """`|safe` stands after literals only."""
    for path in HOME.rglob("*.html"):
        for before in re.findall(r"(\S+)\s*\|\s*safe", path.read_text("utf-8")):
            assert before.endswith(("'", '"')), f"{path.name}: {before}|safe"


MAKES = {"append", "extend", "insert", "update", "setdefault", "add", "pop", "remove", "clear", "sort"}
PICKS = {"map", "select", "selectattr", "reject", "rejectattr", "sort", "dictsort", "groupby", "sum", "min", "max",
         "unique", "list"}


def programmed(template: jinja2.nodes.Template) -> Iterator[str]:
    """What a template does that is a program's work: it changes something, or gathers it bit by bit."""
    for call in template.find_all(jinja2.nodes.Call):
        if isinstance(call.node, jinja2.nodes.Getattr) and call.node.attr in MAKES:
            yield f"{call.lineno}: {call.node.attr}()"
        if isinstance(call.node, jinja2.nodes.Name) and call.node.name == "namespace":
            yield f"{call.lineno}: namespace()"
    for given in template.find_all(jinja2.nodes.Assign):
        if isinstance(given.node, (jinja2.nodes.List, jinja2.nodes.Dict)) and not given.node.items:
            yield f"{given.lineno}: set to nothing, to be filled"
        target = given.target
        if isinstance(target, jinja2.nodes.Name) and any(
                name.name == target.name for name in given.node.find_all(jinja2.nodes.Name)):
            yield f"{given.lineno}: {target.name} is made from itself"


def picked(template: jinja2.nodes.Template) -> Iterator[str]:
    """Where a template looks through a list for something, which a function with a name does better."""
    for found in template.find_all(jinja2.nodes.Filter):
        if found.name in PICKS:
            yield f"{found.lineno}: |{found.name}"
    for test in template.find_all(jinja2.nodes.Compare):
        if any(found.name in ("length", "count") for found in test.find_all(jinja2.nodes.Filter)):
            yield f"{test.lineno}: it counts, to decide"


@pytest.mark.parametrize("text", ["{{ found.append(1) or '' }}", "{% if previews.update({}) %}{% endif %}",
                                  "{% set now = [] %}", "{% set hint = hint ~ '.' %}", "{% set n = namespace(a=1) %}"])
def test_a_template_that_is_a_program_is_noticed(text: str) -> None:
    assert list(programmed(ENVIRONMENT.parse(text)))


@pytest.mark.parametrize("text", ["{{ seats|selectattr('ready')|length }}", "{{ [rank, 5]|min }}",
                                  "{% if winners|length > 1 %}{% endif %}"])
def test_a_template_that_looks_through_a_list_is_noticed(text: str) -> None:
    assert list(picked(ENVIRONMENT.parse(text)))


def test_markup_is_markup() -> None:
    """What is told of an element is data, made and tested in Python; a board loops over it and lays it out."""
    for path in HOME.rglob("*.html"):
        template = ENVIRONMENT.parse(path.read_text("utf-8"))
        assert [*programmed(template), *picked(template)] == [], path.relative_to(HOME)


def test_lines_of_markup_styles_and_scripts_stay_readable() -> None:
    """As those of Python do."""
    for path in HOME.rglob("*"):
        if path.suffix in (".html", ".css", ".js"):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                assert len(line) <= 120, f"{path.relative_to(HOME)}:{number}"


@pytest.mark.parametrize(("written", "shown"), [
    ("<p>\n  One\n  two.\n</p>\n<p>\n</p>", "<p>One\ntwo.</p><p></p>"),  # a paragraph, and its text
    ("<i>a</i>\n  <b>b</b> <b>c</b>", "<i>a</i>\n<b>b</b> <b>c</b>"),  # words stay apart
    ("<i>a</i>\n  {% if 1 %}\n    <b>b</b>\n  {% endif %}\n  <b>c</b>", "<i>a</i><b>b</b><b>c</b>"),
    ("<button>\n  Go\n</button>\n<button>No</button>", "<button>Go</button>\n<button>No</button>"),
    ('<a\n  class="b\n    c"\n  {% if 1 %}\n    hidden\n  {% endif %}\n>x</a>', '<a class="b c"  hidden >x</a>'),
    ("<svg>\n  <g>\n    <use/>\n  </g>\n</svg>", "<svg><g><use/></g></svg>"),
    ('{% set a = {\n  "b": 1\n} %}\n{{ "\n  " }}', "\n  ")])
def test_who_reads_a_page_is_not_sent_how_its_template_is_laid_out(written: str, shown: str) -> None:
    assert ENVIRONMENT.from_string(written).render() == shown


def test_a_mistake_in_a_template_is_found_at_its_line() -> None:
    with pytest.raises(jinja2.TemplateSyntaxError) as said:
        ENVIRONMENT.from_string('<ul\n  class="a"\n>\n  {% if 1 %}\n    <li>\n    </li>\n  {% endfor %}\n</ul>')
    assert said.value.lineno == 7


def drawn(**templates: str) -> str:
    """The page among some templates."""
    found = Templates(loader=jinja2.DictLoader(templates), autoescape=True).get_template("page")
    return found.render(name="<Ann>", numbers=[1, 2])


def test_what_a_template_includes_knows_what_is_known_in_its_place() -> None:
    assert drawn(page='{% for number in numbers %}{% include "row" %}{% endfor %}.', end="{{ name }}",
                 row='{{ loop.index0 }}{{ number }}{% include "end" %} ') == "01&lt;Ann&gt; 12&lt;Ann&gt; ."


def test_a_mistake_in_what_is_included_is_found_there() -> None:
    with pytest.raises(jinja2.TemplateSyntaxError) as said:
        drawn(page='<p>\n{% include "row" %}\n</p>', row="<b>\n</b>\n{% endif %}")
    assert (said.value.name, said.value.lineno) == ("row", 3)
    with pytest.raises(jinja2.TemplateNotFound, match="row"):
        drawn(page='{% include "row" %}')
    with pytest.raises(NotImplementedError, match="name what they include"):
        drawn(page="{% include name %}")


def test_no_space_hangs_on_where_a_line_is_broken() -> None:
    """A line break beside a statement says nothing, and the formatter may break any line there: `{{ ' ' }}` stays."""
    for path in HOME.rglob("*.html"):
        pieces = ["", *PIECES.split(path.read_text("utf-8")), ""]
        for before, text, after in zip(pieces[:-2:2], pieces[1::2], pieces[2::2], strict=True):
            lost = re.match(r"[ \t]+[^\n]", text) if before.startswith("{%") else None
            lost = re.search(r"\S[ \t]+$", text) if after.startswith("{%") and not lost else lost
            assert not lost, f"{path.relative_to(HOME)}: {before}{text}{after}"


def test_a_board_leaves_alone_what_the_house_marks() -> None:
    """A class that scripts of the house give to their own elements is never the whole selector of a board's style."""
    scripts = "".join(path.read_text("utf-8") for path in (HOME / "web" / "static").glob("*.js"))
    marks = set(re.findall(r'classList\.(?:add|toggle|remove)\("([\w-]+)"', scripts)) | {"idle"}
    marks.remove("rules")  # the page of rules belongs to its game
    assert {"on", "over", "now"} < marks
    for path in (HOME / "games").glob("*/show/board.css"):
        style = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        selectors = {one.strip() for part in re.findall(r"([^{};]+)\{", style) for one in part.split(",")}
        assert not selectors & {f".{mark}" for mark in marks}, path.parent.parent.name


COMPOSED = re.compile(r"(game|ink|phase|rise|rank|spot|cause)-.+|f\d|o\d(-2)?")  # names that templates put together


def test_every_style_is_worn_and_every_colour_used() -> None:
    texts = {path: path.read_text("utf-8") for path in HOME.rglob("*")
             if path.suffix in (".css", ".html", ".js", ".py", ".svg", ".json")}
    styles = {path: re.sub(r"/\*.*?\*/|url\([^)]*\)", "", text, flags=re.DOTALL) for path, text in texts.items()
              if path.suffix == ".css"}
    words = {word for path, text in texts.items() if path not in styles
             for word in re.findall(r"[A-Za-z][\w-]*", text)}
    used = words | set(re.findall(r"var\(\s*--([\w-]+)", " ".join(texts.values())))
    for path, text in styles.items():
        worn = set(re.findall(r"\.([a-zA-Z][\w-]*)", " ".join(re.findall(r"([^{}]+)\{", text))))
        assert {name for name in worn - words if not COMPOSED.fullmatch(name)} == set(), path
        named = set(re.findall(r"(?:^|[{;\s])--([\w-]+)\s*:", text))
        assert {name for name in named - used if not COMPOSED.fullmatch(name)} == set(), path


def test_every_symbol_is_drawn() -> None:
    """By its whole name, or by one that is put together from a beginning and words that are said somewhere."""
    texts = {path: path.read_text("utf-8") for path in HOME.rglob("*")
             if path.suffix in (".css", ".html", ".js", ".py", ".svg", ".json")}
    own = re.compile(r' id="([\w-]+)"')
    said = " ".join(own.sub("", text) if path.suffix == ".svg" else text for path, text in texts.items())
    words = {*re.findall(r"[\w-]+", said), *re.findall(r"\w+", said)}
    begun = {*re.findall(r"""([a-z][a-z0-9]*-[\w-]*)(?:\$?\{|['"] [~+]|%d)""", said)}
    ended = {*re.findall(r"""\}(-[a-z]+)['"]""", said)}

    def drawn(name: str) -> bool:
        return name in words or any(
            all(part in words for part in name.removeprefix(head).split("-")) for head in begun if name.startswith(head)
        ) or any(drawn(name.removesuffix(tail)) for tail in ended if name.endswith(tail))

    assert not drawn("cf-i-lantern")
    symbols = {name for path, text in texts.items() if path.suffix == ".svg" for name in own.findall(text)}
    assert {name for name in symbols if not drawn(name)} == set()
