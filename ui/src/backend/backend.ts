// The one interface between the screens and everything else.
// Every promise rejects with `Trouble { sentence }`.
// `madeOn`: number of the last event shown when the command was given, 0 without a battle. The command is refused if the
// battle has gone on since, so that nobody decides on an outdated state.

import type {
  AccuracyView,
  Affair,
  AppView,
  BattleChanges,
  BattleChoice,
  BattleFigures,
  BattleRow,
  BattleView,
  BookView,
  CampaignStanding,
  CardsView,
  CareView,
  ChooseFor,
  DecisionAnswer,
  DecisionView,
  DiceAsk,
  DisplayList,
  ForecastView,
  HandWord,
  KnownDieView,
  LaidView,
  LensWizardView,
  LensWord,
  LiveView,
  LogLine,
  MeasureView,
  MusterProposalView,
  MusterShipView,
  PaperChoice,
  PhonesView,
  PlaceView,
  SalvoPreviewView,
  ScenarioView,
  ShoreAsk,
  ShoreView,
  SourceChoice,
  SourceRow,
  StageRequest,
  StickView,
  Surface,
  TableReportView,
  TableWay,
  TellAs,
  ThingWord,
  Track,
  TurningNow,
  TurningView,
} from './views';

/** One camera frame. Only the newest frame counts. */
export interface Frame {
  id: number;
  jpeg: Uint8Array;
}

export interface Backend {
  app(): Promise<AppView>;
  openSource(choice: SourceChoice): Promise<AppView>;
  /**
   * Streams JPEG frames of a surface: the camera's picture, the same from above, or that of the tray's own camera. The next frame is fetched while the
   * callback's promise is pending. Returns a stop function.
   */
  watchFrames(onFrame: (frame: Frame) => Promise<void>, surface: Surface | 'tray'): () => void;
  watchLive(onLive: (live: LiveView) => void): () => void;
  measure(from: string, to: string): Promise<MeasureView>;
  /** Draws the table as this window's seat may see it: the battle in play, or only the live ships. */
  stage(request: StageRequest): Promise<DisplayList>;

  /** Projects a ship's outline with its stack and heading arrow placed at these picture pixels. */
  outlineAt(ship: string, stackPx: [number, number], aheadPx: [number, number]): Promise<LaidView>;
  /** Sends a manual correction to the tracker. The battle in play may log it. */
  tell(word: HandWord, madeOn: number): Promise<BattleChanges | null>;
  /** A part of the picture that the newest reading was made on, enlarged (JPEG). Left, top, width, height in pixels. */
  enlargedPart(partPx: [number, number, number, number]): Promise<Uint8Array>;
  /** Says what a thing on the table is, until it has gone. */
  nameThing(thing: number, word: ThingWord): Promise<void>;
  /** Reads or changes the shore pieces. */
  shore(ask: ShoreAsk): Promise<ShoreView>;

  /** Demo table only: grabs the model at these picture pixels. Returns the ship or null. */
  handGrab(xPx: number, yPx: number): Promise<string | null>;
  handDrag(xPx: number, yPx: number): Promise<void>;
  handTurn(clockwiseDeg: number): Promise<void>;
  handRelease(): Promise<void>;
  /** Opens the desktop's file dialog. Null if the player cancels. */
  choose(what: ChooseFor): Promise<string | null>;
  /** Copies a file that the app wrote to a place of the player's choice. Null if the player cancels. */
  saveCopy(written: string): Promise<string | null>;
  /** Only for a folder of pictures. */
  stepPicture(by: number): Promise<void>;
  restartVideo(): Promise<void>;

  /** The available sources. */
  sources(): Promise<SourceRow[]>;
  /** A thumbnail (JPEG) of a source's newest picture. The source stays open until `closeGallery`. */
  sourcePicture(choice: SourceChoice): Promise<Uint8Array>;
  closeGallery(): Promise<void>;
  /** Picture quality for measuring: focus, glare and light. */
  care(): Promise<CareView>;

  cards(): Promise<CardsView>;
  /** Calibrates the table plane. `guessLens` estimates the lens from the table too. */
  calibrateTable(way: TableWay, guessLens: boolean): Promise<TableReportView>;
  /** Accuracy map of the current calibration; null before the table is calibrated. */
  accuracy(): Promise<AccuracyView | null>;
  /** Compares the check stick with its true length. `raisedIn`: height of the surface under it. */
  checkStick(stickIn: number, raisedIn: number): Promise<StickView>;
  /** The demo table only. */
  demoBump(): Promise<void>;
  /** Lays a cup, a page and other things on the demo table, or takes them away. */
  demoThings(lie: boolean): Promise<void>;
  /** Demo table only: the hand sets every model on its ghost. Returns a sentence about ships without a model, or null. */
  demoSetUp(): Promise<string | null>;
  /** Writes the last two still moments as a case; returns its folder. */
  keepWrongReading(): Promise<string>;
  demoStick(lie: boolean): Promise<void>;
  /** Draws the tray for dice, or teaches, renames or forgets a die. Returns the dice that are known then. */
  dice(ask: DiceAsk): Promise<KnownDieView[]>;
  /** Demo table only: the hand throws the dice that are asked for into the tray. */
  demoThrow(): Promise<void>;
  /** Sends a command to the lens wizard. */
  commandLensWizard(word: LensWord): Promise<void>;
  lensWizard(): Promise<LensWizardView>;
  loadLens(path: string): Promise<AppView>;
  /** Writes the printable sheets. Returns their paths. */
  saveKit(paper: PaperChoice): Promise<string[]>;

