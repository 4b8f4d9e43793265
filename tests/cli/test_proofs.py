"""``prove`` and ``verify``: what is printed and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from well_known import EASY, EIGHTEEN

from cpsudoku.cli.application import app


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.compiled
def test_prove_verify_tamper_refused(tmp_path: Path) -> None:
    folder = tmp_path / "certificate"
    proved = run("prove", EASY, "-o", folder)
    assert proved.exit_code == 0, proved.output
    assert proved.stdout.startswith("exactly one solution, proved in ")
    verified = run("verify", folder, "--puzzle", EASY)
    assert verified.exit_code == 0, verified.output
    assert verified.stdout.startswith("verified: exactly one solution\n")
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"534', '"543'))
    refused = run("verify", folder)
    assert refused.exit_code == 1
    assert refused.stdout.startswith("refused: manifest.json: a grid that is not a solution")


@pytest.mark.compiled
def test_proofs_of_none_and_of_several_say_so(tmp_path: Path) -> None:
    assert "no solution, proved" in run("prove", "11" + "." * 14, "-o", tmp_path).stdout
    assert run("verify", tmp_path).stdout.startswith("verified: no solution")
    assert "exactly 18 solutions" in run("prove", EIGHTEEN, "-o", tmp_path).stdout
    assert run("verify", tmp_path).stdout.count("solution  ") == 18


@pytest.mark.compiled
def test_json_of_both(tmp_path: Path) -> None:
    proved = json.loads(run("prove", EASY, "-o", tmp_path, "--json").stdout)
    assert proved["verdict"] == "unique"
    verified = json.loads(run("verify", tmp_path, "--json").stdout)
    assert verified["solutions"] == proved["solutions"]
    (tmp_path / "proof.drat").write_text("0\n")
    refused = json.loads(run("verify", tmp_path, "--json").stdout)
    assert refused["verdict"] == "refused"
    assert "SHA-256" in refused["reason"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--solver", "maplesat"], 2, "maplesat' is refused for proofs"),
        (["--solver", "nobody"], 2, "there is no solver 'nobody'"),
        (["--timeout", "0"], 3, "nothing is written"),
        (["--rules", "nonsense"], 2, "nonsense"),
    ],
)
def test_what_cannot_be_proved(
    arguments: list[str], status: int, words: str, tmp_path: Path
) -> None:
    done = run("prove", EASY, "-o", tmp_path / "new", *arguments)
    assert done.exit_code == status
    assert words in done.output
    assert not (tmp_path / "new").exists()


def test_several_puzzles_and_missing_certificates_are_usage_errors(tmp_path: Path) -> None:
    several = tmp_path / "two.txt"
    several.write_text(f"{EASY}\n{EASY}\n")
    assert "several puzzles; expected one" in run("prove", several, "-o", tmp_path / "c").output
    assert run("verify", tmp_path / "nowhere").exit_code == 2
