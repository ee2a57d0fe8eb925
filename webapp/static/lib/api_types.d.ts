// Written by muggins.webapp.openapi.

/** An event as the stream tells it, with the table after it. */
export interface Announcement {
  id: number;
  number: number;
  line: Line;
  say: string;
  words: string;
  /** Whether lines that were shown before read otherwise from now on. */
  reworks: boolean;
  /** The address of a sound that is heard in place of the sentence; null where there is none. */
  sound: string | null;
  table: Table;
}

/** Points that come on top and are pegged with the event. */
export interface Bonus {
  kind: "opening-pass" | "pass-round" | "hand" | "capicua" | "chuchazo";
  points: number;
  /** The side that gets the points. */
  to: string;
}

/** How the camera is. */
export interface Camera {
  bumped: boolean;
  paused: boolean;
  state: "none" | "waiting" | "live" | "over" | "lost" | "flawed" | "turned" | "dark" | "covered" | "frozen" | "unread" | "strange" | "away" | "rivals" | "taken-over" | "single";
  /** The camera's state in a sentence; empty where all is well. */
  says: string;
}

/** The available cameras, and the one that watches. */
export interface Cameras {
  /** The choice that watches now; `address` is a camera on the network. */
  chosen: string;
  /** The network camera's address, without the password. */
  address: string;
  choices: { camera: string; name: string }[];
  /** The address that the phone opens, where a phone is the camera. */
  code: string;
  pictures: Pictures;
  /** Whether a clip of each play is kept. */
  clips: boolean;
  /** Why the camera used last is not available. */
  says: string;
}

/** A player's claim to the points of the last play. */
export interface ClaimEvent {
  event: "claim";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  points: number;
}

/** A replacement for an earlier event; everything after it is computed again. */
export interface CorrectEvent {
  event: "correct";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  /** The number of the earlier event in the record, counted from 1. */
  of: number;
  /** The event that replaces it; nothing in its place removes it. */
  said: Event | null;
}

/** What a layout counts by some rules. */
export interface CountedLayout {
  /** The layout as in a record. */
  table: string;
  open: OpenEnd[];
  count: number;
  /** What the count is worth. */
  points: number;
  rules: { id: string; name: string };
}

/** A photo that was counted. */
export interface CountedPhoto {
  /** Width and height in pixels of the photo as it was read. */
  size: number[];
  /** The highest double; null where no tile is seen. */
  set: number | null;
  /** The pips of all tiles together. */
  total: number;
  tiles: CountedTile[];
  facedown: number;
  doubts: ({ kind: "value" | "twice" | "join" | "misplay" | "edge" | "faint" | "foreign"; text: string; tile: Tile | null; likely: [Tile, number][]; about: "tile" | "join"; corners: number[][] })[];
  /** Why there is nothing to count; empty where there is. */
  says: string;
  layout: CountedLayout;
  /** The photo as JPEG in base64, where it was asked for. */
  picture: string | null;
}

/** A tile on a photo. */
export interface CountedTile {
  tile: Tile;
  /** Around the tile, x and y in pixels of the photo as it was read. */
  corners: number[][];
  /** The centres of its halves. */
  ends: number[][];
  /** The pips of the halves in that order. */
  halves: number[];
  is_doubted: boolean;
}

/** Tiles that a player draws from the boneyard. */
export interface DrawEvent {
  event: "draw";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  tiles?: number;
  /** Whether the player admits to having held a playable tile. */
  able?: boolean;
  /** Whether the program concluded the event from the order of play. */
  inferred?: boolean;
}

export type Event = GameEvent | HandEvent | PlayEvent | ClaimEvent | MugginsEvent | ScoreEvent | DrawEvent | PassEvent | TakeBackEvent | CorrectEvent | HandEndEvent | RoundHandEvent;

/** The start of a game: its rules, and who sits where. */
export interface GameEvent {
  event: "game";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  /** The id of a rule set, for example five-up. */
  rules: string;
  /** In clockwise order. */
  players: string[];
  teams?: string[][];
  /** Each player's side of the camera picture. */
  seats?: Record<string, "bottom" | "top" | "left" | "right">;
  claims?: "auto" | "call";
  target?: number;
  /** The highest double of the set. */
  set?: 6 | 9 | 12;
  /** Other options of the rule set that differ in this game, by their names. */
  options?: Record<string, string>;
}

