"""One process of Node for many checks: to start Node takes longer than a check."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from headscope.node import run_node

SERVER = Path(__file__).with_name("check_server.mjs")


@pytest.fixture(scope="session")
def check_server():
    """Checks a file as ``headscope check --json`` does; the process starts at the first check."""
    started = []

    def checked(command, file):
        if not started:
            started.append(subprocess.Popen(["node", SERVER, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        [server] = started
        server.stdin.write(f"{file}\n".encode())
        server.stdin.flush()
        said = json.loads(server.stdout.readline())
        return {name: text.encode() for name, text in {"stdout": "", "stderr": "", **said}.items()}

    yield checked
    for server in started:
        server.communicate()


@pytest.fixture()
def one_node(check_server, monkeypatch):
    """All checks of a test run in one process of Node, which other tests share."""

    def run(command, subcommand, file, *options, what):
        if (subcommand, *options) != ("check", "--json"):
            return run_node(command, subcommand, file, *options, what=what)
        return subprocess.CompletedProcess([], 0, **check_server(command, file))

    monkeypatch.setattr(sys.modules["headscope.check"], "run_node", run)
