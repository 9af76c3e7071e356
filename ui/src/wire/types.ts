// Short names for the generated types; nothing is declared here twice.
import type { components } from "./protocol";

type Schemas = components["schemas"];
export type Answered = Schemas["AnswerMessage"];
export type Bet = Schemas["BetSeen"];
export type Chair = Schemas["Chair"];
export type Done = Schemas["Done"];
export type Event = Schemas["EventSeen"];
export type GameEdges = Schemas["GameEdges"];
export type GallerySeen = Schemas["GallerySeen"];
export type Game = Schemas["GameInfo"];
export type Hint = Schemas["HintSeen"];
export type Lobby = Schemas["Lobby"];
export type Limits = Schemas["Limits"];
export type Opened = Schemas["Opened"];
export type Paid = Schemas["PaidSeen"];
export type PayTable = Schemas["PayTableInfo"];
export type Round = Schemas["RoundSeen"];
export type RoundList = Schemas["RoundList"];
export type RoundMistakes = Schemas["RoundMistakes"];
export type RoundShared = Schemas["RoundShared"];
export type RoundReplay = Schemas["RoundReplay"];
export type SeatSeen = Schemas["SeatSeen"];
export type Session = Schemas["SessionInfo"];
export type SessionPlayed = Schemas["SessionPlayed"];
export type ShoeList = Schemas["ShoeList"];
export type SmallFelt = Schemas["SmallFeltSeen"];
export type SmallFelts = Schemas["SmallFelts"];
export type Table = Schemas["TableSeen"];
export type Wager = Schemas["WagerInfo"];
export type WagerEdge = Schemas["WagerEdge"];
export type You = Schemas["You"];
export type SocketMessage =
  | Schemas["TableMessage"]
  | Schemas["YouMessage"]
  | Schemas["MetersMessage"]
  | Schemas["PongMessage"]
  | Schemas["AnswerMessage"]
  | Schemas["RefusedMessage"];

// The lab and the strategy pages.
export type Chart = Schemas["StrategySeen"];
export type ChartCell = Schemas["CellSeen"];
export type Copied = Schemas["Copied"];
export type Counting = Schemas["LabCounting"];
export type DeckCell = Schemas["DeckCell"];
export type DeckCells = Schemas["DeckCells"];
export type DesignFound = Schemas["DesignFound"];
export type Designs = Schemas["LabDesigns"];
export type Drawn = Schemas["Drawn"];
export type LabEntry = Schemas["LabEntry"];
export type LabOdds = Schemas["LabOdds"];
export type LabOutcome = Schemas["LabOutcome"];
export type LabSession = Schemas["LabSession"];
export type LabSetup = Schemas["LabSetup"];
export type LabWager = Schemas["LabWager"];
export type Sheet = Schemas["SheetSeen"];

// Training.
export type Begun = Schemas["RunSeen"];
export type DealerFelt = Schemas["FeltLaid"];
export type DrillDone = Schemas["DrillSeen"];
export type DrillName = Begun["drills"][number];
export type Due = Schemas["DueRow"];
export type Edge = Schemas["EdgeSeen"];
export type Aim = Schemas["AimSeen"];
export type ErrorAsked = Schemas["ErrorAsked"];
export type Graded = Schemas["Graded"];
export type KnowAsked = Schemas["KnowAsked"];
export type MeterLaid = Schemas["MeterLaid"];
export type Mode = Begun["mode"];
export type NextAsked = Schemas["NextAsked"];
export type PayAsked = Schemas["PayAsked"];
export type PlaceAsked = Schemas["PlaceAsked"];
export type PlayAsked = Schemas["PlayAsked"];
export type Progress = Schemas["Progress"];
export type RoundShown = Schemas["RoundShown"];
export type RunResult = Schemas["RunResult"];
export type SeatLaid = Schemas["SeatLaid"];
export type SettleAsked = Schemas["SettleAsked"];
export type Storm = Schemas["StormSeen"];
export type Tally = Schemas["TallySeen"];
export type ToSettle = Schemas["ToSettle"];
