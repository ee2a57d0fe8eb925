"""Sounds of one's own, heard in place of the voice: a folder with an index that says which file belongs to what.

The index, `sounds.toml`, names a file for each moment, and in a table with a player's name those that this player has
in its place:

    score = "bell.mp3"
    muggins = "horn.ogg"
    [Ann]
    score = "fanfare.mp3"
"""

from __future__ import annotations

import hashlib
import json
import threading
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, cast, get_args

from muggins.scorer.events import Claim, Draw, HandEnd, HandStarted, Muggins, Pass, Play, RoundHand
from muggins.scorer.game import Step
from muggins.scorer.outcomes import PlayOutcome
from muggins.texts import Text, lazy_gettext, one_of, text_of

INDEX = "sounds.toml"
LARGEST_SOUND = 2 * 1024 * 1024
"""Bytes of a file: two minutes of MP3."""
Moment = Literal["win", "fault", "muggins", "claim", "score", "play", "pass", "draw", "hand_end", "hand"]
"""What a sound may belong to. Of several that an event is, the first that has a sound is heard."""
MOMENTS: tuple[Moment, ...] = get_args(Moment)
MOMENT_OF_EVENT: Mapping[type, Moment] = {
    Play: "play",
    Claim: "claim",
    Muggins: "muggins",
    Pass: "pass",
    Draw: "draw",
    HandEnd: "hand_end",
    RoundHand: "hand_end",
    HandStarted: "hand",
}
KINDS = {
    b"ID3": ("mp3", "audio/mpeg"),
    b"\xff\xfb": ("mp3", "audio/mpeg"),
    b"\xff\xfa": ("mp3", "audio/mpeg"),
    b"\xff\xf3": ("mp3", "audio/mpeg"),
    b"\xff\xf2": ("mp3", "audio/mpeg"),
    b"OggS": ("ogg", "audio/ogg"),
    b"fLaC": ("flac", "audio/flac"),
    b"RIFF": ("wav", "audio/wav"),
}
"""How the files begin that browsers play: the ending of their names and their type. An MP4 says so 4 bytes later."""


class SoundPack:
    """The sounds of a folder. A folder that is missing has none. Thread-safe."""

    def __init__(self, folder: Path, is_shared: bool = False) -> None:
        """`is_shared`: the tables of a hall hear them, and none of them changes them.

        ValueError, a sentence, where the index cannot be understood or names a file that is not there."""
        self.is_shared = is_shared
        self._folder = folder
        self._lock = threading.Lock()
        self._files = _read_index(folder)

    @property
    def files(self) -> Mapping[str, Mapping[Moment, str]]:
        """The file of each moment by player; those of everybody stand under ""."""
        return self._files

    def file_for(self, step: Step) -> str | None:
        """The name of the file that is heard after an event; None where the voice speaks."""
        player = getattr(step.event, "player", None) or getattr(step.event, "setter", None) or ""
        for moment in moments_of(step):
            for whose in (player, ""):
                if moment in self._files.get(whose, {}):
                    return self._files[whose][moment]
        return None

    def content(self, name: str) -> tuple[bytes, str] | None:
        """A file that the index names, and its type; None where there is none such."""
        if not any(name in files.values() for files in self._files.values()):
            return None
        try:
            content = (self._folder / name).read_bytes()
            return content, _kind_of(content)[1]
        except (OSError, ValueError):  # it was changed since the index was read
            return None

    def put(self, moment: Moment, player: str, content: bytes | None) -> None:
        """Gives a moment another sound, of one player, or where `player` is "" of everybody; None takes it away.

        ValueError, a sentence, where it is no sound that browsers play, or cannot be kept.
        """
        with self._lock:
            files = {whose: dict(each) for whose, each in self._files.items()}
            if content is None:
                files.get(player, {}).pop(moment, None)
            else:
                name = f"{moment}-{hashlib.sha256(content).hexdigest()[:12]}.{_kind_of(content)[0]}"
                files.setdefault(player, {})[moment] = name
                self._write(name, content)
            self._write(INDEX, _as_toml(files).encode())
            self._files = files

    def _write(self, name: str, content: bytes) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / name).write_bytes(content)
        except OSError as error:
            raise ValueError(
                lazy_gettext("%(folder)s: cannot be written (%(reason)s)", folder=self._folder, reason=error.strerror)
            ) from None


def named_folder(folder: Path) -> Path:
    """A folder that somebody has named. ValueError, a sentence, where it is not there."""
    if not folder.is_dir():
        raise ValueError(lazy_gettext("%(folder)s: there is no such folder", folder=folder))
    return folder


def moments_of(step: Step) -> list[Moment]:
    """What an event is, the most telling first. Where scores are claimed, a play does not tell that it scores."""
    found: list[Moment] = []
    if step.outcome.winner:
        found.append("win")
    if step.outcome.faults:
        found.append("fault")
    moment = MOMENT_OF_EVENT.get(type(step.event))
    is_score = isinstance(step.outcome, PlayOutcome) and step.outcome.points and step.match.rules.claims == "auto"
    if is_score:
        found.append("score")
    if moment is not None:
        found.append(moment)
    if isinstance(step.event, Claim) and not step.outcome.faults:
        found.append("score")
    return found


def _kind_of(content: bytes) -> tuple[str, str]:
    """The ending and the type of a sound. ValueError where it is none that browsers play, or too large."""
    if content[4:8] == b"ftyp":
        found = ("m4a", "audio/mp4")
    else:
        found = next((kind for start, kind in KINDS.items() if content.startswith(start)), ("", ""))
    if not found[0]:
        raise ValueError(lazy_gettext("this is no sound: expected a file of MP3, M4A, OGG, FLAC or WAV"))
    if len(content) > LARGEST_SOUND:
        raise ValueError(lazy_gettext("this sound is too long: at most %(most)s MB", most=LARGEST_SOUND // 1024**2))
    return found


def _read_index(folder: Path) -> dict[str, dict[Moment, str]]:
    path = folder / INDEX
    if not path.exists():
        return {}
    try:
        index = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(lazy_gettext("%(file)s: cannot be read: %(error)s", file=path, error=error)) from None
    named = {"": {key: value for key, value in index.items() if not isinstance(value, dict)}}
    named |= {key: value for key, value in index.items() if isinstance(value, dict)}
    for moment, name in (pair for each in named.values() for pair in each.items()):
        if moment not in MOMENTS:
            raise ValueError(
                lazy_gettext(
                    "%(file)s: %(name)s is nothing that has a sound; expected %(moments)s",
                    file=path,
                    name=moment,
                    moments=one_of(MOMENTS),
                )
            )
        if not isinstance(name, str) or Path(name).name != name or not (folder / name).is_file():
            raise ValueError(lazy_gettext("%(file)s: there is no file %(name)s beside it", file=path, name=name))
        try:
            _kind_of((folder / name).read_bytes())
        except (OSError, ValueError) as error:
            raise ValueError(Text("%(file)s: %(error)s", {"file": folder / name, "error": text_of(error)})) from None
    return cast(dict[str, dict[Moment, str]], named)


def _as_toml(files: Mapping[str, Mapping[Moment, str]]) -> str:
    # A string of JSON is one of TOML.
    lines = [f"{moment} = {json.dumps(name)}" for moment, name in files.get("", {}).items()]
    for player, each in files.items():
        if player and each:
            lines += [f"[{json.dumps(player, ensure_ascii=False)}]"]
            lines += [f"{moment} = {json.dumps(name)}" for moment, name in each.items()]
    return "\n".join(lines) + "\n"
