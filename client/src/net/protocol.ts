// Written by `make protocol` from the structs of src/lastcard/server/protocol/.

export const PROTOCOL = 2;

export type Phrase = "hello" | "luck" | "nice" | "oops" | "think" | "thanks" | "sorry" | "again" | "bye" | "gg";

export const STAGE_MS = {
  deal: 1100,
  dealer_card: 500,
  turn_up: 400,
  put_back: 500,
  open: 400,
  play: 360,
  jump: 420,
  draw: 200,
  skip: 600,
  reverse: 450,
  owes: 400,
  swap: 800,
  hands_passed: 900,
  reshuffle: 500,
  charge: 600,
  call: 450,
  false_call: 700,
  catch: 900,
  false_catch: 900,
  challenge: 1500,
} as const;

export const FACES = ["fox", "cat", "bear", "panda", "owl", "rabbit", "frog", "pig", "mouse", "dog", "lion", "tiger", "koala", "monkey", "penguin", "chick", "wolf", "raccoon", "elephant", "hedgehog", "cow", "lamb", "octopus", "bee"] as const;

export type FaceCode = (typeof FACES)[number];

export const EMOTES = ["laugh", "wow", "sad", "cross", "phew", "cheeky", "love", "bravo"] as const;

export type EmoteCode = (typeof EMOTES)[number];

export const MOST_CARDS = 6;

/** Is the line alive, and what does the server's clock say? */
export interface Ping {
  type: "ping";
  sent: number;
}

/** Whether the reader sees the page: a new socket does. Who is in turn and does not is told by push. */
export interface Look {
  type: "look";
  visible: boolean;
}

/** Leave whatever is open and watch the lobby; a `lobby` follows, and another when it has changed. */
export interface Lobby {
  type: "lobby";
}

/** A new table with its creator in seat 0. The ack has its code; the table follows. */
export interface Create {
  type: "create";
  id: string;
  rules?: string;
  set?: Record<string, boolean | number | string>;
  seats?: number | null;
  bots?: string | null;
  public?: boolean;
  timer?: number | "auto";
  pace?: "fast" | "normal" | "slow";
  start?: boolean;
}

/** Play with strangers: a seat at a table of theirs, now or from the next round, or at a new one.

The ack has its code; the table follows. Who has a seat elsewhere is refused, or gives it up (`leave`). */
export interface Quick {
  type: "quick";
  id: string;
  rules?: string;
  leave?: boolean;
}

/** Come to a table: into your own seat, else as a spectator. `since` is the last event that you have. */
export interface Open {
  type: "open";
  id: string;
  code: string;
  since?: number | null;
  sit?: boolean;
}

/** Take a seat: one that is `free` now, or your own, in which a bot plays on for you.

Without a number, in the middle of a round, you queue if a bot makes room when it is over. An empty seat
that is taken during a match plays from the next one. */
export interface Sit {
  type: "sit";
  id: string;
  seat?: number | null;
}

/** Queue for a seat, or not any more: the first in the queue who is there gets the next that is free. */
export interface Wait {
  type: "wait";
  id: string;
  wait?: boolean;
}

/** Give the seat up and watch. In a match a bot goes on for it. */
export interface Stand {
  type: "stand";
  id: string;
}

/** Give the seat up, if there is one, and go back to the lobby. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Ready for the deal, the next round or the rematch; or not any more. */
export interface Ready {
  type: "ready";
  id: string;
  ready?: boolean;
}

/** Deal now (the host; or anybody seated when the host is away). */
export interface Start {
  type: "start";
  id: string;
}

/** A card in the draw for dealer: its place from 1, or null for the one in front of you. */
export interface Pick {
  type: "pick";
  id: string;
  draw: number;
  place?: number | null;
}

/** Don't wait for the rest of the draw for dealer: the table picks for you. It ends when all skip. */
export interface Skip {
  type: "skip";
  id: string;
}