/** The game being played. */
export interface GameInPlay {
  rules: RulesInPlay;
  players: string[];
  sides: string[];
  /** The side of each player. */
  side_of: Record<string, string>;
  /** Who plays with whom in the hand in play, or else in the next one; empty unless partners rotate. */
  partners: string[][];
  seats: Record<string, string>;
  scores: Scores;
  /** For each side its score before its last gain, and its score. */
  pegs: Record<string, [number, number]>;
  /** The points of each side in each hand; empty where plays score, or rounds are played. */
  hand_points: Scores[];
  winner: string | null;
  /** Null while the game goes on. */
  ending: { winner: string; skunked: string[]; decided_by: string } | null;
  /** Whether the event taken back last can be brought back. */
  can_redo: boolean;
  /** Who sets the next hand; null where the tiles decide it. */
  next_setter: string | null;
  hand: HandInPlay | null;
}

/** A review of a game. */
export interface GameLookedBackOn {
  id: number;
  /** Start of the game, ISO 8601. */
  started: string | null;
  events: number;
  is_on_table: boolean;
  /** Why its record can no longer be scored. */
  trouble: string | null;
  result: string | null;
  rules: Rules | null;
  players: string[];
  scores: Scores;
  winner: string | null;
  hands: number;
  plays: number;
  /** True while the tiles left in some hand are not known. */
  is_short_of_points: boolean;
  tallies: Tally[];
  best: Moment[];
  missed: Moment[];
  played: PlayedHand[];
  /** The scores after every event that stands. */
  progress: { number: number; hand: number; event: Event; text: string; scores: Scores }[];
}

/** A table of a hall as its lobby shows it. */
export interface Glance {
  number: number;
  /** The path of its pages. */
  address: string;
  /** 0 before the first. */
  game: number;
  events: number;
  rules: string;
  target: number;
  players: string[];
  scores: Record<string, number>;
  hand_over: boolean;
  winner: string | null;
  camera: { state: "none" | "waiting" | "live" | "over" | "lost" | "flawed" | "turned" | "dark" | "covered" | "frozen" | "unread" | "strange" | "away" | "rivals" | "taken-over" | "single"; health: "well" | "quiet" | "unwell"; says: string };
  paused: boolean;
  /** How many are open. */
  questions: number;
  /** What somebody has to do at the table; empty where all is well. */
  help: string;
  /** What everybody at the table is told; empty for nothing. */
  notice: string;
}

/** The end of a hand, with the tiles left in every player's hand. */
export interface HandEndEvent {
  event: "hand_end";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  /** The tiles left with each player, or nothing if they are unknown: the hand's points then wait for a correction. */
  hands: Record<string, Tile[] | null>;
}

/** The start of a hand. */
export interface HandEvent {
  event: "hand";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  setter: string;
  /** The number of tiles a player drew for the hand, if it differs from the rules. */
  drawn?: Record<string, number>;
  /** Whether a tile was seen while the hands were drawn. */
  exposed?: boolean;
  /** The tiles already played, if the record begins in the middle of a hand; `setter` is then the next player. */
  layout?: string;
}

/** The hand in play, or the last one until the next begins. */
export interface HandInPlay {
  /** Null while the score of the last play may be claimed: players find it by themselves. */
  count: number | null;
  to_play: string | null;
  setter: string;
  is_over: boolean;
  last: { player: string; tile: Tile; points: number | null; to: string | null } | null;
  /** For example 5-5, 5-3>5-5. */
  layout: string;
  tiles: Tile[];
  open: OpenEnd[];
  /** The doubles whose side or end the next tile may touch, and those that may lie either way themselves. */
  either_way: Tile[];
  /** The layout as an SVG element. */
  drawing: string;
}

/** How others join. */
export interface Invitation {
  code: string;
  join: string | null;
  address: string | null;
  /** All addresses of the program for other devices, the one in the picture first. */
  addresses: string[];
  taken: string[];
}

