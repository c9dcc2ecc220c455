// The one interface between the screens and everything else.
// Every promise rejects with `Trouble { sentence }`.
// `madeOn` is the number of the last event that was shown when a command was given: it is refused where the battle has
// gone on since, so that nobody decides about what he has not seen. 0 where no battle is in play.

import type {
  AccuracyView,
  Affair,
  AnswerView,
  AppView,
  BattleChoice,
  BattleFigures,
  BattleNow,
  BattleRow,
  BattleView,
  BookView,
  CampaignStanding,
  CardsView,
  CareView,
  ChooseFor,
  DecisionView,
  ForecastView,
  HandWord,
  LaidView,
  LensWizardView,
  LensWord,
  LiveView,
  LogLine,
  MeasureView,
  MusterProposalView,
  MusterShipView,
  PaperChoice,
  PlaceView,
  SalvoPreviewView,
  ScenarioView,
  ShoreAsk,
  ShoreView,
  SourceChoice,
  SourceRow,
  StickView,
  TableReportView,
  TableWay,
  TellAs,
  Track,
} from './views';

/** A picture of the table as it comes: newest wins. */
export interface Frame {
  id: number;
  jpeg: Uint8Array;
}

export interface Backend {
  app(): Promise<AppView>;
  openSource(choice: SourceChoice): Promise<AppView>;
  /** Frames as JPEG, the next one fetched while one is drawn (the callback's promise). Returns a stop function. */
  watchFrames(onFrame: (frame: Frame) => Promise<void>): () => void;
  watchLive(onLive: (live: LiveView) => void): () => void;
  measure(from: string, to: string): Promise<MeasureView>;

  /** A ship's outline with its stack and its arrow's tip laid at these pixels of the picture. */
  lay(ship: string, stackPx: [number, number], aheadPx: [number, number]): Promise<LaidView>;
  /** A player's word to the tracker; the battle in play, which may have logged it. */
  tell(word: HandWord, madeOn: number): Promise<unknown>;
  /** Asks or says something about the shore. */
  shore(ask: ShoreAsk): Promise<ShoreView>;

  /** The hand over the demo table: pixels of the picture. */
  handGrab(xPx: number, yPx: number): Promise<string | null>;
  handDrag(xPx: number, yPx: number): Promise<void>;
  handTurn(clockwiseDeg: number): Promise<void>;
  handRelease(): Promise<void>;
  /** Asks players for a file or folder in the desktop's dialog; null where they thought better of it. */
  choose(what: ChooseFor): Promise<string | null>;
  /** Copies a file that the app wrote to where players want it; null where they thought better of it. */
  saveCopy(written: string): Promise<string | null>;
  /** A folder of pictures only. */
  stepPicture(by: number): Promise<void>;
  restartVideo(): Promise<void>;

  /** The sources there are, to choose from. */
  sources(): Promise<SourceRow[]>;
  /** The newest picture of a source, small: JPEG. It stays open until the gallery is closed. */
  sourcePicture(choice: SourceChoice): Promise<Uint8Array>;
  closeGallery(): Promise<void>;
  /** Whether the newest picture is fit to measure in. */
  care(): Promise<CareView>;

  cards(): Promise<CardsView>;
  /** The lens as it is known, or guessed from the table. */
  calibrateTable(way: TableWay, guessLens: boolean): Promise<TableReportView>;
  /** Of the table in force; null before it is calibrated. */
  accuracy(): Promise<AccuracyView | null>;
  /** What the owner's ruler says of the stick, and how high what it lies on stands. */
  checkStick(stickIn: number, raisedIn: number): Promise<StickView>;
  /** The demo table only. */
  demoBump(): Promise<void>;
  demoStick(lie: boolean): Promise<void>;
  tellLens(word: LensWord): Promise<void>;
  lensWizard(): Promise<LensWizardView>;
  loadLens(path: string): Promise<AppView>;
  /** Paths written. */
  saveKit(paper: PaperChoice): Promise<string[]>;

  /** What stands there, and the names of the models that are known. */
  proposeMuster(): Promise<MusterProposalView[]>;
  muster(ships: MusterShipView[]): Promise<AppView>;
  musterFromFile(path: string): Promise<AppView>;

  /** The rule books that battles are played by. */
  books(): Promise<BookView[]>;
  battles(): Promise<BattleRow[]>;
  /** The battles of a book that can be played: its own and the player's. */
  scenarios(book: string): Promise<ScenarioView[]>;
  beginBattle(choice: BattleChoice): Promise<BattleNow>;
  openBattle(battle: number): Promise<BattleNow>;
  /** The battle in play at this moment, as far as whoever looks on may see it. */
  now(): Promise<BattleNow | null>;
  /** From now on all is asked with these eyes: "everyone", "umpire", or a side's key. */
  look(viewer: string): void;
  /** Back to how things stood after this event, or forward again. */
  takeBack(to: number, why: string, umpire: boolean, madeOn: number): Promise<AnswerView>;
  acceptShifts(ships: string[], madeOn: number): Promise<void>;
  waiveSetUp(ships: string[], madeOn: number): Promise<void>;
  setUpAgain(madeOn: number): Promise<void>;
  /** A ship's place typed or dragged: a move of a ship that may be moved now, her official place else. */
  layByHand(ship: string, place: PlaceView, madeOn: number): Promise<void>;
  /** All ships stand where they are seen at this moment. */
  takePlaces(madeOn: number): Promise<void>;
  /** Moves that were made on the table are no longer proposals: their models are put back. */
  forgetMoves(ships: string[], madeOn: number): Promise<void>;
  /** A bookmark or a word about an event, which says of which battle it is. */
  remark(about: number, text: string, isPrivate: boolean): Promise<LogLine[]>;
  log(): Promise<LogLine[]>;
  previewSalvo(shooter: string, target: string): Promise<SalvoPreviewView>;
  /** What would come of fire if it were declared so: exact odds, where they may be known. */
  foresee(decision: DecisionView): Promise<ForecastView>;
  decide(decision: DecisionView, madeOn: number): Promise<AnswerView>;
  replayAt(battle: number, seq: number): Promise<BattleView>;
  replayLog(battle: number): Promise<LogLine[]>;
  replayTracks(battle: number): Promise<Track[]>;
  /** Figures of a battle, for plots. */
  figures(battle: number): Promise<BattleFigures>;
  /** What an umpire notes of a battle for its campaign. */
  noteAffair(battle: number, affair: Affair, madeOn: number): Promise<LogLine[]>;
  /** How the campaign stands. */
  campaign(): Promise<CampaignStanding>;
  /** Writes what is told of a battle into the app's own folder; the path. */
  saveTold(battle: number, tellAs: TellAs, onProgress: (share: number) => void): Promise<string>;
  /** Whoever wanted something told wants it no more. */
  stopTelling(): Promise<void>;
  /** The umpire's own window, for a second screen. */
  openUmpireWindow(): Promise<void>;
  /** JPEG. */
  photo(id: number): Promise<Uint8Array>;
}
