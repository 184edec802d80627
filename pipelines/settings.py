"""Extractors and their parameters, as a command line names them."""

from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, Literal, cast, get_args, get_origin

from extractors import EXTRACTORS, Extractor
from pipelines.errors import UsageError, unknown

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an extractor: a field of its class."""

    name: str
    type: str
    default: Value | None
    choices: tuple[str, ...]
    help: str

    @classmethod
    def of(cls, field: Field[Any]) -> "Parameter":
        """Describes the field of an extractor's class."""
        choices = get_args(field.type) if get_origin(field.type) is Literal else ()
        return cls(
            field.name,
            "choice" if choices else getattr(field.type, "__name__", str(field.type)),
            None if field.default is MISSING else field.default,
            tuple(map(str, choices)),
            field.metadata.get("help", ""),
        )

    def parse(self, text: str) -> Value:
        """Returns the value that `text` writes.

        Raises:
            ValueError: `text` is not of the parameter's type.
        """
        if self.choices:
            if text not in self.choices:
                raise ValueError(unknown("value", text, self.choices))
            return text
        if self.type == "bool":
            if text not in _BOOLEANS:
                raise ValueError(f"{text!r} is neither true nor false")
            return _BOOLEANS[text]
        return _parse_number(text, self.type) if self.type in _NUMBERS else text


def parameters(extractor: type[Extractor]) -> list[Parameter]:
    """Lists the parameters of an extractor in the order of its fields."""
    dataclass_of = cast(Any, extractor)  # every extractor is one; its protocol cannot say so
    return [Parameter.of(field) for field in fields(dataclass_of)]


def choose(names: str, settings: Sequence[str]) -> list[Extractor]:
    """Builds the extractors of `names` (`density,full`) with `settings` (`density.c1=0.4`).

    Raises:
        UsageError: a name, a parameter or a value is unknown or impossible.
    """
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        if name not in EXTRACTORS:
            raise UsageError(f"--extractor: {unknown('extractor', name, EXTRACTORS)}")
    if len(set(chosen)) < len(chosen):
        raise UsageError(f"--extractor: {names}: an extractor is named twice")
    values: dict[str, dict[str, Value]] = {name: {} for name in chosen}
    for setting in settings:
        name, parameter, value = _parse_setting(setting)
        if name not in values:
            raise UsageError(f"--set {setting}: {name} is not among the extractors: {names}")
        values[name][parameter] = value
    return [_build(name, values[name]) for name in chosen]


_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_NUMBERS = {"int": ("a whole number", int), "float": ("a number", float)}


def _parse_number(text: str, kind: str) -> int | float:
    what, number = _NUMBERS[kind]
    try:
        return number(text)
    except ValueError:
        raise ValueError(f"{text!r} is not {what}") from None


def _parse_setting(setting: str) -> tuple[str, str, Value]:
    target, equals, text = setting.partition("=")
    name, dot, parameter = target.partition(".")
    if not (equals and dot and name and parameter):
        raise UsageError(f"--set {setting}: not of the form NAME.PARAM=VALUE")
    if name not in EXTRACTORS:
        raise UsageError(f"--set {setting}: {unknown('extractor', name, EXTRACTORS)}")
    known = {known.name: known for known in parameters(EXTRACTORS[name])}
    if parameter not in known:
        raise UsageError(f"--set {setting}: {unknown('parameter', parameter, known)}")
    try:
        return name, parameter, known[parameter].parse(text)
    except ValueError as error:
        raise UsageError(f"--set {setting}: {error}") from error


def _build(name: str, values: dict[str, Value]) -> Extractor:
    try:
        return EXTRACTORS[name](**values)
    except ValueError as error:  # the extractor's own check, which names the field
        raise UsageError(f"--set: {name}: {error}") from error