/** An event with its outcome. Scores and winner are absent only where the record can no longer be scored. */
export interface Line {
  /** Number of the event in the record. */
  number: number;
  /** The event in a few words, as lists of events show it beside the player's name; empty for an event that lists leave out. Absent in the record itself. */
  text?: string;
  /** The points that lists show with the event. Where scores are claimed, a claim shows them and the play does not. Absent in the record itself. */
  gain?: number;
  event: "game" | "hand" | "play" | "claim" | "muggins" | "score" | "draw" | "pass" | "take_back" | "correct" | "hand_end" | "round_hand";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  /** The id of a rule set, for example five-up. */
  rules?: string;
  /** In clockwise order. */
  players?: string[];
  teams?: string[][];
  /** Each player's side of the camera picture. */
  seats?: Record<string, "bottom" | "top" | "left" | "right">;
  claims?: "auto" | "call";
  target?: number;
  /** The highest double of the set. */
  set?: 6 | 9 | 12;
  /** Other options of the rule set that differ in this game, by their names. */
  options?: Record<string, string>;
  setter?: string;
  /** The number of tiles a player drew for the hand, if it differs from the rules. */
  drawn?: Record<string, number>;
  /** Whether the tile lay exposed, so that the opponent said where to play it. */
  exposed?: boolean;
  /** The tiles already played, if the record begins in the middle of a hand; `setter` is then the next player. */
  layout?: string;
  player?: string;
  tile?: Tile;
  /** The tile it was played on; none for the first tile of a hand. */
  on?: Tile;
  /** The pips of the touching halves, first this tile's, then its host's, if they differ. */
  joins?: [number, number];
  /** Whether it lies at the end of a double whose side was free, or is itself the spinner and lies lengthwise. */
  endwise?: boolean;
  /** Where the tile points in the camera's picture, from the half that touches the host to the other, and the first tile from its lower half to its higher: degrees clockwise from the right. Drawings lie as the picture does. */
  angle?: number;
  /** That nobody saw the tile laid: its player is a guess, and so is its place in the order until people say it. */
  unseen?: "order-guessed" | "order-told";
  /** The points that a play is worth, or that were claimed. */
  points?: number;
  tiles?: number;
  able?: boolean | ({ player: string; of: number; fault: "misplay" | "out-of-turn" | "wrong-claim" | "false-claim" | "false-muggins" | "drew-although-able" | "passed-although-able" | "passed-too-soon" | "over-draw" | "under-draw" | "exposed" | "not-blocked" | "cannot-be-out" | "miscounted" | "wrong-set" | "taken-back" })[];
  /** Whether the program concluded the event from the order of play. */
  inferred?: boolean;
  /** The number of the earlier event in the record, counted from 1. */
  of?: number;
  /** The event that replaces it; nothing in its place removes it. */
  said?: Event | null;
  /** The tiles left with each player, or nothing if they are unknown: the hand's points then wait for a correction. */
  hands?: Record<string, Tile[] | null>;
  /** The tiles left, none if the player went out; absent where only their points are known. */
  hand?: Tile[];
  /** The sum of the open ends. */
  count?: number;
  /** The pips of the open ends in rising order. */
  open?: number[];
  /** The points that should have been claimed. */
  due?: number;
  /** Number of the round, from 1. */
  round?: number;
  missed?: Missed;
  /** Why a score was not awarded. */
  barred?: "misplay" | "out-of-turn" | "wrong-claim" | "false-claim" | "false-muggins" | "drew-although-able" | "passed-although-able" | "passed-too-soon" | "over-draw" | "under-draw" | "exposed" | "not-blocked" | "cannot-be-out" | "miscounted" | "wrong-set" | "taken-back";
  /** True where the points would exceed a target that must be reached exactly, so they do not count; where partners rotate, perhaps for one of the two alone. */
  over?: boolean;
  /** The sides that lose by a skunk. */
  skunked?: string[];
  bonus?: Bonus[];
  /** Tiles left in the stock, in Knock Out. */
  left?: number;
  /** Sides with equal scores, which play on. */
  play_off?: string[];
  /** Players whose remaining tiles are not known yet. */
  untold?: string[];
  /** The change of each side's score, bonuses included. */
  gained?: Scores;
  hand_winner?: string | null;
  /** Pairs that could still be discarded. */
  pairs?: Tile[][];
  /** The gravest fault. */
  fault?: "misplay" | "out-of-turn" | "wrong-claim" | "false-claim" | "false-muggins" | "drew-although-able" | "passed-although-able" | "passed-too-soon" | "over-draw" | "under-draw" | "exposed" | "not-blocked" | "cannot-be-out" | "miscounted" | "wrong-set" | "taken-back";
  /** All faults where there are several, the gravest first. */
  faults?: ("misplay" | "out-of-turn" | "wrong-claim" | "false-claim" | "false-muggins" | "drew-although-able" | "passed-although-able" | "passed-too-soon" | "over-draw" | "under-draw" | "exposed" | "not-blocked" | "cannot-be-out" | "miscounted" | "wrong-set" | "taken-back")[];
  scores?: Scores;
  winner?: string | null;
}

/** A game as the list of games shows it. */
export interface ListedGame {
  id: number;
  /** Start of the game, ISO 8601. */
  started: string | null;
  events: number;
  is_on_table: boolean;
  /** Why its record can no longer be scored. */
  trouble: string | null;
  result: string | null;
  rules: Rules | null;
  players: string[];
  scores: Scores;
  winner: string | null;
  hands: number;
  plays: number;
}

