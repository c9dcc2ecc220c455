import type { Backend } from '../../backend/backend';
import { troubleOf } from '../../backend/trouble';
import type { OpenFormValues } from '../forms/orderTrack';
import { endDraft, endDrafts, battleKeyPrefix } from '../forms/drafts.svelte';
import { LatestRequest } from '../app/latestRequest';
import { momentsBetween } from '../../format/logLine';
import { sounds } from '../app/sounds';
import { mergeLogLines } from './logLines';
import { words } from '../../words/words';
import { OverlayLatency, pageClock } from '../app/overlayLatency';
import { DiceAnimation } from './diceAnimation.svelte';
import { Turning } from '../replay/turning.svelte';
import type {
  Affair,
  AnswerView,
  AppView,
  BattleChanges,
  BattleChoice,
  BattleNow,
  BattleView,
  DecisionAnswer,
  DecisionView,
  HandWord,
  LiveView,
  LogLine,
  Moment,
  PlaceView,
  RuledSentence,
  ShipGhostView,
  ShoreAsk,
  ShoreView,
  SourceChoice,
  StepBackView,
  TooCloseView,
  Trouble,
} from '../../backend/views';

/** The store that all screens share: app state, live table and the battle in play. */
export class Session {
  app = $state.raw<AppView | null>(null);
  live = $state.raw<LiveView | null>(null);
  /** View model of the battle in play for this window's seat. */
  now = $state.raw<BattleNow | null>(null);
  readonly battle = $derived<BattleView | null>(this.now?.battle ?? null);
  log = $state.raw<LogLine[]>([]);
  /** The shore pieces on the table. */
  shore = $state.raw<ShoreView>({ pieces: [], ghosts: [] });
  /** Log lines of the last command. */
  result = $state.raw<LogLine[]>([]);
  /** Values of the open order forms, for their preview. */
  openFormValues = $state.raw<OpenFormValues>({});
  /** Animation of the app's dice of the last command. */
  readonly diceAnimation = new DiceAnimation();
  /** Where the replayed battle turned. */
  readonly turning: Turning;
  /** What the newest events look like on the table; a new list for each news with any. */
  moments = $state.raw<readonly Moment[]>([]);
  /** Reasons why the last command was refused. */
  refusals = $state.raw<RuledSentence[]>([]);
  /** Close calls that the players must settle before the last command can be accepted. */
  questions = $state.raw<TooCloseView[]>([]);
  /** Error messages, newest first. */
  troubles = $state.raw<Trouble[]>([]);

  /** The message about the battle that waits in the other campaign. */
  #waitingNotice = '';
  /** Dismissed notices that are still active. */
  private readNotices = $state.raw<readonly string[]>([]);
  readonly notices = $derived(
    (this.live?.notices ?? []).filter((notice) => !this.readNotices.includes(notice)),
  );
  /** Names of the running tasks, newest last. */
  private runningTasks = $state.raw<readonly string[]>([]);
  readonly currentTask = $derived<string | null>(this.runningTasks.at(-1) ?? null);

  /** The undo step that waits for the umpire's consent. */
  consentNeeded = $state.raw<StepBackView | null>(null);

  /** The last `battle_news` of the live view, and the one of the battle as it is shown. */
  private lastBattleNews = 0;
  private shownNews = 0;
  /** The campaign of the battle shown. */
  private shownCampaign = 0;
  /** Number of commands that are not answered yet. Their answers carry the news of what they did. */
  private openCommands = 0;
  /** News arrived while a command was open. */
  private newsWaits = false;
  /** Number of seat changes. Responses to requests of an earlier seat are dropped. */
  private seatChanges = 0;
  /** This window's own seat. */
  private ownSeat = 'everyone';
  /** This window shows the table: camera, muster and files are its own. */
  isAtTable = false;
  /** The last throw in the tray that was taken, and the last roll that the demo table's hand threw for. */
  takenThrow: number | null = null;
  demoThrownAt: number | null = null;
  /** The current seat, and the battle it belongs to. */
  private seat = 'everyone';
  private seatBattle: number | null = null;
  /** The last `calibration_news` of the live view. */
  private lastCalibrationNews = 0;
  /** Number of requests for the app state. Only the newest one's answer is used. */
  private appRequests = 0;
  private readonly updates: LatestRequest<void, BattleChanges | null>;
  private stopLive: () => void = () => undefined;
  private readonly overlayLatency = new OverlayLatency(pageClock);

