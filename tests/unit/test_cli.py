"""The `winnow` command in this process: what it prints, what it refuses, and how."""

import io
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from extractors import EXTRACTORS, extract, extract_many
from extractors.cetd import CectdDs
from pipelines.cli import COMMANDS, main
from pipelines.settings import parameters

PAGES = Path(__file__).parents[1] / "golden" / "pages"
NEWS = PAGES / "news-article" / "page.html"
DOCS = PAGES / "documentation" / "page.html"
HEADLINE = "Ferry line returns to Marrow Bay after eleven years"


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


class Winnow:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *argv: str | Path) -> Result:
        code = main([str(word) for word in argv])
        return Result(code, *self._capsys.readouterr())


@pytest.fixture
def winnow(capsys: pytest.CaptureFixture[str]) -> Winnow:
    """Runs the command and returns its exit code and what it wrote."""
    return Winnow(capsys)


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    path = tmp_path / "blank.html"
    path.write_bytes(b" \n")
    return path


@pytest.mark.parametrize("argv", [[], ["--help"], ["-h"]], ids=["alone", "long", "short"])
def test_help_names_every_command(winnow: Winnow, argv: list[str]) -> None:
    result = winnow(*argv)
    assert (result.code, result.err) == (0, "")
    assert [name for name in COMMANDS if not re.search(rf"(?m)^  {name} ", result.out)] == []
    assert "examples:\n  winnow extract page.html\n" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(winnow: Winnow, command: str) -> None:
    result = winnow(command, "--help")
    assert (result.code, result.err) == (0, "")
    assert f"examples:\n  winnow {command}" in result.out


def test_version(winnow: Winnow) -> None:
    result = winnow("--version")
    assert (result.code, result.err) == (0, "")
    assert re.fullmatch(r"winnow \S.*\n", result.out)


SEE = " (see winnow extract --help)"
WITH_SET = "--extractor=density,cectd-ds --set"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param(
            "extrac a.html", "unknown command 'extrac'; did you mean extract?", id="command"
        ),
        pytest.param(
            "zzz",
            "unknown command 'zzz'; choose from clean, plan, verify, show, extract, extractors",
            id="no near command",
        ),
        pytest.param(
            "--versoin", "unknown option '--versoin'; did you mean --version?", id="first option"
        ),
        pytest.param(
            "extract --extracter density a.html",
            "unknown option '--extracter'; did you mean --extractor?",
            id="option",
        ),
        pytest.param(
            "extract a.html --extracter=density",
            "unknown option '--extracter'; did you mean --extractor?",
            id="option with a value",
        ),
        pytest.param(
            "extract --form text a.html",
            "unknown option '--form'; did you mean --format?",
            id="abbreviated option",
        ),
        pytest.param(
            "extractors --jsn", "unknown option '--jsn'; did you mean --json?", id="other command"
        ),
        pytest.param(
            "extractors density",
            "unexpected argument 'density' (see winnow extractors --help)",
            id="argument",
        ),
        pytest.param(
            "extract --extractor densty a.html",
            "--extractor: unknown extractor 'densty'; did you mean density?",
            id="extractor",
        ),
        pytest.param(
            "extract --extractor density,,full a.html",
            f"--extractor: unknown extractor ''; choose from {', '.join(EXTRACTORS)}",
            id="no extractor",
        ),
        pytest.param(
            "extract --extractor full,full a.html",
            "--extractor: full,full: an extractor is named twice",
            id="extractor twice",
        ),
        pytest.param(
            "extract --format mardown a.html",
            "--format: unknown format 'mardown'; did you mean markdown?",
            id="format",
        ),
        pytest.param(
            "extract --charset utf9 a.html",
            f"argument --charset: unknown charset 'utf9'; did you mean utf-8?{SEE}",
            id="charset",
        ),
        pytest.param(
            "extract", f"nothing to extract: give a FILE, - or --input{SEE}", id="nothing"
        ),
        pytest.param(
            "extract a.html b.html --url https://a.example/",
            f"--url is the address of one page, and there are 2{SEE}",
            id="one url, two files",
        ),
        pytest.param("extract a.html --keep id", f"--keep goes with --input{SEE}", id="keep"),
        pytest.param("extract a.html --output o", f"--output goes with --input{SEE}", id="output"),
        pytest.param(
            "extract --input a --output b --format text",
            f"--format goes with FILEs, not with --input{SEE}",
            id="format and input",
        ),
        pytest.param(
            "extract --input a --output b --url u",
            f"--url goes with FILEs, not with --input{SEE}",
            id="url and input",
        ),
        pytest.param(
            "extract --input a --output b c.html",
            f"c.html: give either FILEs or --input{SEE}",
            id="file and input",
        ),
        pytest.param(
            "extract --input a",
            f"--input needs --output OUT.jsonl, or - for standard output{SEE}",
            id="no output",
        ),
        pytest.param(
            "extract --input a --output b --workers 0",
            f"argument --workers: '0' is not a number of processes{SEE}",
            id="workers",
        ),
        pytest.param(
            "extract --input a --output b --keep id,text",
            "--keep text: the output has a text of its own",
            id="taken name",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} density.c1",
            "--set density.c1: not of the form NAME.PARAM=VALUE",
            id="set: no value",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} c1=1",
            "--set c1=1: not of the form NAME.PARAM=VALUE",
            id="set: no extractor",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} densiti.c1=1",
            "--set densiti.c1=1: unknown extractor 'densiti'; did you mean density?",
            id="set: extractor",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} euclidean.c=1",
            "--set euclidean.c=1: euclidean is not among the extractors: density,cectd-ds",
            id="set: not chosen",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} cectd-ds.treshold=1",
            "--set cectd-ds.treshold=1: unknown parameter 'treshold'; did you mean threshold?",
            id="set: parameter",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} density.c1=x",
            "--set density.c1=x: 'x' is not a number",
            id="set: number",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} density.c2=1.5",
            "--set density.c2=1.5: '1.5' is not a whole number",
            id="set: whole number",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} cectd-ds.profile=cod",
            "--set cectd-ds.profile=cod: unknown value 'cod'; did you mean code?",
            id="set: choice",
        ),
        pytest.param(
            f"extract a.html {WITH_SET} cectd-ds.threshold=-1",
            "--set: cectd-ds: threshold must be 0 or more, got -1.0",
            id="set: impossible",
        ),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(winnow: Winnow, line: str, message: str) -> None:
    assert winnow(*line.split()) == Result(2, "", f"winnow: error: {message}\n")


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_page_is_written_in_every_format(winnow: Winnow, form: str) -> None:
    rendered = extract(NEWS.read_bytes()).render(form)
    assert HEADLINE in rendered
    assert winnow("extract", NEWS, "--format", form) == Result(0, rendered.rstrip("\n") + "\n", "")