/** A score that its player did not claim in time. */
export interface Missed {
  player: string;
  points: number;
  /** The side that got the points; null where they are lost. */
  to: string | null;
}

/** A play worth remembering. */
export interface Moment {
  number: number;
  hand: number;
  player: string;
  tile: Tile;
  on: Tile | null;
  count: number;
  points: number;
  /** The side that got the missed points. */
  to?: string | null;
  game?: number;
}

/** A player's call of Muggins on a score that was not claimed. */
export interface MugginsEvent {
  event: "muggins";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
}

/** The keys from now on. */
export interface NewKeys {
  /** The path of the host's first address from now on. */
  path: string;
}

export interface Nothing {
}

/** A place where a tile may be played: its tile, the pips to match, and whether these pips count now. */
export interface OpenEnd {
  tile: Tile;
  pips: number;
  counts: boolean;
}

/** A player's pass. */
export interface PassEvent {
  event: "pass";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  /** Whether the program concluded the event from the order of play. */
  inferred?: boolean;
}

/** None; those of hands that are over; or all, and the camera's picture too. */
export type Pictures = "off" | "delayed" | "live";

/** A tile played on its host, or as the set (the first tile of a hand). */
export interface PlayEvent {
  event: "play";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  tile: Tile;
  /** The tile it was played on; none for the first tile of a hand. */
  on?: Tile;
  /** The pips of the touching halves, first this tile's, then its host's, if they differ. */
  joins?: [number, number];
  /** Whether the tile lay exposed, so that the opponent said where to play it. */
  exposed?: boolean;
  /** Whether it lies at the end of a double whose side was free, or is itself the spinner and lies lengthwise. */
  endwise?: boolean;
  /** Where the tile points in the camera's picture, from the half that touches the host to the other, and the first tile from its lower half to its higher: degrees clockwise from the right. Drawings lie as the picture does. */
  angle?: number;
  /** That nobody saw the tile laid: its player is a guess, and so is its place in the order until people say it. */
  unseen?: "order-guessed" | "order-told";
}

/** A hand of a game in review. A round of a game of rounds is one too. */
export interface PlayedHand {
  number: number;
  /** Empty in a game of rounds. */
  setter: string;
  layout: string;
  is_over: boolean;
  winner: string | null;
  brought: Scores;
  scores: Scores;
  untold: string[];
}

/** A player, with figures over all games. */
export interface Player {
  player: string;
  games: number;
  finished: number;
  won: number;
  /** One entry for each rule set, since points compare within one rule set only. */
  records: PlayerRecord[];
  /** The one met most often first. */
  rivals: { player: string; finished: number; won: number; lost: number }[];
  /** In their order. */
  months: { month: string; finished: number; won: number; average: number }[];
}

/** A player's figures over all games of one set of rules. */
export interface PlayerRecord {
  rules: { id: string; name: string };
  games: number;
  finished: number;
  won: number;
  hands: number;
  plays: number;
  /** Points made in play. */
  points: number;
  /** Average points made in play per hand. */
  average: number;
  muggins: number;
  missed: number;
  best: Moment | null;
}

/** A question to the people at the table. */
export interface Question {
  id: number;
  kind: "value" | "twice" | "join" | "misplay" | "edge" | "faint" | "foreign" | "gone" | "cannot" | "differs" | "hand-end" | "order" | "turn" | "endwise";
  text: string;
  tile: Tile | null;
  choices: ({ text: string; tile: Tile | null; host_only: boolean })[];
}

/** Somebody elsewhere who is told each event. */
export interface Receiver {
  /** Without its password. */
  address: string;
  /** The number of events that it has still to be told. */
  waiting: number;
  /** Why it is not told, a sentence; empty where nothing waits. */
  trouble: string;
  /** The ids of the events that it refused again and again, while it took later ones. */
  left_out: string[];
  /** Whether it is told nothing until it is named again: it has refused several events in a row, or wants none. */
  is_off: boolean;
}

/** Who is told each event; null where nobody is. */
export interface Receivers {
  /** An address that is called. */
  hook: Receiver | null;
  /** An MQTT broker. */
  mqtt: Receiver | null;
}

/** Why a request failed. */
export interface Refusal {
  /** One sentence: what was expected, what came, what to do. */
  error: string;
  /** True where another phone is the camera. */
  rival?: boolean;
  /** True where it looks like a slip; the same request with `sure` is granted. */
  asks?: boolean;
}