  constructor(readonly backend: Backend) {
    this.turning = new Turning(backend);
    this.updates = new LatestRequest(
      () => this.fetchChanges(),
      (changes) => this.takeIn(changes),
      (thrown) => this.reportTrouble(troubleOf(thrown)),
    );
  }

  async start(): Promise<void> {
    this.isAtTable = true;
    this.subscribe();
    await this.reportAppTroubles();
    await this.attempt(async () => this.takeIn(await this.backend.changes(0)));
    await this.sendShoreCommand({ shore: 'look' });
  }

  /** Starts a window that has one seat and no camera: the umpire's, or a phone. */
  async startInSeat(seat: string): Promise<void> {
    this.ownSeat = this.seat = seat;
    this.backend.look(this.seat);
    this.subscribe();
    await this.attempt(async () => this.takeIn(await this.backend.changes(0)));
  }

  private subscribe(): void {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
      // A notice that has ended may be shown again later.
      if (this.readNotices.some((notice) => !live.notices.includes(notice)))
        this.readNotices = this.readNotices.filter((notice) => live.notices.includes(notice));
      this.overlayLatency.seen(live);
      if (live.calibration_news !== this.lastCalibrationNews) {
        this.lastCalibrationNews = live.calibration_news;
        if (this.isAtTable) void this.refresh();
      }
      if (live.battle_news !== this.lastBattleNews) {
        this.lastBattleNews = live.battle_news;
        this.newsWaits = true;
        this.followNews();
      }
    });
  }

  /** Requests what the news is about, unless it is shown already or an open command is about to tell. */
  private followNews(): void {
    if (!this.newsWaits || this.openCommands > 0) return;
    this.newsWaits = false;
    if (this.lastBattleNews !== this.shownNews) this.updates.send();
  }

  /** Loads the app state and shows its troubles. */
  private async reportAppTroubles(): Promise<void> {
    const app = await this.refresh();
    for (const trouble of app?.troubles ?? []) this.reportTrouble(trouble);
  }

  stop(): void {
    this.stopLive();
    this.diceAnimation.stop();
    this.updates.cancel();
  }

  setApp(app: AppView): void {
    // Battle numbers of another campaign are unrelated.
    if (this.app && this.app.campaign !== app.campaign) {
      this.returnToOwnSeat();
      this.endDrafts();
    }
    // Marks on another source's picture are invalid.
    if (this.app && JSON.stringify(this.app.source.choice) !== JSON.stringify(app.source.choice))
      for (const marked of ['muster', 'shore']) endDraft(this, marked);
    this.app = app;
  }

  /** Reloads the app state. */
  async refresh(): Promise<AppView | undefined> {
    const request = ++this.appRequests;
    return this.attempt(async () => {
      const app = await this.backend.app();
      if (request === this.appRequests) this.setApp(app);
      return app;
    });
  }

  /** Shows an error message. */
  reportTrouble(reported: Trouble | string): void {
    const trouble = typeof reported === 'string' ? { sentence: reported } : reported;
    this.troubles = [trouble, ...this.troubles.filter(({ sentence }) => sentence !== trouble.sentence)];
  }

  dismissTrouble(sentence: string): void {
    this.troubles = this.troubles.filter((other) => other.sentence !== sentence);
  }

  dismissNotice(notice: string): void {
    this.readNotices = [...this.readNotices, notice];
  }

  /** Runs something that may fail. A failure is shown to the players and returns undefined. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.reportTrouble(troubleOf(thrown));
      return undefined;
    }
  }

  /** Same for a task that takes time. While it runs, buttons that check `currentTask` are disabled. */
  async runTask<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    this.runningTasks = [...this.runningTasks, name];
    try {
      return await this.attempt(work);
    } finally {
      this.runningTasks = this.runningTasks.toSpliced(this.runningTasks.lastIndexOf(name), 1);
    }
  }

  /** Opens a source. The demo table and real tables have separate campaigns, so the battle in play may change. */
  async openSource(choice: SourceChoice): Promise<void> {
    const before = this.app?.campaign;
    const left = this.now?.over === false ? this.now.battle.name : null;
    const app = await this.runTask('Opening the source', () => this.backend.openSource(choice));
    if (!app) return;
    this.setApp(app);
    for (const trouble of app.troubles) this.reportTrouble(trouble);
    await this.sendShoreCommand({ shore: 'look' });
    if (before === undefined || app.campaign === before) return;
    // A seat of the other battle is not valid here.
    await this.changeSeat('everyone');
    // The waiting battle is in play again.
    this.dismissTrouble(this.#waitingNotice);
    if (left !== null) {
      this.#waitingNotice =
        choice.source === 'demo'
          ? `“${left}” waits in the campaign of your own table: open its camera again to go on with it.`
          : `“${left}” waits in the demo table’s campaign: open the demo table again to go on with it.`;
      this.reportTrouble(this.#waitingNotice);
    }
  }

  /** Begins a battle; true if it has begun. */
  async beginBattle(choice: BattleChoice): Promise<boolean> {
    return this.enterBattle('Beginning the battle', () => this.backend.beginBattle(choice));
  }

  /** Opens an earlier battle; true if it is open. */
  async openBattle(battle: number): Promise<boolean> {
    return this.enterBattle('Opening the battle', () => this.backend.openBattle(battle));
  }

  private async enterBattle(name: string, work: () => Promise<BattleChanges>): Promise<boolean> {
    // The seat of the previous battle ends.
    this.returnToOwnSeat();
    const begun = await this.runTask(name, async () => {
      this.showBattle(await work());
      return true;
    });
    if (begun) {
      this.endDrafts();
      await this.reportAppTroubles();
    } else await this.attempt(() => this.reload());
    return begun === true;
  }

  async decide(decision: DecisionView): Promise<AnswerView | undefined> {
    return this.holdNews(() =>
      this.runDecision('Writing it in the log', () => this.backend.decide(decision, this.shownSeq)),
    );
  }

  /** Undo or redo of one step. */
  async stepBack(step: StepBackView | null, umpire = false): Promise<void> {
    if (!step || this.currentTask !== null) return;
    this.consentNeeded = step.needs_umpire && !umpire ? step : null;
    if (this.consentNeeded) return;
    await this.holdNews(() =>
      this.runDecision('Taking it back', () =>
        this.backend.takeBack(step.to, step.sentence, umpire, this.shownSeq),
      ),
    );
  }

  /** Accepts pushed models at their new places. */
  async acceptShifts(ships: string[]): Promise<void> {
    await this.runChange('Accepting where they stand', () => this.backend.acceptShifts(ships, this.shownSeq));
  }

  /** Accepts models to be set out at their present places. */
  async waiveSetUp(ships: string[]): Promise<void> {
    await this.runChange('Accepting where they stand', () => this.backend.waiveSetUp(ships, this.shownSeq));
  }

  /** Demo table: the hand sets every model on its ghost. Ships without a model are reported. */
  async setFleet(): Promise<void> {
    const missing = await this.runTask(words.checklist.settingFleet, () => this.backend.demoSetUp());
    if (missing) this.reportTrouble(missing);
  }

  /** Starts the set-up again: each ship is a ghost until her model stands there. */
  async setUpAgain(): Promise<void> {
    await this.runChange('Setting the table up again', () => this.backend.setUpAgain(this.shownSeq));
  }

  /** Sets a ship's place by hand; true if accepted. */
  async placeByHand(ship: string, place: PlaceView): Promise<boolean> {
    return this.runChange('Laying her there', () => this.backend.layByHand(ship, place, this.shownSeq));
  }

  /** Places several ships on their ghosts. */
  async placeAll(ghosts: readonly ShipGhostView[]): Promise<void> {
    await this.runTask('Laying all on their ghosts', () =>
      this.holdNews(async () => {
        for (const { ship, place } of ghosts)
          this.takeIn(await this.backend.layByHand(ship, place, this.shownSeq));
      }),
    );
  }

  /** Makes all seen places official. */
  async takePlaces(): Promise<void> {
    await this.runChange('Taking all places', () => this.backend.takePlaces(this.shownSeq));
  }

  /** Drops undecided moves. */
  async forgetMoves(ships: string[]): Promise<void> {
    await this.runChange('Forgetting the move', () => this.backend.forgetMoves(ships, this.shownSeq));
  }

  /** Asks what this seat's side could do; the advice follows as news. */
  async askAdvice(): Promise<void> {
    await this.runChange('Asking for advice', () => this.backend.askAdvice(this.shownSeq));
  }

  /** Whoever thinks decides with what has been thought so far. */
  async decideNow(): Promise<void> {
    await this.attempt(() => this.backend.decideNow());
  }

  /** Adds a campaign note about a battle as of this event; true if stored. */
  async noteAffair(battle: number, affair: Affair, madeOn: number): Promise<boolean> {
    return this.runChange('Noting it', async () => {
      await this.backend.noteAffair(battle, affair, madeOn);
      return this.fetchChanges();
    });
  }

  /** Changes the seat and loads what it may see. */
  async changeSeat(viewer: string): Promise<void> {
    this.resetForSeat(viewer);
    await this.attempt(() => this.reload());
    if (this.seat === viewer) this.seatBattle = this.now?.battle.battle ?? null;
  }

  private resetForSeat(viewer: string): void {
    // First removes everything the previous seat saw, and its pending requests.
    this.updates.cancel();
    this.seatChanges++;
    this.now = null;
    this.result = [];
    this.log = [];
    this.openFormValues = {};
    this.clearAnswer();
    this.seat = viewer;
    this.seatBattle = null;
    this.backend.look(viewer);
  }

  /** Returns to this window's own seat. */
  private returnToOwnSeat(): void {
    if (this.seat !== this.ownSeat) this.resetForSeat(this.ownSeat);
  }

  /** Deletes the battle's drafts. */
  private endDrafts(): void {
    this.openFormValues = {};
    endDrafts(this, battleKeyPrefix);
  }

  /** Does this seat belong to another battle than the one in play? */
  private isSeatLost(changes: BattleChanges | null): boolean {
    return this.isSeatBound() && changes?.now.battle.battle !== this.seatBattle;
  }

  /** A seat other than the window's own belongs to one battle. */
  private isSeatBound(): boolean {
    return this.seat !== this.ownSeat && this.seatBattle !== null;
  }

  /** What happened after the last event shown; null without a battle. */
  private async fetchChanges(): Promise<BattleChanges | null> {
    const changes = this.backend.changes(this.shownSeq);
    // A battle this seat may not see is another battle than the seat's.
    return this.isSeatBound() ? changes.catch(() => null) : changes;
  }

  /** Number of the last event shown. Commands refer to it. */
  private get shownSeq(): number {
    return this.now?.battle.seq ?? 0;
  }

  private async runDecision(
    name: string,
    work: () => Promise<DecisionAnswer>,
  ): Promise<AnswerView | undefined> {
    const seats = this.seatChanges;
    const got = await this.runTask(name, work);
    if (!got) return undefined;
    // After the task has ended: the next form takes the focus, so it must not be disabled.
    const { answer, changes } = got;
    this.refusals = answer.answer === 'refused' ? answer.reasons : [];
    this.questions = answer.answer === 'too_close' ? answer.questions : [];
    if (seats !== this.seatChanges) return answer;
    if (answer.answer === 'done') this.result = answer.log;
    // A refusal may be caused by newer events, so the new state is shown.
    this.takeIn(changes);
    if (answer.answer === 'done') {
      if (answer.log.some(({ dice }) => dice.some((die) => die.by_app))) {
        this.diceAnimation.start();
        sounds.dice();
      } else this.diceAnimation.stop();
    }
    return answer;
  }

  private async runChange(name: string, work: () => Promise<BattleChanges | null>): Promise<boolean> {
    const seats = this.seatChanges;
    const done = await this.runTask(name, () =>
      this.holdNews(async () => {
        const changes = await work();
        if (seats === this.seatChanges) this.takeIn(changes);
        return true;
      }),
    );
    // A refused command may refer to an old state: reload.
    if (!done && this.now) this.updates.send();
    return done === true;
  }

  /** News waits until the answer of a command is shown: it tells what the command changed. */
  private async holdNews<T>(work: () => Promise<T>): Promise<T> {
    this.openCommands++;
    try {
      return await work();
    } finally {
      this.openCommands--;
      this.followNews();
    }
  }

  /** Reloads the battle in play. */
  private async reload(): Promise<void> {
    const seats = this.seatChanges;
    const changes = await this.fetchChanges();
    if (seats === this.seatChanges) this.takeIn(changes);
  }

  /** Shows what has changed in this seat's battle. If another battle is in play, the seat is left. */
  private takeIn(changes: BattleChanges | null): void {
    if (this.isSeatLost(changes)) {
      this.returnToOwnSeat();
      this.updates.send();
    } else this.showChanges(changes);
  }

  /** Shows the battle and its new log lines, unless they are older than what is shown. */
  private showChanges(changes: BattleChanges | null): void {
    if (this.now && changes && changes.campaign !== this.shownCampaign) {
      // Its lines were counted from an event of the other campaign: they are requested from the first.
      this.now = null;
      this.log = [];
      this.updates.send();
      return;
    }
    const goesOn = changes !== null && this.now?.battle.battle === changes.now.battle.battle;
    if (goesOn && changes.now.battle.seq < this.shownSeq) return;
    if (goesOn) this.showMoments(changes);
    this.now = changes?.now ?? null;
    this.log = goesOn ? mergeLogLines(this.log, changes.lines) : (changes?.lines ?? []);
    this.shownNews = changes?.news ?? 0;
    this.shownCampaign = changes?.campaign ?? this.shownCampaign;
  }

  /** Shows what the new events look like, and rings the bell for a new turn. */
  private showMoments({ now, lines }: BattleChanges): void {
    const moments = momentsBetween(lines, this.shownSeq, now.battle.seq);
    if (moments.length > 0) this.moments = moments;
    if (this.battle && now.battle.turn > this.battle.turn) sounds.bell();
  }

  /** Sends a manual correction to the tracker. The battle in play may log it. */
  async correctTracker(command: HandWord): Promise<void> {
    await this.runChange('Telling the camera', () => this.backend.tell(command, this.shownSeq));
  }

  /** Reads or changes the shore. The battle in play may log it. */
  async sendShoreCommand(ask: ShoreAsk): Promise<boolean> {
    const shore = await this.attempt(() => this.backend.shore(ask));
    if (!shore) return false;
    this.shore = shore;
    if (this.now && ask.shore !== 'look') await this.attempt(() => this.reload());
    return true;
  }

  /** Clears refusals and close calls: they belong to the previous command. */
  clearAnswer(): void {
    this.refusals = [];
    this.questions = [];
  }

  /** Shows the battle that was begun or opened. Requests of the previous one are dropped. */
  private showBattle(changes: BattleChanges): void {
    this.updates.cancel();
    this.now = null;
    this.result = [];
    this.clearAnswer();
    this.showChanges(changes);
    this.newsWaits = true;
    this.followNews();
  }
}
