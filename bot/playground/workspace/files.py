"""Files on their way in: a place is reserved, the bytes arrive, the file is shared."""

import mimetypes
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.playground.errors import Refused
from bot.playground.workspace.messages import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    id: str
    secret: str
    """The unguessable part of its upload url."""
    name: str
    length: int
    user_id: str
    title: str | None = None
    content: bytes | None = None
    shared: bool = False

    @property
    def mimetype(self) -> str:
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    def json(self, origin: str) -> Json:
        private = f"{origin}/files-pri/{self.id}/{self.name}"
        return {
            "id": self.id,
            "created": 1_700_000_000,
            "timestamp": 1_700_000_000,
            "name": self.name,
            "title": self.title or self.name,
            "mimetype": self.mimetype,
            "filetype": self.name.rpartition(".")[2] or "binary",
            "user": self.user_id,
            "mode": "hosted",
            "size": len(self.content or b""),
            "is_external": False,
            "url_private": private,
            "url_private_download": private,
            "permalink": private,
        }


@dataclass(slots=True)
class Files:
    new_id: Callable[[str], str]
    _files: dict[str, File] = field(default_factory=dict)

    def reserve(self, *, name: str, length: int, user_id: str) -> File:
        file = File(
            id=self.new_id("F"), secret=self.new_id(""), name=name, length=length, user_id=user_id
        )
        self._files[file.id] = file
        return file

    def receive(self, secret: str, content: bytes) -> File:
        for file in self._files.values():
            if file.secret == secret:
                self._files[file.id] = filled = replace(file, content=content)
                return filled
        raise Refused("file_not_found")

    def find(self, file_id: str) -> File | None:
        return self._files.get(file_id)

    def complete(self, file_id: str, title: str | None) -> File:
        """Make an uploaded file shareable."""
        file = self._files.get(file_id)
        if file is None or file.content is None or file.shared:
            raise Refused("file_not_found")
        self._files[file_id] = done = replace(file, title=title, shared=True)
        return done
