"""The whole site: the house's application with its pages."""
from __future__ import annotations

from litestar import Litestar
from litestar.config.compression import CompressionConfig

from chateaux.tables.sets import with_pieces
from chateaux.web.app import create_app
from chateaux.web.balance import balance
from chateaux.web.calling import calling
from chateaux.web.drawn import GENERATIONS
from chateaux.web.installing import installing
from chateaux.web.lessons import lessons
from chateaux.web.me import my_doors, my_pages
from chateaux.web.pages import pages, told
from chateaux.web.postcards import postcards
from chateaux.web.puzzles import puzzle_doors, puzzle_pages
from chateaux.web.refusals import HANDLERS
from chateaux.web.render import DRAWN, bold_for, book, furniture, streamed, words_for
from chateaux.web.replays import replays
from chateaux.web.sets import sets
from chateaux.web.settings import Settings


def create_site(settings: Settings | None = None) -> Litestar:
    """The application with pages, and streams that carry HTML; what the API says is not compressed."""
    settings = settings or Settings()
    words_for.most = bold_for.most = furniture.most = book.most = with_pieces.most = settings.memory_sets
    DRAWN.room = settings.memory_drawn // GENERATIONS
    return create_app(settings, [pages(), replays(), sets(), my_pages(), my_doors(), calling(), installing(),
                                 postcards(), balance(), lessons(), puzzle_pages(), puzzle_doors()],
                      {"html": streamed},
                      exception_handlers=dict.fromkeys(HANDLERS, told),
                      compression_config=CompressionConfig("gzip", gzip_compress_level=6, exclude=["^/api/"]))