  /** Detected models, with the ship where one is recognised. */
  proposeMuster(): Promise<MusterProposalView[]>;
  muster(ships: MusterShipView[]): Promise<AppView>;
  musterFromFile(path: string): Promise<AppView>;

  /** The available rule books. */
  books(): Promise<BookView[]>;
  battles(): Promise<BattleRow[]>;
  /** The scenarios of a book, including the player's own. */
  scenarios(book: string): Promise<ScenarioView[]>;
  /** The chart of a scenario's set-up. */
  scenarioChart(book: string, scenario: string, request: StageRequest): Promise<DisplayList>;
  beginBattle(choice: BattleChoice): Promise<BattleChanges>;
  openBattle(battle: number): Promise<BattleChanges>;
  /**
   * The battle in play, cut to what the current viewer may know, with the log lines after this event. Event 0, or one of
   * another battle: with the whole log.
   */
  changes(seq: number): Promise<BattleChanges | null>;
  /** Sets the viewer of all later requests: "everyone", "umpire", a side's key or a player's seat. */
  look(viewer: string): void;
  /** Undoes to the state after this event, or redoes up to it. */
  takeBack(to: number, why: string, umpire: boolean, madeOn: number): Promise<DecisionAnswer>;
  acceptShifts(ships: string[], madeOn: number): Promise<BattleChanges>;
  waiveSetUp(ships: string[], madeOn: number): Promise<BattleChanges>;
  setUpAgain(madeOn: number): Promise<BattleChanges>;
  /** Sets a ship's place by keyboard or mouse: a move if the ship may move now, otherwise her official place. */
  layByHand(ship: string, place: PlaceView, madeOn: number): Promise<BattleChanges>;
  /** Makes all seen places the official places. */
  takePlaces(madeOn: number): Promise<BattleChanges>;
  /** Drops proposed moves. The models must be put back. */
  forgetMoves(ships: string[], madeOn: number): Promise<BattleChanges>;
  /** Adds a bookmark or note to an event. The event's number also identifies the battle. */
  remark(about: number, text: string, isPrivate: boolean): Promise<void>;
  /** Asks what the viewer's side could do. The advice follows as news. */
  askAdvice(madeOn: number): Promise<BattleChanges>;
  /** Whoever thinks decides with what has been thought so far. */
  decideNow(): Promise<void>;
  previewSalvo(shooter: string, target: string): Promise<SalvoPreviewView>;
  /** Forecast of a command before it is sent: exact odds, if this viewer may know them. */
  foresee(decision: DecisionView): Promise<ForecastView>;
  /** Decides. The answer includes the changes since `madeOn`, so nothing has to be requested after it. */
  decide(decision: DecisionView, madeOn: number): Promise<DecisionAnswer>;
  replayAt(battle: number, seq: number): Promise<BattleView>;
  /** The chart of a battle after this event. */
  replayChart(battle: number, seq: number, request: StageRequest): Promise<DisplayList>;
  replayLog(battle: number): Promise<LogLine[]>;
  replayTracks(battle: number): Promise<Track[]>;
  /** Where a battle turned, as far as it is known and this viewer may know it. */
  turning(battle: number): Promise<TurningNow>;
  /** Finds where a battle turned, in the background. */
  findTurning(battle: number, onProgress: (share: number) => void): Promise<TurningView>;
  /** Cancels that search. */
  stopTurning(): Promise<void>;
  /** Statistics of a battle, for plots. */
  figures(battle: number): Promise<BattleFigures>;
  /** Adds an umpire's note about a battle to the campaign. */
  noteAffair(battle: number, affair: Affair, madeOn: number): Promise<void>;
  /** The campaign's current standing. */
  campaign(): Promise<CampaignStanding>;
  /** Exports a battle into the app's folder. Returns the path. */
  exportBattle(battle: number, format: TellAs, onProgress: (share: number) => void): Promise<string>;
  /** Cancels the running export. */
  stopExport(): Promise<void>;
  /** Opens the umpire's window. */
  openUmpireWindow(): Promise<void>;
  /** Sends the phones at the table, now and on every change. Returns a stop function. */
  watchPhones(onPhones: (phones: PhonesView) => void): () => void;
  /** Switches phones on, on the network interface with this address. */
  startPhones(address: string): Promise<void>;
  stopPhones(): Promise<void>;
  /** Lets a waiting phone in, with the seat that it asks for. */
  letPhoneIn(phone: number): Promise<void>;
  /** Refuses a waiting phone, or takes back the seat of one that has it. */
  throwPhoneOut(phone: number): Promise<void>;
  /** JPEG. */
  photo(id: number): Promise<Uint8Array>;
}
