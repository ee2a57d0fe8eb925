// What the program answers, for the type checks of the pages. No browser loads this file.
// tests/webapp/views/test_openapi.py compares each interface with the schema of its name in openapi.json.

/** The higher half comes first: "6-4". */
export type Tile = string;

/** The score of each side. The name of a team is its players' names joined with +. */
export type Scores = Record<string, number>;

/** Everything that the table page shows. */
export interface Table {
  id: number;
  /** Of the last event. */
  number: number;
  questions: Question[];
  camera: Camera;
  /** A sentence for everybody at the table; "" where there is none. */
  notice: string;
  game: GameInPlay | null;
  /** The events that stand. */
  lines?: Line[];
  /** The last sentence to speak. */
  say?: string;
  /** The last sentence to show. */
  words?: string;
}

/** A table as /api/table gives it; the stream leaves out the events. */
export interface WholeTable extends Table {
  lines: Line[];
}

/** An event as the stream tells it, with the table after it. */
export interface Announcement {
  id: number;
  number: number;
  line: Line;
  say: string;
  words: string;
  /** Whether lines that were shown before read otherwise from now on. */
  reworks: boolean;
  table: Table;
}

export interface Camera {
  bumped: boolean;
  paused: boolean;
  state: string;
  says: string;
}

export interface GameInPlay {
  rules: RulesInPlay;
  players: string[];
  sides: string[];
  seats: Record<string, string>;
  scores: Scores;
  /** For each side its score before its last gain, and its score. */
  pegs: Record<string, Pegs>;
  winner: string | null;
  can_redo: boolean;
  /** Who sets the next hand; null where the tiles decide it. */
  next_setter: string | null;
  hand: HandInPlay | null;
}

export type Pegs = [number, number];

/** A game with a hand. */
export interface GameWithHand extends GameInPlay {
  hand: HandInPlay;
}

export interface RulesInPlay {
  id: string;
  name: string;
  target: number;
  claims: "auto" | "call";
  /** The highest double. */
  set: number;
  /** Whether plays score. */
  scores: boolean;
  /** The points that one play can score. */
  points: number[];
  unable: "pass" | "draw" | "take-one";
  /** In a game of rounds only the tiles left in the hands are recorded. */
  scored: "plays" | "rounds";
  /** The rounds of a game of rounds; null where a total ends it. */
  rounds: number | null;
  /** Whether there is a round for each double of the set. */
  each_double: boolean;
  wins: "highest" | "lowest";
  /** What 0-0 counts when it is left in a hand. */
  double_blank: number;
  /** Whether a double that is left in a hand counts one half only. */
  count_doubles_once: boolean;
}

/** A photo that was counted. */
export interface CountedPhoto {
  /** Width and height in pixels of the photo as it was read. */
  size: number[];
  /** The highest double; null where no tile is seen. */
  set: number | null;
  total: number;
  tiles: CountedTile[];
  facedown: number;
  doubts: PhotoDoubt[];
  /** Why there is nothing to count; "" where there is. */
  says: string;
  layout: CountedLayout;
  /** The photo as JPEG in base64, where it was asked for. */
  picture: string | null;
}

export interface PhotoDoubt {
  kind: string;
  /** Which tile lies there, or how tiles are joined. */
  about: "tile" | "join";
  text: string;
  tile: Tile | null;
  /** The answers with their probabilities. */
  likely: [Tile, number][];
}

export interface CountedTile {
  tile: Tile;
  /** Around the tile, x and y in pixels; none for a tile that somebody added. */
  corners: number[][];
  /** The centres of its halves. */
  ends: number[][];
  /** The pips of the halves in that order. */
  halves: number[];
  is_doubted: boolean;
}

/** What a layout counts by some rules. */
export interface CountedLayout {
  table: string;
  open: OpenEnd[];
  count: number;
  points: number;
  rules: { id: string; name: string };
}

export interface HandInPlay {
  count: number;
  to_play: string | null;
  setter: string;
  is_over: boolean;
  last: { player: string; tile: Tile } | null;
  layout: string;
  tiles: Tile[];
  open: OpenEnd[];
  /** The layout as an SVG element. */
  drawing: string;
}

export interface OpenEnd {
  tile: Tile;
  pips: number;
  counts: boolean;
}

export interface Question {
  id: number;
  kind: string;
  text: string;
  tile: Tile | null;
  choices: Choice[];
}

export interface Choice {
  text: string;
  tile: Tile | null;
  /** Whether the host alone may choose it: it ends the hand. */
  host_only: boolean;
}

