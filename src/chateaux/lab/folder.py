"""The folder of a run: `run.json` says what is played, `batches/` has a folder for each batch that is finished.

A batch appears all at once, by a rename; what a kill left half written is thrown away. So what is there is right, and
what is missing is played again.
"""
from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from chateaux.lab.playing import Opening, Rows, dealt, play
from chateaux.lab.setting import Batch, Refused, Setting

RUN: Final = "run.json"
BATCHES: Final = "batches"
HALF: Final = ".half"  # the name of what is not finished ends so
WORDS: Final = ["ending", "bot", "piece"]
WORD: Final = pa.dictionary(pa.int32(), pa.string())
GAME: Final = [("players", pa.int8()), ("deal", pa.int64())]
TABLES: Final = {
    "games": pa.schema([*GAME, ("turns", pa.int32()), ("decisions", pa.int32()), ("ending", WORD),
                        ("margin", pa.int32()), ("best", pa.int32()), ("lead", pa.float64()), ("changes", pa.int32())]),
    "seats": pa.schema([*GAME, ("place", pa.int8()), ("bot", WORD), ("score", pa.int32()), ("victory", pa.float64()),
                        ("sources", pa.map_(pa.string(), pa.int32()))]),
    "pieces": pa.schema([*GAME, ("place", pa.int8()), ("piece", WORD), ("offered", pa.bool_()), ("taken", pa.int16())])}

Files = dict[str, bytes]


def written(rows: Rows) -> Files:
    """The rows of a batch as Parquet files, the same bytes for the same rows."""
    found = {}
    for name, table in zip(TABLES, rows, strict=True):
        file = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(table, schema=TABLES[name]), file, compression="zstd")
        found[name] = file.getvalue()
    return found


def played(setting: bytes, batch: Batch, opening: Opening = dealt) -> Files:
    """A batch from data to data: what a process or a node of a cluster is asked."""
    return written(play(msgspec.json.decode(setting, type=Setting), Batch(*batch), opening))


class Coded(NamedTuple):
    """A column of words: each as the number of its word; of sources, all of them in a row with their points."""

    codes: NDArray[np.int64]
    words: list[str]
    points: NDArray[np.int64]


def columned(column: Any) -> Any:
    """A column of a table as numpy has it."""
    if pa.types.is_map(column.type):
        words = column.keys.dictionary_encode()
        return Coded(words.indices.to_numpy(), words.dictionary.to_pylist(), column.items.to_numpy())
    if pa.types.is_dictionary(column.type):
        return Coded(column.indices.to_numpy(), column.dictionary.to_pylist(), np.zeros(0, dtype=np.int64))
    return column.to_numpy(zero_copy_only=False)


class Folder:
    """The folder of one run."""

    def __init__(self, path: Path, setting: Setting) -> None:
        self.path, self.setting = path, setting

    @staticmethod
    def begin(path: Path, setting: Setting, resume: bool) -> Folder:
        """A new folder, or with `resume` one of the same run; any other is refused."""
        if (path / RUN).exists():
            there = Folder.open(path).setting
            if there != setting:
                raise Refused("other_run", folder=str(path), what=differing(there, setting))
            if not resume and any((path / BATCHES).iterdir()):
                raise Refused("begun", folder=str(path))
        elif path.exists() and any(path.iterdir()):
            raise Refused("not_empty", folder=str(path))
        elif resume and not path.exists():
            raise Refused("nothing", folder=str(path))
        (path / BATCHES).mkdir(parents=True, exist_ok=True)
        for left in (path / BATCHES).glob(f"*{HALF}"):
            shutil.rmtree(left)
        (path / (RUN + HALF)).write_bytes(msgspec.json.format(msgspec.json.encode(setting), indent=1))
        (path / (RUN + HALF)).rename(path / RUN)
        return Folder(path, setting)

    @staticmethod
    def open(path: Path) -> Folder:
        """The folder of a run that is there."""
        try:
            return Folder(path, msgspec.json.decode((path / RUN).read_bytes(), type=Setting))
        except OSError:
            raise Refused("nothing", folder=str(path)) from None
        except msgspec.DecodeError as error:
            raise Refused("broken", folder=str(path), why=str(error)) from None

    def keep(self, batch: Batch, files: Files) -> None:
        """A batch is finished."""
        half = self.path / BATCHES / f"{batch.name}{HALF}"
        half.mkdir(exist_ok=True)
        for name, content in files.items():
            (half / f"{name}.parquet").write_bytes(content)
        half.rename(self.path / BATCHES / batch.name)

    @property
    def finished(self) -> list[Batch]:
        """The batches that are there, in order."""
        there = {path.name for path in (self.path / BATCHES).iterdir()}
        return [batch for batch in self.setting.batches if batch.name in there]

    @property
    def missing(self) -> list[Batch]:
        """The batches that are still to be played, in order."""
        there = set(self.finished)
        return [batch for batch in self.setting.batches if batch not in there]

    def read(self, batch: Batch, table: str) -> dict[str, Any]:
        """The columns of one table of a batch as arrays: numbers, `Coded` words, `Coded` sources with their points."""
        file = self.path / BATCHES / batch.name / f"{table}.parquet"
        found = pq.read_table(file, memory_map=False, use_threads=False, read_dictionary=WORDS)
        return {name: columned(found[name].combine_chunks()) for name in found.column_names}

    def each(self, table: str) -> Iterator[tuple[Batch, dict[str, Any]]]:
        """Batch after batch, never all at once."""
        for batch in self.finished:
            yield batch, self.read(batch, table)


def differing(one: Setting, other: Setting) -> list[str]:
    """The names of what two settings say differently."""
    return [name for name in Setting.__struct_fields__ if getattr(one, name) != getattr(other, name)]
