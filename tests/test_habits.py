"""What the project's own files promise: workflow, templates, hooks, changelog."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
YAML = sorted([*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml"])
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")  # of Keep a Changelog


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", YAML, ids=lambda file: file.name)
def test_yaml_parses(file: Path) -> None:
    assert isinstance(yaml.safe_load(file.read_text(encoding="utf-8")), dict)


def test_the_workflow_covers_every_python_from_the_oldest_that_we_support() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = re.fullmatch(r">=3\.(\d+)", project["requires-python"])
    assert oldest
    versions = read(".github/workflows/ci.yml")["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert all(isinstance(version, str) for version in versions)  # 3.10 would be 3.1
    minors = [int(version.removeprefix("3.")) for version in versions]
    assert minors == list(range(int(oldest[1]), minors[-1] + 1))
    assert minors[-1] >= 13


def test_the_workflow_may_only_read_and_runs_what_we_run() -> None:
    workflow = read(".github/workflows/ci.yml")
    assert workflow["permissions"] == {"contents": "read"}
    commands = {step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step}
    assert commands == {".ci/run", "make package"}
    assert "\npackage:" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all("timeout-minutes" in job and "permissions" not in job for job in workflow["jobs"].values())


def test_issue_forms_ask_for_what_they_need() -> None:
    files = (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
    forms = [form for file in files if "body" in (form := read(str(file.relative_to(ROOT))))]
    assert len(forms) == 3
    for form in forms:
        assert {"name", "description", "body"} <= set(form)
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len(set(ids))
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_hooks_are_our_own_tools() -> None:
    for repo in read(".pre-commit-config.yaml")["repos"]:
        assert repo["repo"] == "local"
        for hook in repo["hooks"]:
            assert hook["language"] == "system"
            assert hook["entry"].split()[0] in (".venv/bin/ruff", "make")


def test_the_changelog_follows_keep_a_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", text, flags=re.M)
    assert versions[0] == "[Unreleased]"
    for released in versions[1:]:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", released)
    for section in re.split(r"^## .+$", text, flags=re.M)[1:]:
        kinds = re.findall(r"^### (.+)$", section, flags=re.M)
        assert kinds == [kind for kind in KINDS if kind in kinds]


def test_editorconfig_agrees_with_what_is_committed() -> None:
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if files.returncode:
        pytest.skip("not in a git clone")
    for name in filter(None, files.stdout.split("\0")):
        data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        assert b"\r\n" not in data, name
        assert data == b"" or data.endswith(b"\n"), name
        if not name.startswith("tests/old_files/"):
            assert not re.search(rb"[ \t]+$", data, flags=re.M), name