/** An action of your own seat, at the version it was chosen from: one of `view.legal`, or as text. */
export interface Act {
  type: "act";
  id: string;
  version: number;
  action: Action | string;
}

/** What a player does: the parts for programs, `str()` for people and records. */
export interface Action {
  verb: "call" | "catch" | "challenge" | "draw" | "jump" | "name" | "pass" | "play" | "take";
  card?: string | null;
  colour?: string | null;
  player?: string | null;
  call?: boolean;
  call_first?: boolean;
}

/** Put a bot into a seat (the host): an empty one, or in place of the person there. */
export interface AddBot {
  type: "bot";
  id: string;
  seat: number;
  level?: string;
}

/** Let a person take a bot's seat between rounds, although somebody may come back to it (the host).

Other bots make room between rounds without an offer. */
export interface Offer {
  type: "offer";
  id: string;
  seat: number;
  offer?: boolean;
}

/** Empty a seat (the host). In a match a bot goes on for it. The kicked can't come back to the table. */
export interface Kick {
  type: "kick";
  id: string;
  seat: number;
  why?: string;
}

/** Make somebody else the host; or take over (`seat` is your own) when the host is away. */
export interface HandOver {
  type: "host";
  id: string;
  seat: number;
}

/** Step away (a bot goes on for the seat), or come back. */
export interface Away {
  type: "away";
  id: string;
  away?: boolean;
}

/** Chat: one of the phrases, or a short text. */
export interface Say {
  type: "say";
  id: string;
  phrase?: string | null;
  text?: string | null;
}

/** A reaction at your seat, for a moment. It is neither answered nor stored; a lost one stays lost. */
export interface React {
  type: "react";
  emote: EmoteCode;
}

/** Spectators may not chat, or may again (the host). */
export interface Mute {
  type: "mute";
  id: string;
  mute?: boolean;
}

/** Your own addition to the seed of the next deal; it can be changed until the deal. */
export interface Shuffle {
  type: "shuffle";
  id: string;
  text: string;
}

/** Other rules or settings, before the match (the host). What is None stays. */
export interface Change {
  type: "change";
  id: string;
  rules?: string | null;
  set?: Record<string, boolean | number | string> | null;
  seats?: number | null;
  public?: boolean | null;
  timer?: number | "auto" | null;
  pace?: "fast" | "normal" | "slow" | null;
}

/** Close the table (the host): everybody is back in the lobby. */
export interface Close {
  type: "close";
  id: string;
}

/** The first message on a socket. A `build` other than the page's own: reload the page. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  build: string;
  now: number;
  me: Me;
  ticket: string;
}

/** Who the browser is. */
export interface Me {
  person: string | null;
  name: string | null;
  table: string | null;
  face: FaceCode | null;
}

/** Who the browser is has changed: a first name on this socket, or another one. */
export interface MeNow {
  type: "me";
  me: Me;
}

/** The answer to a ping: its own time back, and the server's in milliseconds. */
export interface Pong {
  type: "pong";
  sent: number;
  now: number;
}

/** The public tables; `why` says what became of the table of somebody who was sent here. */
export interface LobbyNow {
  type: "lobby";
  tables: LobbyTable[];
  online: number;
  why: "" | "closed" | "gone" | "kicked" | "left";
  text: string;
}

/** A public table, as the lobby lists it. */
export interface LobbyTable {
  code: string;
  rules: string;
  title: string;
  host: string | null;
  people: string[];
  bots: number;
  seats: number;
  watchers: number;
  phase: "between" | "drawing" | "over" | "playing" | "waiting";
  timer: number | "auto";
  house_rules: number;
  quick: boolean;
  faces: FaceCode[];
}

/** The table as it is now, and what happened since the last message; with `resync`, since `since`.

`deck` comes with `resync` and when the rules have changed; otherwise it is null and stays as it was. */
export interface TableNow {
  type: "table";
  table: TableState;
  events: (GameEvent | DealerDrawEvent | DealEvent | ChatEvent | SeatTakenEvent | QueueEvent | SeatVacatedEvent | StandInEvent | HostEvent | RenamedEvent | SettingsEvent | SeedCommittedEvent | SeedRevealedEvent | MatchEndedEvent | TimeoutEvent)[];
  resync: boolean;
  deck: Deck | null;
}