/** A game move by move. */
export interface Replay {
  rules: Rules;
  sides: string[];
  hands: { number: number; setter: string; drawing: string }[];
  moves: ({ count: number; open: OpenEnd[]; tiles: Tile[]; layout: string; to_play: string | null; hand: number; line: Line; caption: string; say: string; scores: Scores; pegs: Record<string, [number, number]>; has_picture: boolean; has_clip: boolean })[];
}

/** The tiles left in one hand at the end of a round, in a game of rounds. It carries either `hand` or `points`. */
export interface RoundHandEvent {
  event: "round_hand";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  /** The tiles left, none if the player went out; absent where only their points are known. */
  hand?: Tile[];
  /** What the tiles left count, as somebody added them up. */
  points?: number;
}

/** The rules of a game. */
export interface Rules {
  id: string;
  name: string;
  target: number;
  claims: "auto" | "call";
  /** Whether plays score. */
  scores: boolean;
}

/** The rules of the game being played. */
export interface RulesInPlay {
  id: string;
  name: string;
  target: number;
  claims: "auto" | "call";
  /** Whether plays score. */
  scores: boolean;
  /** The highest double. */
  set: number;
  /** The points that one play can score. */
  points: number[];
  unable: "pass" | "draw" | "take-one";
  /** The pips that two halves which touch have together; null if they show the same number. */
  joined_sum: number | null;
  matadors: boolean;
  spinner_ends: "after-sides" | "any-time";
  /** Whether people enter every play, and the camera none. */
  is_kept_by_hand: boolean;
  /** In a game of rounds only the tiles left in the hands are recorded. */
  scored: "plays" | "rounds";
  /** The rounds of a game of rounds; null where a total ends it. */
  rounds: number | null;
  /** Whether there is a round for each double of the set. */
  each_double: boolean;
  /** The total that wins. */
  wins: "highest" | "lowest";
  /** What each tile of the set counts when it is left in a hand. */
  pips_left: Record<string, number>;
}

/** Points that people peg by hand, for an earlier score or by agreement. */
export interface ScoreEvent {
  event: "score";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
  player: string;
  /** Negative to take points away; never 0. */
  points: number;
}

/** The score of each side. The name of a team is its players' names joined with +. */
export type Scores = Record<string, number>;

/** What is heard in place of the voice. */
export interface Sounds {
  /** All that may have a sound, the most telling first. */
  moments: ("win" | "fault" | "muggins" | "claim" | "score" | "play" | "pass" | "draw" | "hand_end" | "hand")[];
  /** The players of the game, and whoever has a sound. */
  players: string[];
  sounds: ({ moment: "win" | "fault" | "muggins" | "claim" | "score" | "play" | "pass" | "draw" | "hand_end" | "hand"; player: string; file: string })[];
}

/** Who reported an event: the camera, somebody at the table, its host, the desk of a hall, or a player's seat. */
export type Source = string;

/** Everything that the table page shows. */
export interface Table {
  id: number;
  /** Number of the last event. */
  number: number;
  questions: Question[];
  camera: Camera;
  /** A sentence for everybody at the table; empty where there is none. */
  notice: string;
  game: GameInPlay | null;
  /** What each side that two plays may bring to the target needs; empty where people do not want it told. */
  needed: Record<string, number>;
  /** The events that stand, with their words in the list. */
  lines?: Line[];
  /** The last sentence to speak. */
  say?: string;
  /** The last sentence to show: it also names the player and the tile. */
  words?: string;
}

/** The withdrawal of the last play and of everything that followed from it. */
export interface TakeBackEvent {
  event: "take_back";
  /** Seconds on a monotonic clock; in a video, seconds from its start. */
  t?: number;
  by?: Source;
}

export interface Taken {
  state: "none" | "waiting" | "live" | "over" | "lost" | "flawed" | "turned" | "dark" | "covered" | "frozen" | "unread" | "strange" | "away" | "rivals" | "taken-over" | "single";
  says: string;
  notice: string;
  /** The tiles that were read last, each with x and y of its four corners as fractions of the picture's size. */
  tiles: Record<string, number[]>;
  /** Those of the game that is played, by side. */
  scores: Record<string, number>;
}

/** A player's figures in a game. */
export interface Tally {
  player: string;
  plays: number;
  draws: number;
  passes: number;
  points: number;
  muggins: number;
  missed: number;
  faults: number;
}

/** The higher half comes first. */
export type Tile = string;

/** The events that a request added to the record. */
export interface Told {
  told: Line[];
}

/** Who sends the request. */
export interface Visitor {
  role: "stranger" | "spectator" | "player" | "host";
  player: string | null;
  /** The seats that are taken. */
  taken: string[];
}
