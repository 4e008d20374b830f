/**
 * Our runner and plugin for pytest, as Python text (3.7 and later). A plugin of ours and not `--junitxml`: JUnit drops the file of a
 * case (its `classname` is dotted and cannot be taken apart), gives a collection error an empty one, and merges the phases; and the
 * order of execution must be ours too. Each line is written by one unbuffered write, so that a crash leaves whole lines.
 */
export const PYTEST_RUNNER = `import json, os, random, sys

ROOT, REPORT, ORDER, SEED = sys.argv[1:5]
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


class Report:
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
            "ms": report.duration * 1000,
            "message": "" if report.passed else message(report),
        })


write({"loopsmith": "pytest"})
status = pytest.main(sys.argv[5:], plugins=[Report()])
write({"kind": "exit", "status": int(status)})
write({"finished": True})
sys.stdout.flush()
os._exit(int(status))
`;