/** All that one viewer may know about a table.

`view` leaves out who of the others has called and who can be caught: `calling` says what may be tried. */
export interface TableState {
  code: string;
  version: number;
  n: number;
  now: number;
  phase: "between" | "drawing" | "over" | "playing" | "waiting";
  rules: string;
  title: string;
  set: Record<string, boolean | number | string>;
  public: boolean;
  timer: number | "auto";
  pace: "fast" | "normal" | "slow";
  muted: boolean;
  host: number | null;
  seats: Seat[];
  watchers: string[];
  nameless: number;
  you: number | null;
  may: string[];
  round: number;
  standing: Standing | null;
  view: View | null;
  clock: Clock | null;
  fairness: Fairness;
  suits: Record<string, string>;
  suit_word: string;
  calls: boolean;
  game: string | null;
  calling: Calling | null;
  queue: string[];
  quick: boolean;
  starts: number | null;
  limit: number;
  why: Reasons | null;
  draw: DrawState | null;
}

/** A seat as everybody sees it. */
export interface Seat {
  seat: number;
  kind: "bot" | "empty" | "person";
  name: string | null;
  person: string | null;
  level: string | null;
  online: boolean;
  ready: boolean;
  away: boolean;
  free: boolean;
  offered: boolean;
  playing: boolean;
  opens: boolean;
  reserved: string | null;
  face: FaceCode | null;
}

/** By name, in the order of the seats. */
export interface Standing {
  totals: Record<string, number>;
  places: Record<string, number>;
  over: boolean;
  winners: string[];
  losers: string[];
  next_limit: number | null;
}

/** A round as seen from one seat. `legal` holds all actions that are right for it now. */
export interface View {
  rules: string;
  players: string[];
  you: string | null;
  phase: "challenge" | "drawn" | "name" | "over" | "play" | "stack";
  turn: string | null;
  direction: number;
  top: string;
  colour: string | null;
  hand: string[];
  counts: Record<string, number>;
  draw_pile: number;
  discards: string[];
  drawn: string | null;
  owed: number;
  attacker: string | null;
  called: string[];
  catchable: string[];
  turns: number;
  refills: number;
  legal: Action[];
  reason: "blocked" | "capped" | "won" | null;
  winner: string | null;
  scores: Record<string, number> | null;
  items: Record<string, Record<string, number>> | null;
  hands: Record<string, string[]> | null;
}

/** Who is waited for, and until when by the server's clock (compare `now`). */
export interface Clock {
  seat: number;
  deadline: number;
  seconds: number;
}

/** The seed of the round in play or to be dealt next (docs/fairness.md). */
export interface Fairness {
  commitment: string;
  additions: Record<string, string>;
  seed: string | null;
  next_commitment: string | null;
  next_additions: Record<string, string>;
}

/** What a call or an accusation would mean for one player now. */
export interface Calling {
  call: "false" | "ignored" | "refused" | "right";
  with_play: "false" | "ignored" | "refused" | "right";
  accusable: string[];
  catch_penalty: number;
  false_call_penalty: number;
  false_catch_penalty: number;
}

/** What a seat can't do now, and why. */
export interface Reasons {
  cards: Unplayable[];
  draw: Message | null;
}

/** Cards that can't be played for the same reason; a `card` in its words is each of these. */
export interface Unplayable {
  why: Message;
  cards: string[];
}

/** Something to say: its key in the catalogue, and what goes into its places.

A parameter is a text, a number, another message, or a list of these. */
export interface Message {
  code: string;
  params: Record<string, unknown>;
}