def test_text_is_the_default(winnow: Winnow) -> None:
    assert winnow("extract", NEWS) == winnow("extract", NEWS, "--format", "text")


def test_json_has_blocks_that_span_the_text(winnow: Winnow) -> None:
    result = winnow("extract", DOCS, "--format", "json", "--url", "https://a.example/")
    assert (result.code, result.err, result.out.count("\n")) == (0, "", 1)
    page = json.loads(result.out)
    extraction = extract(DOCS.read_bytes())
    assert page["file"] == str(DOCS)
    assert page["url"] == "https://a.example/"
    assert page["status"] == "ok"
    assert page["title"] == extraction.title
    assert page["extractor"] == "cectd-ds"
    assert page["text"] == extraction.text
    assert page["charset"] == "utf-8"
    assert "agreement" not in page
    utf8 = page["text"].encode()
    assert [utf8[block["start"] : block["end"]].decode() for block in page["blocks"]] == [
        block.text for block in extraction.blocks
    ]
    assert {label for block in page["blocks"] for label in block["labels"]} >= {
        *("heading", "paragraph", "code", "list-item", "cell"),
    }


def test_the_first_of_several_extractors_gives_the_text(winnow: Winnow) -> None:
    names = ["density", "full"]
    extraction = extract_many(NEWS.read_bytes(), names)
    assert 0 < extraction.agreement < 1

    page = json.loads(winnow("extract", NEWS, "--extractor", "density,full", "--format=json").out)
    assert page["text"] == extract(NEWS.read_bytes(), "density").text
    assert page["agreement"] == pytest.approx(extraction.agreement)
    assert page["extractor"] == "density"


def test_parameters_reach_the_extractor(winnow: Winnow) -> None:
    settings = ["--set", "cectd-ds.threshold=0", "--set", "cectd-ds.profile=code"]
    everything = extract(DOCS.read_bytes(), CectdDs(threshold=0.0, profile="code")).text
    assert winnow("extract", DOCS, *settings).out == everything + "\n"
    assert winnow("extract", DOCS).out != everything + "\n"