/** An event with what it brought about. The interfaces below name what each kind always has. */
export type Line = PlayLine | ClaimLine | HandLine | HandEndLine | RoundHandLine | OtherLine;

interface LineFields {
  number: number;
  /** Empty where lists leave the event out. */
  text: string;
  player?: string;
  setter?: string;
  tile?: Tile;
  on?: Tile;
  points?: number;
  tiles?: number;
  drawn?: Record<string, number>;
  count?: number;
  hands?: Record<string, Tile[] | null>;
  hand?: Tile[];
  /** The number of the round, from 1. */
  round?: number;
  gained?: Scores;
  bonus?: { kind: string; points: number; to: string }[];
  hand_winner?: string | null;
  missed?: Missed;
  winner?: string | null;
  fault?: string;
}

export interface PlayLine extends LineFields {
  event: "play";
  player: string;
  tile: Tile;
  points: number;
  count: number;
}

export interface ClaimLine extends LineFields {
  event: "claim";
  player: string;
  points: number;
}

export interface HandLine extends LineFields {
  event: "hand";
  setter: string;
}

export interface HandEndLine extends LineFields {
  event: "hand_end";
  hands: Record<string, Tile[] | null>;
}

export interface RoundHandLine extends LineFields {
  event: "round_hand";
  player: string;
  points: number;
  round: number;
}

export interface OtherLine extends LineFields {
  event: "game" | "muggins" | "score" | "draw" | "pass" | "take_back" | "correct";
}

export interface Missed {
  player: string;
  points: number;
  /** The side that got the points; null where they are lost. */
  to: string | null;
  over?: boolean;
}

/** An event as pages send it. */
export interface SentEvent {
  event: string;
  [field: string]: unknown;
}

/** The last game as the form of a new game is filled in with it. */
export interface GameEvent {
  event: "game";
  rules: string;
  players: string[];
  teams?: string[][];
  seats?: Record<string, string>;
  claims?: "auto" | "call";
  target?: number;
  set?: number;
  options?: Record<string, string>;
  t?: number;
  by?: "camera" | "table";
}

export interface Visitor {
  role: "stranger" | "spectator" | "player" | "host";
  player: string | null;
  /** The seats that are taken. */
  taken: string[];
}

export interface Invitation {
  code: string;
  join: string | null;
  address: string | null;
  /** All addresses of the program for other devices, the one in the picture first. */
  addresses: string[];
  taken: string[];
}

export interface Cameras {
  /** The choice that watches now. */
  chosen: string;
  /** Of the network camera, without the password. */
  address: string;
  choices: { camera: string; name: string }[];
  /** The address that the phone opens, where a phone is the camera. */
  code: string;
  /** Which pictures others than the host see. */
  pictures: "off" | "delayed" | "live";
  says: string;
}

export interface Rules {
  id: string;
  name: string;
  target: number;
  claims: "auto" | "call";
  scores: boolean;
}

/** A game move by move. */
export interface Replay {
  rules: Rules;
  sides: string[];
  hands: { number: number; setter: string; drawing: string }[];
  moves: Move[];
}

export interface Move {
  hand: number;
  line: Line;
  /** In a few words, with the player's name. */
  caption: string;
  say: string;
  scores: Scores;
  count: number;
  open: OpenEnd[];
  tiles: Tile[];
  layout: string;
  to_play: string | null;
  has_picture: boolean;
}

/** What the chart shows of a game that can still be scored. */
export interface ChartedGame {
  id: number;
  rules: Rules;
  scores: Scores;
  progress: ProgressEntry[];
}

/** The scores after an event. */
export interface ProgressEntry {
  number: number;
  hand: number;
  text: string;
  scores: Scores;
}

/** Addresses of the pictures around an event; null where none was kept. */
export interface Stills {
  before: string | null;
  after: string | null;
}

/** A table of a hall as its lobby shows it. */
export interface TableGlance {
  number: number;
  /** The path of its pages. */
  address: string;
  /** 0 before the first. */
  game: number;
  events: number;
  rules: string;
  target: number;
  players: string[];
  scores: Scores;
  hand_over: boolean;
  winner: string | null;
  camera: { state: string; says: string };
  paused: boolean;
  /** How many are open. */
  questions: number;
  /** What somebody has to do at the table; "" where all is well. */
  help: string;
  /** What everybody at the table is told; "" for nothing. */
  notice: string;
  /** Whether a process keeps it. */
  kept: boolean;
  /** Whether the process that was asked keeps it. */
  here: boolean;
}

export interface Point {
  x: number;
  y: number;
}
