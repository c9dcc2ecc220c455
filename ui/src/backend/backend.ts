// The one interface between the screens and everything else.
// Every promise rejects with `Trouble { sentence }`.

import type {
  AnswerView,
  AppView,
  BattleRow,
  BattleView,
  BoardChoice,
  CardFoundView,
  DecisionView,
  LensReportView,
  LiveView,
  LogLine,
  MeasureView,
  MusterShipView,
  PaperChoice,
  SalvoPreviewView,
  SourceChoice,
  TableReportView,
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
  /** Frames as JPEG; the callback's promise is the acknowledgement. Returns a stop function. */
  watchFrames(onFrame: (frame: Frame) => Promise<void>): () => void;
  watchLive(onLive: (live: LiveView) => void): () => void;
  measure(from: string, to: string): Promise<MeasureView>;

  /** The hand over the demo table: pixels of the picture. */
  handGrab(xPx: number, yPx: number): Promise<string | null>;
  handDrag(xPx: number, yPx: number): Promise<void>;
  handTurn(clockwiseDeg: number): Promise<void>;
  handRelease(): Promise<void>;
  /** A folder of pictures only. */
  stepPicture(by: number): Promise<void>;
  restartVideo(): Promise<void>;

  /** Always four rows. */
  cards(): Promise<CardFoundView[]>;
  calibrateTable(widthIn: number, heightIn: number, cardIn: number): Promise<TableReportView>;
  /** Names of the views taken so far. */
  takeLensView(): Promise<string[]>;
  clearLensViews(): Promise<void>;
  /** From a folder, or from the views taken. */
  calibrateLens(board: BoardChoice, folder: string | null): Promise<LensReportView>;
  loadLens(path: string): Promise<AppView>;
  /** Paths written. */
  saveKit(paper: PaperChoice): Promise<string[]>;

  rememberBareTable(): Promise<AppView>;
  muster(ships: MusterShipView[]): Promise<AppView>;
  musterFromFile(path: string): Promise<AppView>;

  battles(): Promise<BattleRow[]>;
  beginBattle(): Promise<BattleView>;
  openBattle(battle: number): Promise<BattleView>;
  battle(): Promise<BattleView | null>;
  log(): Promise<LogLine[]>;
  previewSalvo(shooter: string, target: string): Promise<SalvoPreviewView>;
  decide(decision: DecisionView): Promise<AnswerView>;
  replayAt(battle: number, seq: number): Promise<BattleView>;
  replayLog(battle: number): Promise<LogLine[]>;
  replayTracks(battle: number): Promise<Track[]>;
  /** JPEG. */
  photo(id: number): Promise<Uint8Array>;
}