def test_the_charset_reaches_the_decoder(winnow: Winnow, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<p>Съешь ещё этих мягких булок</p>".encode("koi8-r"))
    result = winnow("extract", page, "--extractor", "full", "--charset", "KOI8-R")
    assert result == Result(0, "Съешь ещё этих мягких булок\n", "")


def test_several_files_get_headers_like_those_of_head(winnow: Winnow) -> None:
    texts = [extract(page.read_bytes()).text for page in (NEWS, DOCS)]
    assert winnow("extract", NEWS, DOCS) == Result(
        0, f"==> {NEWS} <==\n{texts[0]}\n\n==> {DOCS} <==\n{texts[1]}\n", ""
    )


def test_options_and_files_mix(winnow: Winnow) -> None:
    assert winnow("extract", NEWS, "--format", "text", DOCS) == winnow("extract", NEWS, DOCS)


def test_a_file_may_begin_with_a_dash(
    winnow: Winnow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-x.html").write_bytes(NEWS.read_bytes())
    assert winnow("extract", "--format=text", "--", "-x.html") == winnow("extract", NEWS)


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_several_files_are_told_apart_by_comments(winnow: Winnow, form: str) -> None:
    lines = winnow("extract", NEWS, DOCS, "--format", form).out.splitlines()
    assert [line for line in lines if "page.html" in line] == [
        f"<!-- {page} -->" for page in (NEWS, DOCS)
    ]


def test_several_files_are_a_line_of_json_each(winnow: Winnow) -> None:
    lines = winnow("extract", NEWS, DOCS, "--format", "json").out.splitlines()
    assert [json.loads(line)["file"] for line in lines] == [str(NEWS), str(DOCS)]


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_a_page_without_content_is_a_note_and_no_error(
    winnow: Winnow, blank: Path, form: str
) -> None:
    note = f"winnow: note: {blank}: status empty\n"
    assert winnow("extract", blank, "--format", form) == Result(0, "", note)


def test_a_page_without_content_is_still_json(winnow: Winnow, blank: Path) -> None:
    result = winnow("extract", blank, "--format", "json")
    page = json.loads(result.out)
    assert (page["status"], page["text"], page["blocks"]) == ("empty", "", [])
    assert result.err == f"winnow: note: {blank}: status empty\n"


def test_a_missing_file_costs_only_itself(winnow: Winnow, tmp_path: Path) -> None:
    missing = tmp_path / "missing.html"
    result = winnow("extract", missing, NEWS)
    assert result.code == 1
    assert result.err == f"winnow: error: {missing}: No such file or directory\n"
    assert result.out.startswith(f"==> {NEWS} <==\n")


def test_a_directory_is_no_file(winnow: Winnow, tmp_path: Path) -> None:
    message = f"winnow: error: {tmp_path}: Is a directory\n"
    assert winnow("extract", tmp_path) == Result(1, "", message)


def test_a_parquet_file_belongs_to_input(winnow: Winnow, tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    path.write_bytes(b"PAR1....PAR1")
    message = f"winnow: error: {path}: a Parquet file; it goes with --input\n"
    assert winnow("extract", path) == Result(1, "", message)


def test_a_name_that_is_not_utf8_can_be_shown(winnow: Winnow, tmp_path: Path) -> None:
    path = tmp_path / "caf\udce9.html"
    path.write_bytes(NEWS.read_bytes())
    page = json.loads(winnow("extract", path, "--format", "json").out)
    assert page["file"] == f"{tmp_path}/caf\ufffd.html"


def test_standard_input(winnow: Winnow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NEWS.read_bytes())))
    assert winnow("extract", "-") == winnow("extract", NEWS)


def test_extractors_are_listed_with_paper_and_parameters(winnow: Winnow) -> None:
    result = winnow("extractors")
    assert (result.code, result.err) == (0, "")
    entries = {entry.partition("\n")[0]: entry for entry in result.out.split("\n\n")}
    assert list(entries) == list(EXTRACTORS)
    for name, extractor in EXTRACTORS.items():
        words = " ".join(entries[name].split())
        assert f"Paper: {extractor.paper}" in words
        for parameter in parameters(extractor):
            assert f" {parameter.name} = {parameter.default} (" in words
            assert parameter.help
            assert parameter.help in words
    assert "profile = paper (paper|code): " in entries["cectd-ds"]


def test_extractors_are_listed_for_machines(winnow: Winnow) -> None:
    listing = json.loads(winnow("extractors", "--json").out)
    assert [entry["name"] for entry in listing] == list(EXTRACTORS)
    assert all(entry["paper"] and entry["summary"] for entry in listing)
    cectd = next(entry for entry in listing if entry["name"] == "cectd-ds")
    threshold, profile = cectd["parameters"]
    assert (threshold["name"], threshold["type"], threshold["default"]) == ("threshold", "float", 1)
    assert (profile["name"], profile["choices"]) == ("profile", ["paper", "code"])
