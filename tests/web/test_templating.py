"""How templates become programs: what they make is what Jinja itself would make of them."""
from __future__ import annotations

import jinja2
import pytest

from chateaux.web.templating import Books, Templates

FILES = {
    "page": "{% set who = 'Ann' %}<ul>{% for one in hands %}{% include 'card' %}{% endfor %}</ul>{{ who }}",
    "card": "<li>{{ who }}: {{ one }}{% if one > 1 %}{% include 'star' %}{% endif %}</li>",
    "star": "<b>{{ '*' * one }}</b>",
    "open": "{% include which %}",
}


def test_what_is_included_is_made_where_it_stands_with_what_is_known_there() -> None:
    made = [environment(loader=jinja2.DictLoader(FILES), autoescape=True).get_template("page").render(hands=[1, 2])
            for environment in (Templates, jinja2.Environment)]
    assert made[0] == made[1] == "<ul><li>Ann: 1</li><li>Ann: 2<b>**</b></li></ul>Ann"


def test_a_template_names_what_it_includes() -> None:
    with pytest.raises(NotImplementedError, match="name what they include"):
        Templates(loader=jinja2.DictLoader(FILES)).get_template("open")


def test_words_that_depend_on_nothing_are_said_once_for_a_book_and_others_at_every_call() -> None:
    said: list[str] = []

    def say(key: str, **given: object) -> str:
        said.append(key)
        return f"{key} & {given}"
    source = ("{% macro hail(who) %}<i>{{ say('hail') }}</i>{{ say('to', who=who, how=say('loud')) }}"
              "{% endmacro %}")
    book, each = (environment(autoescape=True).from_string(source).make_module({"say": say})
                  for environment in (Books, Templates))
    said.clear()
    made = [str(getattr(book, "hail")(who)) for who in ("<Ann>", "Bo")]  # noqa: B009
    assert said == ["to", "to"]
    assert made == [str(getattr(each, "hail")(who)) for who in ("<Ann>", "Bo")]  # noqa: B009


def test_a_macro_may_call_something_of_its_own_as_the_book_calls_its_words() -> None:
    source = "{% macro hail(say) %}{{ say('hail') }}{% endmacro %}"
    module = Books(autoescape=True).from_string(source).make_module({"say": str.upper})
    assert getattr(module, "hail")(str.title) == "Hail"  # noqa: B009
