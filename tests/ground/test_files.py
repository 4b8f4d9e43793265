"""Files that appear when they are finished, with and without files that have no name."""

import errno
import os
import stat
from pathlib import Path

import pytest

from cpsudoku.ground import files

FULL = Path("/dev/full")


@pytest.fixture(params=["without a name", "beside"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the system lets a file be written before it has its name."""
    way: str = request.param
    if way == "beside":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return way


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(path: Path, content: bytes) -> None:
    with files.appearing(path) as out:
        out.write(content)


def test_a_name_stands_for_the_old_content_or_for_all_of_the_new(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for content in (b"first", b"second"):
        before = path.read_bytes() if path.exists() else None
        with files.appearing(path) as out:
            out.write(content)
            out.flush()
            assert (path.read_bytes() if path.exists() else None) == before
        assert path.read_bytes() == content
        assert names(tmp_path) == ["out"]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    write(tmp_path / "out", b"old")
    with pytest.raises(KeyError), files.appearing(tmp_path / "out") as out:
        out.write(b"new")
        raise KeyError
    assert (tmp_path / "out").read_bytes() == b"old"
    assert names(tmp_path) == ["out"]


def test_a_name_as_long_as_the_system_allows_is_no_obstacle(tmp_path: Path) -> None:
    for content in (b"first", b"second"):
        write(tmp_path / ("n" * 255), content)
    assert names(tmp_path) == ["n" * 255]


@pytest.mark.posix
def test_what_is_replaced_keeps_permissions_and_a_new_file_has_the_usual_ones(
    tmp_path: Path,
) -> None:
    (tmp_path / "old").touch()
    (tmp_path / "old").chmod(0o604)
    (tmp_path / "usual").touch()
    for name in ("old", "new"):
        write(tmp_path / name, b"x")
    modes = {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in names(tmp_path)}
    assert modes == {"old": 0o604, "new": modes["usual"], "usual": modes["usual"]}


@pytest.mark.posix
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives files away")
def test_what_is_replaced_keeps_its_owner(tmp_path: Path) -> None:
    path, finished = tmp_path / "old", tmp_path / "finished"
    path.touch()
    os.chown(path, 12345, 23456)
    write(path, b"x")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)
    finished.touch()
    files.put_in_place(finished, path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_failure_to_write_names_the_file(size: int) -> None:
    with pytest.raises(OSError, match="No space left") as failed:
        write(FULL, b"x" * size)
    assert (failed.value.errno, failed.value.filename) == (errno.ENOSPC, str(FULL))


def test_of_files_written_together_none_appears_where_one_cannot_be_written(
    tmp_path: Path,
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    nowhere = tmp_path / "nowhere" / "file"
    for order in ([old, new, nowhere], [nowhere, old, new]):
        with pytest.raises(FileNotFoundError) as failed:
            files.write_together(dict.fromkeys(order, b"x"))
        assert failed.value.filename == str(nowhere)
    assert names(tmp_path) == ["old"]
    assert old.read_bytes() == b"old"


def test_files_written_together_appear_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    take_after = files._take_after

    def noted(file: int | Path, target: Path) -> None:
        seen.append(target.name)
        take_after(file, target)

    monkeypatch.setattr(files, "_take_after", noted)
    files.write_together({tmp_path / name: b"x" for name in "bac"})
    assert seen == ["b", "a", "c"]


def test_a_folder_whose_files_cannot_be_written_goes_again(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "folder"
    with pytest.raises(FileNotFoundError):
        files.write_folder(folder, {"a": b"1", "no/where": b"2"})
    assert names(folder.parent) == []
    files.write_folder(folder, {"a": b"1", "b": b"2"})
    assert names(folder) == ["a", "b"]
    with pytest.raises(FileNotFoundError):
        files.write_folder(folder, {"a": b"3", "no/where": b"2"})
    assert (folder / "a").read_bytes() == b"1"


def test_into_a_folder_that_is_there_files_go_beside_others(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    files.write_folder(tmp_path, {"a": b"1"})
    assert names(tmp_path) == ["a", "other"]
