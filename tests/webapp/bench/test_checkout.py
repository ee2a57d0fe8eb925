"""The comparison runs programs of a checkout of muggins, never of another project."""

import pytest

from muggins.webapp.bench import checkout


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Muggins installed as a copy, and a working directory that holds benchmarks."""
    monkeypatch.setattr(checkout, "__file__", str(tmp_path / "site-packages/muggins/webapp/bench/checkout.py"))
    here = tmp_path / "here"
    (here / "tests" / "benchmarks").mkdir(parents=True)
    monkeypatch.chdir(here)
    return here


def test_an_installed_copy_finds_the_checkout_it_is_run_in(elsewhere):
    (elsewhere / "pyproject.toml").write_text('[project]\nname = "muggins"\n')
    assert checkout.benchmarks_folder() == elsewhere / "tests" / "benchmarks"


def test_another_project_is_no_checkout(elsewhere):
    assert checkout.benchmarks_folder() is None
    (elsewhere / "pyproject.toml").write_text('[project]\nname = "chess"\n')
    assert checkout.benchmarks_folder() is None


def test_a_package_that_lies_in_its_checkout_finds_it_from_anywhere(elsewhere, monkeypatch):
    root = elsewhere.parent / "muggins"
    (root / "tests" / "benchmarks").mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "muggins"\n')
    monkeypatch.setattr(checkout, "__file__", str(root / "webapp" / "bench" / "checkout.py"))
    assert checkout.benchmarks_folder() == root / "tests" / "benchmarks"