/** The draw for dealer, the same for everybody: face-down cards, and who has picked which (C1). */
export interface DrawState {
  number: number;
  cards: number;
  players: number[];
  drawing: number[];
  picked: PickedCard[];
  shown: boolean;
  tied: number[];
  dealer: number | null;
  first: number | null;
  skipped: number[];
  deadline: number | null;
}

/** A card of the draw for dealer that somebody has picked; `card` is null until all are shown. */
export interface PickedCard {
  seat: number;
  place: number;
  card: string | null;
  number: number | null;
}

/** Something in the game, as this seat saw it (docs/record.md); `version` is the one it led to. */
export interface GameEvent {
  type: "game";
  version: number;
  event: DealerCardDrawn | DealersTied | DealerChosen | CardTurnedUp | CardPutBack | RoundOpened | CardPlayed | JumpedIn | CardsDrawn | TurnPassed | ColourNamed | TurnSkipped | DirectionReversed | DrawOwed | HandsSwapped | HandsPassed | PileReshuffled | PointsCharged | LastCardCalled | FalseCall | PlayerCaught | FalseCatch | NoEffect | Challenged | RoundEnded;
  n: number;
  at: number;
}

/** Somebody's card in the draw for dealer is shown (C1); action and wild cards have no number there. */
export interface DealerCardDrawn {
  type: "dealer_card";
  player: string | null;
  card: string;
  number?: number | null;
}

/** These have the same highest number and draw again, or all because nobody has one (C1). */
export interface DealersTied {
  type: "dealer_tie";
  player: string | null;
  players: string[];
  number?: number | null;
}

/** The draw for dealer is decided: `player` deals, and `first` starts (C1). */
export interface DealerChosen {
  type: "dealer";
  player: string | null;
  first: string;
}

/** The card that is to start the discard pile (C2, L2). */
export interface CardTurnedUp {
  type: "turn_up";
  player: string | null;
  card: string;
}

/** It may not start the pile and goes back into the deck; where it lies now is nobody's to know. */
export interface CardPutBack {
  type: "put_back";
  player: string | null;
  card: string;
  above?: number;
}

/** The starter's first card, picked at random from the hand (F2). */
export interface RoundOpened {
  type: "open";
  player: string | null;
  card: string;
}

/** A card is played; `colour` is what a wild names, `partner` with whom a seven swaps hands (H3). */
export interface CardPlayed {
  type: "play";
  player: string | null;
  card: string;
  colour?: string | null;
  with?: string | null;
}

/** A card is played out of turn (H2). */
export interface JumpedIn {
  type: "jump";
  player: string | null;
  card: string;
  colour?: string | null;
  with?: string | null;
}

/** Cards are drawn, perhaps none; which ones only the player sees. */
export interface CardsDrawn {
  type: "draw";
  player: string | null;
  count: number;
  why: "challenge" | "choice" | "forced" | "penalty";
  cards?: string[];
}

/** A player passes after drawing (U6). */
export interface TurnPassed {
  type: "pass";
  player: string | null;
}

/** The colour or suit of a first card that is wild (C3, F2). */
export interface ColourNamed {
  type: "name";
  player: string | null;
  colour: string;
}

/** A player loses the turn. */
export interface TurnSkipped {
  type: "skip";
  player: string | null;
}

/** Play goes the other way. */
export interface DirectionReversed {
  type: "reverse";
  player: string | null;
  direction: number;
}

/** A draw card waits for its victim's answer (H1, H5). */
export interface DrawOwed {
  type: "owes";
  player: string | null;
  count: number;
}

/** Two players swap hands (H3). */
export interface HandsSwapped {
  type: "swap";
  player: string | null;
  with: string;
}

/** All hands move on by one seat (H3). */
export interface HandsPassed {
  type: "hands_passed";
  player: string | null;
  direction: number;
}

/** The discards under the top card become the new draw pile (U7). */
export interface PileReshuffled {
  type: "reshuffle";
  player: string | null;
  count: number;
}

/** A player pays for replenishing the draw pile (F7). */
export interface PointsCharged {
  type: "charge";
  player: string | null;
  points: number;
}

