// What the program answers, as the pages read it, for their type checks. No browser loads this file.
// api_types.d.ts is written by `python -m muggins.webapp.openapi`.

import type * as api from "./api_types.js";

export type * from "./api_types.js";

export type Pegs = [number, number];

export type Choice = api.Question["choices"][number];
export type PhotoDoubt = api.CountedPhoto["doubts"][number];
export type TableGlance = api.Glance;

/** An event with what it brought about. The types below name what each kind always has. */
export type Line = PlayLine | ClaimLine | HandLine | HandEndLine | RoundHandLine | OtherLine;

type Listed<Kind extends api.Line["event"], Fields extends keyof api.Line = never> = api.Line & {
  event: Kind;
} & Required<Pick<api.Line, Fields | "text" | "gain">>;

export type PlayLine = Listed<"play", "player" | "tile" | "points" | "count">;
export type ClaimLine = Listed<"claim", "player" | "points">;
export type HandLine = Listed<"hand", "setter">;
export type HandEndLine = Listed<"hand_end", "hands">;
export type RoundHandLine = Listed<"round_hand", "player" | "points" | "round">;
export type OtherLine = Listed<"game" | "muggins" | "score" | "draw" | "pass" | "take_back" | "correct">;

/** A table as /api/table gives it; the stream leaves out the events. */
export type WholeTable = Omit<api.Table, "lines"> & { lines: Line[] };

export type Announcement = Omit<api.Announcement, "line"> & { line: Line };

export type Move = Omit<api.Replay["moves"][number], "line"> & { line: Line };

export type Replay = Omit<api.Replay, "moves"> & { moves: Move[] };

/** A game with a hand. */
export type GameWithHand = api.GameInPlay & { hand: api.HandInPlay };

/** An event as pages send it. */
export interface SentEvent {
  event: string;
  [field: string]: unknown;
}

/** What the chart shows of a game that can still be scored. */
export type ChartedGame = Pick<api.GameLookedBackOn, "id" | "scores" | "progress"> & { rules: api.Rules };

/** The scores after an event. */
export type ProgressEntry = api.GameLookedBackOn["progress"][number];

/** Addresses of the pictures around an event; null where none was kept. */
export interface Stills {
  before: string | null;
  after: string | null;
  clip: string | null;
}

export interface Point {
  x: number;
  y: number;
}
