"""Short codes for tables: six letters, spoken easily, good for as long as the table waits or plays."""
from __future__ import annotations

import secrets
from typing import Final, final

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from chateaux.tables.data import Refused
from chateaux.tables.house import House
from chateaux.tables.people import LETTERS
from chateaux.tables.schema import CODES

LONG: Final = 6
TRIES: Final = 20


@final
class Codes:
    """The codes of a house's tables; one is made when somebody at the table first wants it."""

    def __init__(self, house: House) -> None:
        self.house: House = house

    async def of(self, table: str) -> str:
        """The code of a table."""
        store = self.house.store

        async def work() -> str:
            async with store.transaction() as connection:
                row = (await connection.execute(select(CODES.c.code).where(CODES.c.table_id == table))).first()
                if row is not None:
                    return str(row.code)
                code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
                await connection.execute(insert(CODES).values(code=code, table_id=table))
                return code
        for _ in range(TRIES):
            try:
                return await store.patiently(work)
            except IntegrityError:  # another table has it, or another visitor was quicker
                continue
        raise Refused("too much", "Too many things happen at this table; please try again.", "busy_table")

    async def find(self, written: str) -> str:
        """The table of a code, however it is written, or of its whole address."""
        store, code = self.house.store, "".join(letter for letter in written.upper() if letter.isalpha())

        async def work() -> str | None:
            async with store.engine.connect() as connection:
                row = (await connection.execute(select(CODES.c.table_id).where(CODES.c.code == code))).first()
                return None if row is None else str(row.table_id)
        found = await store.patiently(work) if len(code) == LONG else None
        id = found or written.strip().rstrip("/").rpartition("/")[2][:24]
        try:
            table = await self.house.table(id)
        except Refused as error:
            raise unknown() from error
        if found and table.ended:
            await self.drop(code)
            raise unknown()
        return id

    async def drop(self, code: str) -> None:
        async def work() -> None:
            async with self.house.store.transaction() as connection:
                await connection.execute(delete(CODES).where(CODES.c.code == code))
        await self.house.store.patiently(work)


def unknown() -> Refused:
    return Refused("unknown", "No table has this code: a letter may be wrong, or the game has ended.", "no_code")
