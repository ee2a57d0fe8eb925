"""The game being played: what the camera sees and what people say becomes its record."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Queue
from typing import Literal, cast, get_args

from muggins.scorer.events import SEAT, Correct, Event, GameStarted, HandEnd, HandStarted, Play, RecordError, RoundHand
from muggins.scorer.game import Game
from muggins.scorer.tiles import Tile
from muggins.scorer.undo import Record, redo_event, step_of, undo_event
from muggins.texts import Text
from muggins.vision.capture.status import SourceStatus
from muggins.vision.tracking.events import DoubtSettled, Settled, TableEvent

from .event_log import Changed, EventLog, LoggedEvent, Message
from .hand_end import (
    EndSigns,
    HandEndDialog,
    event_of_counted_hand,
    is_for_host,
    question_about_impossible_end,
)
from .interpret import Notes, interpret
from .order import bears_on_order, question_about_order, question_about_player, question_about_setter
from .pubsub import Broker
from .questions import Choice, Question, QuestionKind, Questions
from .statements import events_of_named_tile, events_of_statement
from .store import Store, StoreError

VOICE = "voice"
"""The setting that names the language of the voice."""
PICTURES = "pictures"
"""The setting that says which pictures others than the host see."""
CLIPS = "clips"
"""The setting that says whether a clip of each play is kept."""
NEEDS = "needs"
"""The setting that says whether it is told what a side needs to win."""
Pictures = Literal["off", "delayed", "live"]
"""No picture; those of hands that are over; or all, and what the camera sees now."""
SETTLED_BY_PLAY: tuple[QuestionKind, ...] = ("cannot", "edge", "faint", "join", "misplay")
"""Kinds of question about a tile that its play settles."""


@dataclass(frozen=True)
class Snapshot:
    """A session at one moment."""

    game_id: int
    """0 while no game is played."""
    game: Game | None
    questions: tuple[Question, ...]
    is_bumped: bool
    """The camera or the table was pushed: nothing is scored until the layout is found again."""
    is_paused: bool
    """Somebody has asked the camera to look away."""
    camera: SourceStatus
    notice: Text | str = ""
    """A sentence for everybody at the table, shown until another takes its place."""
    tells_needed: bool = False
    """Whether people are told what a side needs to win, once two plays may do it."""


class GameSession:
    """The game being played. Methods may be called from any thread; each holds the same lock.

    With a store, an event is on disk before any subscriber hears of it, and the session resumes the newest game there.
    Methods raise RecordError where an event does not fit the record and StoreError where it cannot be stored. Then the
    record is unchanged.
    """

    def __init__(
        self,
        store: Store | None = None,
        clock: Callable[[], float] = time.monotonic,
        on_question: Callable[[Question], None] = lambda _: None,
        on_message: Callable[[Message], None] = lambda _: None,
        pictures: Pictures = "live",
    ) -> None:
        """`clock` gives the time of what people say, in seconds; `on_question` is called with every question.

        `on_message` is called with each message that subscribers get, and must not wait. `pictures` holds until
        somebody chooses.
        """
        self._lock = threading.RLock()
        self._clock = clock
        self._source_began = clock()
        self._broker: Broker[Message] = Broker(on_message)
        self._event_log = EventLog(store, self._broker)
        self._questions = Questions(lambda: self._broker.publish(Changed("questions")), on_question)
        self._hand_end = HandEndDialog(self._questions)
        self._camera = SourceStatus()
        self._is_paused = False
        self._notice: Text | str = ""
        self._notes = Notes()
        self._voice = store.setting(VOICE) if store is not None else ""
        self._keeps_clips = store is not None and store.setting(CLIPS) == "yes"
        self._tells_needed = store is not None and store.setting(NEEDS) == "yes"
        self._ask_about_order()
        chosen = store.setting(PICTURES) if store is not None else ""
        self._pictures: Pictures = cast(Pictures, chosen) if chosen in get_args(Pictures) else pictures

    @property
    def snapshot(self) -> Snapshot:
        with self._lock:
            log = self._event_log
            open_questions = self._questions.open
            camera = self._notes.is_bumped, self._is_paused, self._camera
            return Snapshot(log.game_id, log.game, open_questions, *camera, self._notice, self._tells_needed)

    @property
    def store(self) -> Store | None:
        """Where games are stored; None where they end with the program."""
        return self._event_log.store

    def events_since(self, game_id: int, number: int) -> tuple[LoggedEvent, ...] | None:
        """The events after event `number` of a game; None where another game is being played."""
        with self._lock:
            return self._event_log.since(game_id, number)

    def subscribe(self, wake: Callable[[], object] = lambda: None) -> Queue[Message | None]:
        """A queue of all messages from now on; None in it is the last."""
        return self._broker.subscribe(wake)

    def unsubscribe(self, queue: Queue[Message | None]) -> None:
        self._broker.unsubscribe(queue)

    def close(self) -> None:
        """Ends all subscriptions."""
        self._broker.close()

    # What people say

    def start_game(self, started: GameStarted) -> None:
        """Begins another game; the one before stays in the store as it is."""
        with self._lock:
            self._event_log.begin(started)
            self._forget_notes()

    def start_once(self, started: GameStarted) -> None:
        """Begins another game, unless the same has just been begun, say by a second tap, and nothing happened in it."""
        with self._lock:
            game = self._event_log.game
            record = [] if game is None else [replace(event, t=None, by=None) for event in game.record]
            if record != [replace(started, t=None, by=None)]:
                self.start_game(started)

    def delete_game(self, game_id: int) -> None:
        """Deletes the game being played, also from the store. RecordError where `game_id` is another one."""
        with self._lock:
            if self._event_log.game is None or self._event_log.game_id != game_id:
                raise RecordError("game %(number)s is not on the table any more", number=game_id)
            self._event_log.delete()
            self._forget_notes()

    def resume_or_start(self, started: GameStarted) -> None:
        """Goes on with the unfinished game if it began with the same event; else begins another."""
        with self._lock:
            game = self._event_log.game
            if game is None or game.winner or game.record[0] != started:
                self.start_game(started)

    # `by` is who says it, as `Event.by` names people.

    def tell(self, statement: Event, by: str = "table", is_sure: bool = True) -> tuple[LoggedEvent, ...]:
        """Records what a person says, with the events that it implies.

        Where a hand cannot have ended so, whoever is not sure is asked, and nothing is recorded before the answer.
        """
        with self._lock:
            said = replace(statement, by=by, t=self._now())
            events = events_of_statement(self._event_log.playing, said)
            return self._record(events) if is_sure else self._record_or_ask(said, events)

    def enter_hand(self, said: RoundHand, replaces: bool = False, by: str = "table") -> tuple[LoggedEvent, ...]:
        """Records the tiles left with a player, as somebody has counted them; see `event_of_counted_hand`.

        Where a hand cannot have ended so, people are asked, and nothing is recorded before the answer.

        RecordError where a seat would end the hand in play by it.
        """
        with self._lock:
            event = event_of_counted_hand(self._event_log.playing, said, replaces)
            if isinstance(event, HandEnd):
                _refuse_seat(by)
            event = replace(event, by=by, t=self._now())
            return self._record_or_ask(event, [event])

    def undo(self, find: Callable[[Record], Correct] = undo_event, by: str = "table") -> tuple[LoggedEvent, ...]:
        """Takes back the last event that still holds; called again, the one before it."""
        with self._lock:
            step = step_of(self._event_log.playing.record, find)
            return self._record([replace(correct, by=by, t=self._now()) for correct in step])

    def redo(self, by: str = "table") -> tuple[LoggedEvent, ...]:
        """Brings back what was taken back last."""
        return self.undo(redo_event, by)

    def answer(self, question_id: int, choice: int, by: str = "table") -> tuple[LoggedEvent, ...]:
        """Settles a question by the index of a choice. RecordError where the question is closed.

        RecordError too where the choice is for the host, and a seat makes it.
        """
        with self._lock:
            question = next((open for open in self._questions.open if open.id == question_id), None)
            if question is None or not 0 <= choice < len(question.choices):
                raise RecordError("that is not asked any more")
            recorded = self._settle(question, question.choices[choice], by)
            self._questions.drop(lambda open: open.id == question_id)
            return recorded

    def pause(self, is_paused: bool) -> None:
        """Ignores what the camera sees, or heeds it again."""
        with self._lock:
            self._is_paused = is_paused
            self._broker.publish(Changed("camera"))

    @property
    def voice(self) -> str:
        """The language that the voice speaks at this table, as its catalogue is named; "" until one is chosen."""
        return self._voice

    def choose_voice(self, language: str) -> None:
        """Makes the voice speak another language, from now on and in later games."""
        with self._lock:
            self._voice = language
            if self.store is not None:
                self.store.set_setting(VOICE, language)

    def choose_needed(self, is_told: bool) -> None:
        """Tells what a side needs to win, or does not, from now on and in later games."""
        with self._lock:
            self._tells_needed = is_told
            if self.store is not None:
                self.store.set_setting(NEEDS, "yes" if is_told else "")

    @property
    def pictures(self) -> Pictures:
        """Which pictures others than the host see."""
        return self._pictures

    def choose_pictures(self, pictures: Pictures) -> None:
        """Shows these pictures to others than the host, from now on and in later games."""
        with self._lock:
            self._pictures = pictures
            if self.store is not None:
                self.store.set_setting(PICTURES, pictures)

    @property
    def keeps_clips(self) -> bool:
        """Whether a clip of each play is kept."""
        return self._keeps_clips

    def choose_clips(self, are_kept: bool) -> None:
        """Keeps clips or none, from now on and in later games."""
        with self._lock:
            self._keeps_clips = are_kept and self.store is not None
            if self.store is not None:
                self.store.set_setting(CLIPS, "yes" if are_kept else "")

    def keep_clip(self, game_id: int, number: int, webp: bytes) -> None:
        """Stores the clip of an event."""
        if self.store is not None:
            self.store.keep_clip(game_id, number, webp)

    def shown_pictures(self, game_id: int, numbers: Sequence[int]) -> list[int]:
        """The events of a game whose kept picture others than the host may see."""
        with self._lock:
            if self._pictures == "off":
                return []
            game = self._event_log.game if self._event_log.game_id == game_id else None
            if self._pictures == "live" or game is None or game.winner or game.hand_in_play is None:
                return list(numbers)
            begun = [step.number for step in game.standing() if isinstance(step.event, HandStarted)]
            return [number for number in numbers if number < begun[-1]]

    def show_notice(self, notice: Text | str) -> None:
        """Shows everybody at the table a sentence until another takes its place; "" shows none."""
        with self._lock:
            if notice != self._notice:
                self._notice = notice
                self._broker.publish(Changed("notice"))

    # What the camera sees

    def set_camera_status(self, status: SourceStatus) -> None:
        with self._lock:
            if status != self._camera:
                self._camera = status
                self._broker.publish(Changed("camera"))

    def on_table_event(self, seen: TableEvent, picture: bytes | None = None) -> tuple[LoggedEvent, ...]:
        """Records, asks and notes what follows from an event of the watcher.

        `picture` is a JPEG of that moment. What does not fit the record is asked about. An event that met a StoreError
        may be reported again.
        """
        with self._lock:
            self._source_began = self._clock() - seen.time
            game = self._event_log.game
            is_watched = game is not None and not game.rules.is_rounds and not game.rules.is_kept_by_hand
            counts = game is not None and is_watched and not game.winner and not self._is_paused
            found = interpret(game if counts else None, seen, self._notes)
            if found.notes.is_bumped != self._notes.is_bumped:
                self._broker.publish(Changed("camera"))
            was, self._notes = self._notes, found.notes
            if found.hand_goes_on:
                self._hand_end.hand_goes_on()
            try:
                recorded = self._record(found.events, picture)
            except StoreError:
                self._notes = was
                raise
            for question in found.questions:
                self._questions.ask(question, seen.time)
            if isinstance(seen, DoubtSettled):
                self._questions.drop(lambda open: (open.kind, open.tile) == (seen.kind, seen.tile))
            elif isinstance(seen, Settled):
                self._questions.drop(lambda open: open.kind == "differs")
            return recorded

    # The record

    def _settle(self, question: Question, choice: Choice, by: str) -> tuple[LoggedEvent, ...]:
        """Does what an answer says."""
        if choice.then:
            if is_for_host(choice):
                _refuse_seat(by)
            game, events = self._event_log.playing, list[Event]()
            for statement in choice.then:
                statement = _on_what_stands(game, question, statement)
                said = events_of_statement(game, replace(statement, by=by, t=self._now()))
                for event in said:
                    game = game.apply(event)
                events += said
            return self._record(events)
        if question.kind == "hand-end":
            self._notes = replace(self._notes, end=replace(self._notes.end, is_cleared=False))
        game, now = self._event_log.playing, self._now()
        events = events_of_named_tile(game, question, choice, now, by) if choice.tile else []
        return self._record(events)

    def _record_or_ask(self, said: Event, events: Sequence[Event]) -> tuple[LoggedEvent, ...]:
        """Records what was said with what it implies, unless a hand cannot have ended so: then people are asked."""
        draft = question_about_impossible_end(self._event_log.playing, said, events)
        if draft is None:
            return self._record(events)
        self._questions.ask(draft, self._now())
        return ()

    def _record(self, events: Sequence[Event], picture: bytes | None = None) -> tuple[LoggedEvent, ...]:
        if not events:
            return ()
        renamed = _renamed(self._event_log.game, events)
        recorded = self._event_log.append(events, picture)
        self._questions.drop(lambda open: open.kind == "value" and open.tile in renamed)
        self._questions.drop(self._is_about_what_was_taken_back)
        plays = [event for event in events if isinstance(event, Play)]
        tiles = {play.tile for play in plays}
        if any(play.unseen is None for play in plays):  # whose turn it was is seen, but not who played another tile
            self._questions.drop(lambda open: open.kind == "turn" and open.tile is None)
        if tiles:
            self._questions.drop(lambda open: open.tile in tiles and open.kind in SETTLED_BY_PLAY)
            self._questions.drop(self._is_settled_by_others)
        end = self._hand_end.after_recording(self._event_log.playing, events, self._notes.end, self._now())
        self._notes = replace(self._notes, end=end)
        if bears_on_order(self._event_log.playing, events):
            self._ask_about_order()
        return recorded

    def _ask_about_order(self) -> None:
        """Asks in which order tiles were laid and by whom, where the record does not say; else withdraws that."""
        game = self._event_log.game
        ways = question_about_order, question_about_setter, question_about_player
        draft = None if game is None else next(filter(None, (ask(game) for ask in ways)), None)
        if draft is not None:
            self._questions.ask(draft, self._now())
        else:
            self._questions.drop(lambda open: open.kind == "order")

    def _is_about_what_was_taken_back(self, open: Question) -> bool:
        """Whether an answer would correct an event that does not stand any more."""
        standing = {step.number for step in self._event_log.playing.standing()}
        said = (event for choice in open.choices for event in choice.then)
        return any(isinstance(event, Correct) and event.of not in standing for event in said)

    def _is_settled_by_others(self, open: Question) -> bool:
        """Whether all tiles that a tile in doubt may be lie on the table by now: each tile is there once."""
        hand = self._event_log.playing.hand
        might_be = {open.tile, *(choice.tile for choice in open.choices)}
        if open.kind != "value" or hand is None or len(might_be) < 2:
            return False
        return all(tile is not None and tile in hand.layout for tile in might_be)

    def _forget_notes(self) -> None:
        """What was seen and asked in one game means nothing in the next."""
        self._notes = replace(self._notes, boneyard=None, is_bare=False, end=EndSigns())
        self._questions.drop(lambda _: True)

    def _now(self) -> float:
        """Seconds on the clock of the source."""
        return round(self._clock() - self._source_began, 2)


def _refuse_seat(by: str) -> None:
    """RecordError where a player would end the hand, or take it back, for the other side."""
    if by.startswith(SEAT):
        raise RecordError("the host says whether the hand is over; then players enter the tiles of their own side")


def _on_what_stands(game: Game, question: Question, statement: Event) -> Event:
    """What an answer changes, of the play as it is recorded by now: it may have been reread, or be another player's."""
    if question.kind not in ("turn", "endwise") or not isinstance(statement, Correct):
        return statement
    play, said = next((step.event for step in game.standing() if step.number == statement.of), None), statement.said
    if not isinstance(play, Play) or not isinstance(said, Play):
        return statement
    now = replace(play, player=said.player) if question.kind == "turn" else replace(play, endwise=said.endwise)
    return replace(statement, said=now)


def _renamed(game: Game | None, events: Sequence[Event]) -> set[Tile]:
    """The tiles on the table that `events` correct to other tiles, by the names that they had."""
    corrections = {event.of: event.said for event in events if isinstance(event, Correct)}
    if game is None or not corrections:
        return set()
    corrected = ((step.event, corrections[step.number]) for step in game.standing() if step.number in corrections)
    plays = ((was, now) for was, now in corrected if isinstance(was, Play) and isinstance(now, Play))
    return {was.tile for was, now in plays if was.tile != now.tile}
