"""Dates as pages state them: moments, where the words or the order leave no doubt which."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_tz

YEARS = range(1990, 2100)  # what is before the web or far ahead is a placeholder

_LONGEST = 64
_MONTHS = dict(enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1))
# The year first, but not quite the way of ISO 8601.
_YEAR_FIRST = re.compile(
    r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?:[T\s]\s*(?P<time>\d.*))?",
    re.ASCII,
)
_HALF_DAY = re.compile(r"(\d{1,2})(:\d\d(?::\d\d)?)\s*([ap])\.?m\b\.?", re.ASCII | re.IGNORECASE)
_ZONE_COLON = re.compile(r"([+-]\d\d):(\d\d)$", re.ASCII)
_ZONE_GLUED = re.compile(r"(?<=:\d\d)(?=[A-Z+-])", re.ASCII)


def milliseconds(value: str) -> int | None:
    """Returns a date as milliseconds since 1970, or None if it is none or no plausible one.

    A day is its midnight; what names no zone is taken for UTC. Which of 1/2/2024 is the month
    nobody knows, so that is None. Never raises.
    """
    value = value.strip()
    if not value or len(value) > _LONGEST:
        return None
    try:
        moment = datetime.fromisoformat(value) if value[:4].isdecimal() else None
    except ValueError:
        moment = None
    try:
        moment = moment or _in_words(value)
        if moment is None or moment.year not in YEARS:
            return None
        return round(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
    except (ArithmeticError, LookupError, TypeError, ValueError):  # the parser's, on noise
        return None


def _in_words(value: str) -> datetime | None:
    """Returns the moment that a date with the name of its month states, as in a letter."""
    if numbers := _YEAR_FIRST.fullmatch(value):
        month = _MONTHS[int(numbers["month"])]
        value = f"{numbers['day']} {month} {numbers['year']} {numbers['time'] or ''}"
    value = _HALF_DAY.sub(_whole_day, value)
    if ":" not in value:
        value += " 00:00"
    value = _ZONE_COLON.sub(r"\1\2", _ZONE_GLUED.sub(" ", value))
    parsed = parsedate_tz(value)
    if parsed is None:
        return None
    return datetime(*parsed[:6], tzinfo=UTC) - timedelta(seconds=parsed[9] or 0)


def _whole_day(time: re.Match[str]) -> str:
    hour = int(time[1]) % 12 + (12 if time[3] in "pP" else 0)
    return f"{hour}{time[2]}"
