"""How macros that are called often become programs: what they make is what they would make anyway."""
from __future__ import annotations

from chateaux.web.templating import Books, Templates


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