/** A player calls the last card (C6, F6). */
export interface LastCardCalled {
  type: "call";
  player: string | null;
}

/** A call that was not true, and is punished (C8). */
export interface FalseCall {
  type: "false_call";
  player: string | null;
}

/** A player who had not called is caught (C7). */
export interface PlayerCaught {
  type: "catch";
  player: string | null;
  caught: string;
}

/** A catch of somebody who could not be caught, which is punished (C8). */
export interface FalseCatch {
  type: "false_catch";
  player: string | null;
  accused: string;
}

/** A call or catch that comes too late and changes nothing (C8). */
export interface NoEffect {
  type: "no_effect";
  player: string | null;
}

/** A Wild Draw Four is challenged; the challenger alone sees the hand (H5). */
export interface Challenged {
  type: "challenge";
  player: string | null;
  against: string;
  guilty: boolean;
  hand?: string[];
}

/** The round is over; `player` has won it. The hands are shown. */
export interface RoundEnded {
  type: "round_over";
  player: string | null;
  reason: "blocked" | "capped" | "won";
  scores: Record<string, number>;
  hands: Record<string, string[]>;
}

/** Cards lie face down for the draw for dealer; `number` above 1: once more, for the tied. */
export interface DealerDrawEvent {
  type: "dealer_draw";
  number: number;
  n: number;
  at: number;
}

/** A round begins. */
export interface DealEvent {
  type: "deal";
  round: number;
  version: number;
  n: number;
  at: number;
}

/** Chat. `seat` is null for a spectator. */
export interface ChatEvent {
  type: "chat";
  name: string;
  seat: number | null;
  phrase: string | null;
  text: string | null;
  face: FaceCode | null;
  n: number;
  at: number;
}

/** Somebody took a seat; `level` for a bot. */
export interface SeatTakenEvent {
  type: "seat_taken";
  name: string;
  seat: number;
  level: string | null;
  later: boolean;
  n: number;
  at: number;
}

/** Somebody waits for a seat; `soon`: a bot makes room for them when the round is over. */
export interface QueueEvent {
  type: "queue";
  name: string;
  soon: boolean;
  n: number;
  at: number;
}

/** Somebody gave up a seat or was made to: `left`, `kicked`, `replaced`. */
export interface SeatVacatedEvent {
  type: "seat_vacated";
  name: string;
  seat: number;
  why: "kicked" | "left" | "replaced";
  n: number;
  at: number;
}

/** A bot goes on for a person (`away`), or the person is back. */
export interface StandInEvent {
  type: "stand_in";
  name: string;
  seat: number;
  away: boolean;
  why: "back" | "left" | "stepped" | "timeout";
  n: number;
  at: number;
}

/** There is a new host. */
export interface HostEvent {
  type: "host";
  name: string;
  seat: number;
  n: number;
  at: number;
}

/** Somebody in a seat has another name: everything is shown under it now, also what was before. */
export interface RenamedEvent {
  type: "renamed";
  old: string;
  name: string;
  seat: number;
  n: number;
  at: number;
}

/** Rules or settings have changed. */
export interface SettingsEvent {
  type: "settings";
  rules: string;
  n: number;
  at: number;
}

/** The seed of the next deal is fixed: its SHA-256 (docs/fairness.md). */
export interface SeedCommittedEvent {
  type: "commitment";
  commitment: string;
  n: number;
  at: number;
}

/** The seed of a round that is over. */
export interface SeedRevealedEvent {
  type: "seed";
  round: number;
  seed: string;
  n: number;
  at: number;
}

/** The match is over; `game` is its number in the history. */
export interface MatchEndedEvent {
  type: "match_ended";
  game: string;
  winners: string[];
  n: number;
  at: number;
}

/** A person's time was up: the server moved for the seat. */
export interface TimeoutEvent {
  type: "timeout";
  name: string;
  seat: number;
  n: number;
  at: number;
}

