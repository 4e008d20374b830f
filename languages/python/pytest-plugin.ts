/**
 * Our runner and plugin for pytest, as Python text (3.7 and later). A plugin of ours and not `--junitxml`: JUnit drops the file of a
 * case (its `classname` is dotted and cannot be taken apart), gives a collection error an empty one, and merges the phases; and the
 * order of execution must be ours too. Each line is written by one unbuffered write, so that a crash leaves whole lines. A case that
 * hangs is interrupted after its own limit, so that the cases behind it are still reached.
 */
export const PYTEST_RUNNER = `import configparser, json, os, random, re, shlex, signal, sys

ROOT, REPORT, ORDER, SEED, LIMIT = sys.argv[1:6]
LIMIT = float(LIMIT)
for folder in (os.path.join(ROOT, "src"), ROOT):
    if os.path.isdir(folder) and folder not in sys.path:
        sys.path.insert(1, folder)

import pytest

OUT = os.open(REPORT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o600)
OWNER = os.getpid()


def write(line):
    if os.getpid() != OWNER:
        return
    data = json.dumps(line, ensure_ascii=True).encode() + b"\\n"
    while data:
        data = data[os.write(OUT, data):]


def relative(path):
    return os.path.relpath(str(path), ROOT).replace(os.sep, "/")


def message(report):
    crash = getattr(getattr(report, "longrepr", None), "reprcrash", None)
    head = getattr(crash, "message", "") or ""
    full = getattr(report, "longreprtext", "") or str(report.longrepr or "")
    if not head:
        head = "\\n".join([line[2:].strip() for line in full.splitlines() if line.startswith("E ")])[-1500:]
    return (head + "\\n" + full[-6000:])[:12000]


def names_of(item):
    names = []
    for node in item.listchain():
        if isinstance(node, (pytest.Session, pytest.Package, pytest.File)) or type(node).__name__ in ("Dir", "Instance"):
            continue
        names.append(node.name)
    return names


EXPIRED = set()


class Limit:
    """Interrupts a phase of a case in the main thread; again every few seconds where the case swallows it."""

    def __init__(self, item):
        self.item = item

    def __enter__(self):
        if hasattr(signal, "setitimer"):
            self.before = signal.signal(signal.SIGALRM, self.expire)
            signal.setitimer(signal.ITIMER_REAL, LIMIT, 5)

    def __exit__(self, *_):
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before if self.before is not None else signal.SIG_DFL)

    def expire(self, *_):
        EXPIRED.add(self.item.nodeid)
        pytest.fail("Timeout >%gs" % LIMIT)


class Report:
    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item):
        with Limit(item):
            yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item):
        with Limit(item):
            yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        with Limit(item):
            yield

    def pytest_collection_modifyitems(self, items):
        if ORDER == "reversed":
            items.reverse()
        elif ORDER == "shuffled":
            order = random.Random(int(SEED))
            files = {}
            for item in items:
                files.setdefault(item.nodeid.split("::", 1)[0], []).append(item)
            names = sorted(files)
            order.shuffle(names)
            for name in names:
                order.shuffle(files[name])
            items[:] = [item for name in names for item in files[name]]

    def pytest_collectreport(self, report):
        if report.failed:
            write({"kind": "collect", "file": (report.nodeid or "").split("::", 1)[0], "names": (report.nodeid or "").split("::")[1:], "outcome": "failed", "message": message(report)})
        elif report.skipped:
            write({"kind": "collect", "file": (report.nodeid or "").split("::", 1)[0], "names": [], "outcome": "skipped", "message": str(report.longrepr)})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        write({"kind": "start", "id": item.nodeid, "file": relative(getattr(item, "path", None) or item.fspath), "names": names_of(item)})
        yield
        write({"kind": "end", "id": item.nodeid})

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        write({
            "kind": "phase",
            "id": report.nodeid,
            "when": report.when,
            "outcome": report.outcome,
            "xfail": hasattr(report, "wasxfail"),
            "subtest": repr(report.context) if hasattr(report, "context") else None,
            "expired": report.nodeid in EXPIRED and not report.passed,
            "ms": report.duration * 1000,
            "message": "" if report.passed else message(report),
        })


# What a repository's own options may not decide: how many processes run, what is printed, when a run stops early, coverage.
DROPPED = re.compile(r"-[vqxsl]+$|-r\\w*$|-n(\\d+|auto|logical)?$|--(numprocesses|maxprocesses|dist|tx|boxed|forked|cov.*|no-cov.*|exitfirst|maxfail|lf|ff|nf|sw|last-failed.*|failed-first|new-first|stepwise.*|durations.*|tb|color|code-highlight|capture|show-capture|verbose|verbosity|quiet|showlocals|junit.*|html.*|self-contained-html|report-log|random-order.*|randomly.*|reruns.*|flake8|pycodestyle|pylint|mypy.*|black|isort|ruff.*|cache-clear)(=.*)?$")
TAKES_VALUE = re.compile(r"-[nr]$|--(numprocesses|maxprocesses|dist|tx|cov-report|cov-config|cov-fail-under|maxfail|durations|durations-min|tb|color|capture|show-capture|verbosity|junitxml|junit-xml|html|report-log|reruns|reruns-delay)$")


def own_options():
    for name, section in (("pytest.ini", "pytest"), (".pytest.ini", "pytest"), ("pyproject.toml", None), ("tox.ini", "pytest"), ("setup.cfg", "tool:pytest")):
        path = os.path.join(ROOT, name)
        if not os.path.isfile(path):
            continue
        if section is None:
            try:
                import tomllib
            except ImportError:
                continue
            with open(path, "rb") as file:
                table = tomllib.load(file).get("tool", {}).get("pytest", {})
            found = table.get("ini_options", table.get("addopts") and table)
            if not found:
                continue
            options = found.get("addopts", [])
        else:
            ini = configparser.ConfigParser(interpolation=None)
            ini.read(path, encoding="utf-8")
            if not ini.has_section(section):
                if name != "pytest.ini":
                    continue
                return []
            options = ini.get(section, "addopts", fallback="")
        return shlex.split(options) if isinstance(options, str) else list(options)
    return []


def kept_options():
    kept, words = [], list(own_options())
    while words:
        word = words.pop(0)
        optional = word == "--cov" and words and not words[0].startswith("-")
        if words and (TAKES_VALUE.match(word) or optional):
            words.pop(0)
        elif not DROPPED.match(word):
            kept.append(word)
    return kept


write({"loopsmith": "pytest"})
status = pytest.main(kept_options() + sys.argv[6:], plugins=[Report()])
write({"kind": "exit", "status": int(status)})
write({"finished": True})
sys.stdout.flush()
os._exit(int(status))
`;
