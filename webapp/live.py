"""The live table: what the camera sees happen and what people say becomes the record, and everybody hears of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Queue
from typing import Literal

from muggins.scorer.events import Correct, Event, GameStarted, HandEnd, Play, RecordError, TakeBack
from muggins.scorer.game import Game
from muggins.scorer.layout import Layout
from muggins.scorer.tiles import Tile
from muggins.vision.condition import Condition
from muggins.vision.happenings import Bumped, Cleared, Doubtful, Happening, Played, Reread, Settled, TakenBack

from .broker import Broker
from .journal import Changed, Heard, Journal, Message
from .questions import Choice, Question, Questions, choices_for
from .store import Store
from .turns import corrections, events_before, number_of_play, seated_at

Count = Played | TakenBack | Reread
"""What changes the record."""
SETTLED_BY_PLAY = ("cannot", "edge", "join", "misplay")
"""The kinds of question about a tile that nobody need answer once it has been played."""


@dataclass(frozen=True)
class Snapshot:
    """The live table at one moment."""

    game_id: int
    game: Game | None
    questions: tuple[Question, ...]
    is_bumped: bool
    """The camera or the table was pushed: nothing counts until the layout is found again."""
    is_paused: bool
    """Somebody has asked the camera to look away."""
    camera: Condition = Condition()


class LiveTable:
    """The game being played. Its methods may be called from any thread; they are done one after the other.

    With a store an event is on the disk before anybody hears of it, and the newest game there goes on. Errors:
    RecordError where an event cannot stand in the record, StoreError where it cannot be kept; both change nothing.
    """

    def __init__(
        self,
        store: Store | None = None,
        clock: Callable[[], float] = time.monotonic,
        asked: Callable[[Question], None] = lambda _: None,
    ) -> None:
        """`clock` times what people say; `asked` hears every question, for tables without a page to show it."""
        self._lock = threading.RLock()
        self._clock = clock
        self._source_began = clock()
        self._broker: Broker[Message] = Broker()
        self._journal = Journal(store, self._broker)
        self._questions = Questions(lambda: self._broker.publish(Changed("questions")), asked)
        self._is_bumped = self._is_paused = False
        self._camera = Condition()
        self._is_cleared = False
        """The layout was cleared away, and nobody has told yet which tiles are left in the hands."""
        self._held: list[tuple[Count, bytes | None]] = []
        """What was seen since then."""

    @property
    def snapshot(self) -> Snapshot:
        with self._lock:
            journal, asked = self._journal, self._questions.open
            return Snapshot(journal.game_id, journal.game, asked, self._is_bumped, self._is_paused, self._camera)

    @property
    def store(self) -> Store | None:
        """Where games are kept; None where they are forgotten."""
        return self._journal.store

    def told_since(self, game_id: int, number: int) -> Heard | None:
        """What was told after event `number` of a game; None where that game is not the one being played."""
        with self._lock:
            return self._journal.told_since(game_id, number)

    def subscribe(self) -> Queue[Message | None]:
        """A queue of all that is told from now on; None in it is the last."""
        return self._broker.subscribe()

    def unsubscribe(self, queue: Queue[Message | None]) -> None:
        self._broker.unsubscribe(queue)

    def close(self) -> None:
        """Lets all subscribers go."""
        self._broker.close()

    # What people say

    def start_game(self, started: GameStarted) -> None:
        """Begin another game; the one before stays in the store as it is."""
        with self._lock:
            self._journal.begin(started)
            self._is_cleared, self._held = False, []
            self._questions.drop(lambda one: True)

    def go_on_or_start(self, started: GameStarted) -> None:
        """Go on with the unfinished game if it was started in the same way; else begin."""
        with self._lock:
            game = self._journal.game
            if game is None or game.winner or game.record[0] != started:
                self.start_game(started)

    def tell(self, event: Event) -> Heard:
        """Put into the record what somebody at the table says, and what follows from it."""
        with self._lock:
            game, said = self._journal.playing, replace(event, by="table", t=self._now())
            if isinstance(said, GameStarted):
                raise RecordError("a game goes on here; a new one is begun by itself")
            if isinstance(said, Correct):
                return self._record(corrections(game, said))
            if isinstance(said, Play):
                return self._record([*events_before(game, said.player, said.t), said])
            return self._record([said])

    def undo(self) -> Heard:
        """Take back what was told or concluded last."""
        with self._lock:
            return self._record([replace(self._journal.playing.undoing(), by="table", t=self._now())])

    def answer(self, question_id: int, choice: int) -> Heard:
        """Settle a question with the choice of that place in its list. RecordError where that cannot be done."""
        with self._lock:
            question = next((one for one in self._questions.open if one.id == question_id), None)
            if question is None or not 0 <= choice < len(question.choices):
                raise RecordError("that is not asked any more")
            heard = self._settle(question, question.choices[choice])
            self._questions.drop(lambda one: one.id == question_id)
            return heard

    def pause(self, is_paused: bool) -> None:
        """Look away from the table, or look again."""
        with self._lock:
            self._is_paused = is_paused
            self._broker.publish(Changed("camera"))

    # What the camera sees

    def camera_is(self, condition: Condition) -> None:
        """Everybody hears how the camera is, where that has changed."""
        with self._lock:
            if condition != self._camera:
                self._camera = condition
                self._broker.publish(Changed("camera"))

    def happened(self, happening: Happening, picture: bytes | None = None) -> Heard:
        """Take in what the watcher saw, with a still of that moment; what cannot stand in the record is asked about."""
        with self._lock:
            self._source_began = self._clock() - happening.time
            if isinstance(happening, Bumped | Settled):
                self._rest(is_bumped=isinstance(happening, Bumped))
                return ()
            game = self._journal.game
            if self._is_paused or game is None or game.winner:
                return ()
            if isinstance(happening, Doubtful):
                doubt = happening.doubt
                self._questions.ask(doubt.kind, doubt.text, happening.time, doubt.tile, choices_for(doubt))
                return ()
            if isinstance(happening, Cleared):
                self._clear(happening)
                return ()
            if self._is_cleared:
                self._held.append((happening, picture))
                return ()
            return self._count(happening, picture)

    def _rest(self, is_bumped: bool) -> None:
        if is_bumped != self._is_bumped:
            self._is_bumped = is_bumped
            self._broker.publish(Changed("camera"))

    def _clear(self, cleared: Cleared) -> None:
        """Wait for the tiles left in the hands: nobody but the table can tell them."""
        if not self._layout.is_empty:
            self._is_cleared = True
            text = "The table was cleared. Which tiles are left in the hands?"
            self._questions.ask("hand-end", text, cleared.time, None, (Choice("The hand goes on"),))

    def _release(self) -> Heard:
        """Go on with what was seen while the table was cleared."""
        self._is_cleared, held, self._held = False, self._held, []
        return tuple(told for happening, picture in held for told in self._count(happening, picture))

    def _count(self, happening: Count, picture: bytes | None) -> Heard:
        """Put into the record what was seen; where it cannot stand there, the table is asked."""
        try:
            if isinstance(happening, Played):
                return self._played(happening, picture)
            if isinstance(happening, Reread):
                return self._reread(happening, picture)
            return self._taken_back(happening, picture)
        except RecordError as error:
            text = f"{happening.tile} was seen, but it does not fit the record: {error}."
            self._questions.ask("cannot", text, happening.time, happening.tile, (Choice("Leave it"),))
            return ()

    def _played(self, played: Played, picture: bytes | None) -> Heard:
        layout, tile, host = self._layout, played.tile, played.on
        if tile in layout:
            if host is None or {tile, host} in [{one.tile, one.on} for one in layout.placements]:
                return ()  # seen anew, as after a restart
            if host in layout:
                text = f"{tile} seems to lie on the table twice."
                self._questions.ask("twice", text, played.time, tile, (Choice("Leave it"),))
                return ()
            # Who looks at a layout for the first time cannot know which of two tiles came first.
            played = replace(played, tile=host, on=tile, joins=played.joins and played.joins[::-1])
        return self._record(self._as_events(played, by="camera"), picture)

    def _as_events(self, played: Played, by: Literal["camera", "table"]) -> list[Event]:
        """The play with all that it tells besides."""
        game = self._journal.playing
        seated = seated_at(game, played.side)
        second = round(played.time, 3)
        before = events_before(game, seated, second)
        for event in before:
            game = game.apply(event)
        expected = game.hand.to_play if game.hand else None
        player = seated or expected or game.players[0]
        play = Play(player=player, tile=played.tile, on=played.on, joins=played.joins, t=second, by=by)
        return [*before, play]

    def _reread(self, reread: Reread, picture: bytes | None) -> Heard:
        play = self._play_of(reread.was)
        if play is None:
            return ()
        return self._correct(play, replace(play, tile=reread.tile, joins=None), "camera", reread.time, picture)

    def _taken_back(self, taken: TakenBack, picture: bytes | None) -> Heard:
        play, hand = self._play_of(taken.tile), self._journal.playing.hand
        if play is None or hand is None:
            return ()
        if play == hand.plays[-1]:
            return self._record([TakeBack(t=taken.time, by="camera")], picture)
        strike = Correct(of=self._number_of(play), said=None)
        choices = (Choice("It still lies there"), Choice("It was taken back", then=strike))
        self._questions.ask("gone", f"{taken.tile} cannot be seen any more.", taken.time, taken.tile, choices)
        return ()

    # The record

    @property
    def _layout(self) -> Layout:
        """What lies on the table by the record."""
        hand = self._journal.playing.hand
        return Layout() if hand is None or hand.is_over else hand.layout

    def _play_of(self, tile: Tile) -> Play | None:
        """The play of a tile of the hand."""
        hand = self._journal.playing.hand
        plays = () if hand is None or hand.is_over else hand.plays
        return next((play for play in plays if play.tile == tile), None)

    def _number_of(self, play: Play) -> int:
        number = number_of_play(self._journal.playing, play)
        assert number is not None
        return number

    def _settle(self, question: Question, choice: Choice) -> Heard:
        """Do what an answer says."""
        if question.kind == "hand-end":
            return self._release()
        if choice.then is not None:
            return self.tell(choice.then)
        if choice.tile is None:
            return ()
        played = self._play_of(question.tile) if question.tile else None
        if played is not None:
            right = replace(played, tile=choice.tile, on=choice.on or played.on, joins=None)
            return self._correct(played, right, "table", self._now()) if right != played else ()
        if choice.tile in self._layout:
            return ()
        hosts = [choice.on] if choice.on else self._hosts_for(choice.tile)
        if len(hosts) != 1:
            raise RecordError(f"{choice.tile} can lie in several places; tap Play and say where")
        return self._record(self._as_events(Played(question.time, choice.tile, hosts[0]), by="table"))

    def _hosts_for(self, tile: Tile) -> list[Tile | None]:
        hand = self._journal.playing.hand
        if hand is None or self._layout.is_empty:
            return [None]
        return list(dict.fromkeys(end.tile for end in hand.open_ends if tile.has(end.pips)))

    def _correct(
        self, wrong: Play, right: Play, by: Literal["camera", "table"], t: float, picture: bytes | None = None
    ) -> Heard:
        return self._record([Correct(of=self._number_of(wrong), said=right, t=t, by=by)], picture)

    def _record(self, events: list[Event], picture: bytes | None = None) -> Heard:
        heard = self._journal.add(events, picture)
        tiles = {event.tile for event in events if isinstance(event, Play)}
        self._questions.drop(lambda one: one.tile in tiles and one.kind in SETTLED_BY_PLAY)
        if any(isinstance(event, HandEnd) for event in events):
            self._questions.drop(lambda one: True)
            heard += self._release()
        return heard

    def _now(self) -> float:
        """Seconds on the camera's scale."""
        return round(self._clock() - self._source_began, 2)