/** All that a client needs to draw and name the cards of a rulebook. */
export interface Deck {
  suits: Record<string, string>;
  suit_word: string;
  cards: CardInfo[];
}

/** A kind of card: its text, suit letter (null: none), symbol, the face's name, effects and points. */
export interface CardInfo {
  card: string;
  suit: string | null;
  symbol: string;
  name: string;
  points: number;
  wild: boolean;
  draws: number;
  skips: boolean;
  flips: boolean;
  out: number;
}

/** Done and stored. What it led to was sent before. A repeated id gets the same answer. */
export interface Ack {
  type: "ack";
  id: string;
  n: number | null;
  version: number | null;
  code: string | null;
}

/** Not done. After `stale` the table follows; `dropped` came too late, at no cost. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: "busy" | "denied" | "dropped" | "full" | "gone" | "invalid" | "name" | "rate" | "rules" | "stale";
  why: Message;
}

/** Somebody with a seat reacts: shown there for a moment to everybody who is at the table now. */
export interface Reaction {
  type: "reaction";
  seat: number;
  name: string;
  emote: EmoteCode;
}

/** The table was opened in another tab or on another device: this socket is closed, don't fight back. */
export interface Elsewhere {
  type: "elsewhere";
}

/** The server is about to stop or restart: reconnect by yourself. */
export interface Closing {
  type: "closing";
  why: Message;
}

/** The answer is no. After a question nothing has gone wrong and the status is 200, else 400 and more. */
export interface RequestRefused {
  refused: Message;
  code: "busy" | "denied" | "dropped" | "full" | "gone" | "invalid" | "name" | "rate" | "rules" | "stale";
  suggestion: string | null;
}

/** The name that somebody asks for; without one they get a proposed name, or keep the one they have.

`ticket` is that of their socket (`welcome`): it is theirs from now on, without being opened again. */
export interface NameWanted {
  name?: string | null;
  ticket?: string;
}

/** The face that somebody chooses. */
export interface FaceWanted {
  face: FaceCode;
}

/** A code that links another device to the same person, once, within a few minutes. */
export interface LinkCode {
  code: string;
}

/** What a client needs before the first table. */
export interface About {
  protocol: number;
  build: string;
  version: string;
  phrases: string[];
  levels: LevelInfo[];
  default_level: string;
  rules: RulebookInfo[];
  for_others: string | null;
  push_key: string | null;
}

/** A strength of bots that the page offers, or a bot that the operator brings. */
export interface LevelInfo {
  name: string;
  own: boolean;
}

/** A rulebook as the page lists it. */
export interface RulebookInfo {
  name: string;
  title: string;
  about: string;
  min_players: number;
  most_players: number;
  default_players: number;
  hand: number;
  scoring: string;
}

/** A rulebook with its house rules: as a sheet, and as a form. `rules` is what `create` takes. */
export interface RulesPage {
  rules: string;
  info: RulebookInfo;
  options: Option[];
  values: Record<string, boolean | number | string>;
  usual: Record<string, boolean | number | string>;
  sheet: Section[];
  suits: Record<string, string>;
  suit_word: string;
  cards: CardInfo[];
}

/** One field as a form or a help text shows it. */
export interface Option {
  name: string;
  help: string;
  choices: string[];
  least: number | null;
  most: number | null;
}

/** A heading and its sentences; `rows` is the table of cards, where there is one. */
export interface Section {
  title: Message;
  lines: Message[];
  rows: ([cards: string, copies: Message | null, points: Message | null, effect: Message | null])[];
}

/** House rules to be set in a rulebook, by the name of the option. */
export interface RulesWanted {
  set?: Record<string, boolean | number | string>;
}

/** A rulebook that somebody brings, as the text of a TOML file. */
export interface OwnRules {
  toml: string;
}

