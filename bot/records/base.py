"""The base of everything that is stored."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Stored data: never changed, only replaced. An unknown key means a newer writer: refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
