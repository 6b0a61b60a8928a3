"""Outputs of tools that are more than text: texts, images and files, as models or as dicts."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from pydantic import BaseModel, ValidationError, model_validator


class ToolOutputText(BaseModel):
    """A text."""

    type: Literal["text"] = "text"
    text: str


class ToolOutputTextDict(TypedDict, total=False):
    """A text, as a dict."""

    type: Literal["text"]
    text: str


class ToolOutputImage(BaseModel):
    """An image, by address or by file id."""

    type: Literal["image"] = "image"
    image_url: str | None = None
    file_id: str | None = None
    detail: Literal["low", "high", "auto"] | None = None

    @model_validator(mode="after")
    def check_at_least_one_required_field(self) -> ToolOutputImage:
        """An image has to come from somewhere."""
        if self.image_url is None and self.file_id is None:
            raise ValueError("an image needs image_url or file_id")
        return self


class ToolOutputImageDict(TypedDict, total=False):
    """An image, as a dict."""

    type: Literal["image"]
    image_url: NotRequired[str]
    file_id: NotRequired[str]
    detail: NotRequired[Literal["low", "high", "auto"]]


class ToolOutputFileContent(BaseModel):
    """A file, by content, address or file id."""

    type: Literal["file"] = "file"
    file_data: str | None = None
    file_url: str | None = None
    file_id: str | None = None
    filename: str | None = None

    @model_validator(mode="after")
    def check_at_least_one_required_field(self) -> ToolOutputFileContent:
        """A file has to come from somewhere."""
        if self.file_data is None and self.file_url is None and self.file_id is None:
            raise ValueError("a file needs file_data, file_url or file_id")
        return self


class ToolOutputFileContentDict(TypedDict, total=False):
    """A file, as a dict."""

    type: Literal["file"]
    file_data: NotRequired[str]
    file_url: NotRequired[str]
    file_id: NotRequired[str]
    filename: NotRequired[str]


ValidToolOutputPydanticModels = ToolOutputText | ToolOutputImage | ToolOutputFileContent

_BY_TYPE: dict[Any, type[ValidToolOutputPydanticModels]] = {
    "text": ToolOutputText,
    "image": ToolOutputImage,
    "file": ToolOutputFileContent,
}


def content_part(value: Any) -> dict[str, Any] | None:
    """The part of a model's input a structured value becomes; None for a value that is not one."""
    if isinstance(value, dict):
        model = _BY_TYPE.get(value.get("type")) if isinstance(value.get("type"), str) else None
        if model is None:
            return None
        try:
            value = model.model_validate(value)
        except ValidationError:
            return None
    if not isinstance(value, ToolOutputText | ToolOutputImage | ToolOutputFileContent):
        return None
    fields = value.model_dump(exclude_none=True)
    return fields | {"type": f"input_{value.type}"}