/** A table as the page of its link shows it to somebody who does not sit there. */
export interface Invitation {
  code: string;
  rules: string;
  title: string;
  about: string;
  set: Record<string, boolean | number | string>;
  host: string | null;
  people: string[];
  faces: FaceCode[];
  bots: number;
  seats: number;
  phase: string;
  quick: boolean;
  seat: "deal" | "match" | "none" | "round" | "yours";
}

/** A match in the history: its finished rounds. It is over, was left, or goes on (`state`). */
export interface GameInfo {
  game: string;
  rules: string;
  title: string;
  house_rules: number;
  ended: number;
  rounds: number;
  seats: SeatResult[];
  state: "left" | "over" | "playing";
  left: PlayerLeft[];
}

/** How one seat stood at the end; `person` or `bot` says who played it.

Where the match was rated, what the rating of the person was and is: as shown, 1000 for a newcomer. */
export interface SeatResult {
  name: string;
  person: string | null;
  bot: string | null;
  place: number;
  points: number;
  rated: boolean;
  face: FaceCode | null;
  rating_before: number | null;
  rating_after: number | null;
}

/** A person who has played so many rounds of a match, and in whose seat somebody else went on. */
export interface PlayerLeft {
  name: string;
  person: string;
  rounds: number;
}

/** The end of a match: how it ended, and up to three remarkable moments with the step of their replay.

`picture` is the path of one to share; null where this server makes none. */
export interface MatchEnd {
  game: GameInfo;
  moments: Moment[];
  picture: string | null;
}

/** Something remarkable that a player did or suffered, in words, and where to see it. */
export interface Moment {
  text: Message;
  player: string;
  round: number;
  step: number;
}

/** One page of matches, newest first. */
export interface History {
  games: GameInfo[];
  before: string | null;
}

/** One round of a record, step by step. */
export interface Replay {
  rules: string;
  title: string;
  players: string[];
  bots: Record<string, string>;
  rounds: number;
  round: number;
  steps: ReplayStep[];
  standing: Standing;
  suits: Record<string, string>;
  suit_word: string;
  cards: CardInfo[];
  checks: RoundCheck[];
  faces: Record<string, FaceCode>;
}

/** One step: who did what (null for the deal), what happened in the open, and every hand afterwards. */
export interface ReplayStep {
  player: string | null;
  action: Action | null;
  events: (DealerCardDrawn | DealersTied | DealerChosen | CardTurnedUp | CardPutBack | RoundOpened | CardPlayed | JumpedIn | CardsDrawn | TurnPassed | ColourNamed | TurnSkipped | DirectionReversed | DrawOwed | HandsSwapped | HandsPassed | PileReshuffled | PointsCharged | LastCardCalled | FalseCall | PlayerCaught | FalseCatch | NoEffect | Challenged | RoundEnded)[];
  view: View;
  hands: Record<string, string[]>;
}

/** Whether a round was dealt from its seed. `fair` is null where the record has no seed. */
export interface RoundCheck {
  round: number;
  fair: boolean | null;
  commitment: string | null;
  seed: string | null;
  additions: Record<string, string>;
  why: Message;
}

/** A round of a record, or of a match that is stored here. */
export interface ReplayWanted {
  record?: MatchRecord | null;
  game?: string | null;
  round?: number;
}

/** One match, or its beginning. */
export interface MatchRecord {
  format: "lastcard/1";
  rules: string | Record<string, unknown>;
  set?: Record<string, unknown>;
  players: string[];
  dealer_draw?: DrawRecord;
  rounds?: RoundRecord[];
  terminal?: TerminalRecord;
}

/** The draw for dealer (C1), where people picked their cards. */
export interface DrawRecord {
  piles: string[];
  picks: string[][];
}

/** One round. Cards are text, piles top card first. */
export interface RoundRecord {
  dealer?: string | null;
  first: string;
  deck: string;
  back?: number[];
  opening?: string | null;
  reshuffles?: string[];
  commitment?: string | null;
  seed?: string | null;
  additions?: Record<string, string>;
  actions?: string[];
}

/** How a match goes on that was left in the terminal. */
export interface TerminalRecord {
  bots: string[];
  pace: number;
  time: number;
}

