"""`make demo`: writes a crawl that never happened, cleans it, and judges what came out."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

SOURCE = Path("tests/crawls")  # of the source tree that is the working directory
FOLDER = Path("build/demo")
CRAWL = FOLDER / "crawl"
OUT = FOLDER / "out"

WRITE = f"python -m tests.crawls {CRAWL} --pages 400 --shards 7 --seed 1"
CLEAN = f"winnow clean --input {CRAWL}/shards --output {OUT}"
JUDGE = f"python -m tests.crawls.judge {CRAWL} {OUT}"
FURTHER = """\
# look further
export PATH=$PWD/.venv/bin:$PATH
winnow show {out} {url}
winnow verify {out}
winnow plan --input {crawl}/shards
python -c "import pyarrow.parquet as pq
print(pq.read_table('{out}/pages')['title'][:3])"
"""


def main() -> int:
    """Runs the demo; returns its exit code, that of the first command that fails."""
    if not SOURCE.is_dir():
        sys.stderr.write("winnow: error: the demo needs a source tree: run `make demo` in one\n")
        return 1
    shutil.rmtree(FOLDER, ignore_errors=True)
    code = (
        _run(WRITE, "400 fetches in 7 shards: WARC, ARC, Parquet; one corrupt, one cut off")
        or _run(CLEAN, "a row for every record", shown=True)
        or _run(JUDGE, "is all of the crawl there, and how good is the text?", shown=True)
    )
    if code == 0:
        sys.stdout.write(FURTHER.format(out=OUT, crawl=CRAWL, url=_a_page()))
    return code


def _run(line: str, purpose: str, *, shown: bool = False) -> int:
    """Shows a command and runs it with this Python; what it prints is `shown` or not."""
    sys.stdout.write(f"# {purpose}\n$ {line}\n")
    sys.stdout.flush()
    words = shlex.split(line.replace("winnow", "python -m pipelines.cli", 1))
    output = None if shown else subprocess.DEVNULL
    code = _wait(subprocess.Popen([sys.executable, *words[1:]], stdout=output))
    sys.stdout.write("\n")
    return code if code >= 0 else 128 - code  # as a shell has it


def _wait(process: "subprocess.Popen[bytes]") -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:  # the command hears it too, and tidies up
            continue


def _a_page() -> str:
    gold = pq.read_table(CRAWL / "gold.parquet", columns=["url", "status", "language"])
    found = gold.filter((pc.field("status") == "ok") & (pc.field("language") == "en"))
    return str(found["url"][0])


if __name__ == "__main__":
    sys.exit(main())