/** An uploaded record was stored: watch it at `/replay/{game}`, as any match that was played here. */
export interface StoredRecord {
  game: string;
}

/** The best rated people of one rulebook. */
export interface Leaderboard {
  rules: string;
  rows: Ranked[];
}

/** A person in the leaderboard. `rating` is a careful one: 1000 + 40 (mu - 3 sigma). */
export interface Ranked {
  place: number;
  person: string;
  name: string;
  rating: number;
  mu: number;
  sigma: number;
  games: number;
  wins: number;
  face: FaceCode | null;
}

/** One person's results, by rulebook. */
export interface Stats {
  person: string;
  name: string;
  rules: RulesStats[];
}

/** One person's results in one rulebook: of matches that were finished, and of all finished rounds.

`average_place` is null where no match was finished; `left` counts those that were not. */
export interface RulesStats {
  rules: string;
  games: number;
  wins: number;
  rounds: number;
  average_place: number | null;
  points: number;
  rating: number | null;
  left: number;
}

/** An evening with real cards: every round as people report it. */
export interface ScoreWanted {
  set?: Record<string, boolean | number | string>;
  players: string[];
  rounds: ReportedRound[];
}

/** A round as people report it: the hands held at its end, and what else counts. */
export interface ReportedRound {
  hands: Record<string, string>;
  out?: string | null;
  uncalled?: boolean;
  replenished?: Record<string, number>;
  blocked?: boolean;
}

/** A scored sheet: its rounds, and how the match stands. */
export interface ScoreSheetPage {
  rounds: RoundScore[];
  standing: Standing;
}

/** The points of a round by name, and what they are made of. */
export interface RoundScore {
  scores: Record<string, number>;
  items: Record<string, Record<string, number>>;
  winner: string | null;
}

/** Hands as text (`YYROB`: letters of the colours); the rest as in `haggle --help`. */
export interface HaggleWanted {
  hands: Record<string, string>;
  seed?: number | null;
  count_eliminated?: boolean;
  double_last?: boolean;
}

/** The result of a table of Haggle; `seed` is the one that rule 12 used, if it did. */
export interface HaggleScores {
  players: HagglePlayer[];
  seed: number | null;
}

/** A player's result in Haggle, with the changes that led to it. */
export interface HagglePlayer {
  name: string;
  points: number;
  eliminated: boolean;
  changes: HaggleChange[];
}

/** What one rule of Haggle did to a player's points. */
export interface HaggleChange {
  rule: number;
  why: Message;
  points: number;
}

/** The answer for monitors: whether the database answers, open tables and sockets. */
export interface Health {
  ok: boolean;
  tables: number;
  sockets: number;
}

export type FromClient = Ping | Look | Lobby | Create | Quick | Open | Sit | Wait | Stand | Leave | Ready | Start | Pick | Skip | Act | AddBot | Offer | Kick | HandOver | Away | Say | React | Mute | Shuffle | Change | Close;

export type FromServer = Welcome | MeNow | Pong | LobbyNow | TableNow | Ack | Refused | Reaction | Elsewhere | Closing;

export type TableEvent = GameEvent | DealerDrawEvent | DealEvent | ChatEvent | SeatTakenEvent | QueueEvent | SeatVacatedEvent | StandInEvent | HostEvent | RenamedEvent | SettingsEvent | SeedCommittedEvent | SeedRevealedEvent | MatchEndedEvent | TimeoutEvent;

export type AnyEvent = DealerCardDrawn | DealersTied | DealerChosen | CardTurnedUp | CardPutBack | RoundOpened | CardPlayed | JumpedIn | CardsDrawn | TurnPassed | ColourNamed | TurnSkipped | DirectionReversed | DrawOwed | HandsSwapped | HandsPassed | PileReshuffled | PointsCharged | LastCardCalled | FalseCall | PlayerCaught | FalseCatch | NoEffect | Challenged | RoundEnded;
