import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { OpenFormValues } from '../forms/orderTrack';
import { endDraft, endDrafts, battleKeyPrefix } from '../forms/drafts.svelte';
import { LatestRequest } from '../app/latestRequest';
import { mergeLogLines } from './logLines';
import { OverlayLatency, pageClock } from '../app/overlayLatency';
import { DiceAnimation } from './diceAnimation.svelte';
import type {
  Affair,
  AnswerView,
  AppView,
  BattleChoice,
  BattleNow,
  BattleView,
  DecisionView,
  HandWord,
  LiveView,
  LogLine,
  PlaceView,
  RuledSentence,
  ShipGhostView,
  ShoreAsk,
  ShoreView,
  SourceChoice,
  StepBackView,
  TooCloseView,
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
  /** Reasons why the last command was refused. */
  refusals = $state.raw<RuledSentence[]>([]);
  /** Close calls that the players must settle before the last command can be accepted. */
  questions = $state.raw<TooCloseView[]>([]);
  /** Error messages, newest first. */
  troubles = $state.raw<string[]>([]);

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

  /** The last `battle_news` counter seen. */
  private lastBattleNews = 0;
  /** Number of seat changes. Responses to requests of an earlier seat are dropped. */
  private seatChanges = 0;
  /** This window's own seat. */
  private ownSeat = 'everyone';
  /** The current seat, and the battle it belongs to. */
  private seat = 'everyone';
  private seatBattle: number | null = null;
  private readonly updates: LatestRequest<void, { now: BattleNow | null; log: LogLine[] }>;
  private stopLive: () => void = () => undefined;
  private readonly overlayLatency = new OverlayLatency(pageClock);

  constructor(readonly backend: Backend) {
    this.updates = new LatestRequest(
      async () => {
        // After a lost seat the request is repeated for the new one.
        if (await this.leaveLostSeat()) this.updates.send();
        return this.fetchBattle();
      },
      ({ now, log }) => this.showUpdate(now, log),
      (thrown) => this.reportTrouble(sentenceOf(thrown)),
    );
  }

  async start(): Promise<void> {
    this.subscribe();
    await this.reportAppTroubles();
    await this.attempt(async () => this.showBattle(await this.backend.now()));
    await this.sendShoreCommand({ shore: 'look' });
  }

  /** Starts the umpire's window: the battle with its secrets, without camera and table. */
  async startAsUmpire(): Promise<void> {
    this.ownSeat = this.seat = 'umpire';
    this.backend.look(this.seat);
    this.subscribe();
    await this.attempt(async () => this.showBattle(await this.backend.now()));
  }

  private subscribe(): void {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
      // A notice that has ended may be shown again later.
      if (this.readNotices.some((notice) => !live.notices.includes(notice)))
        this.readNotices = this.readNotices.filter((notice) => live.notices.includes(notice));
      this.overlayLatency.seen(live);
      if (live.battle_news !== this.lastBattleNews) {
        this.lastBattleNews = live.battle_news;
        this.updates.send();
      }
    });
  }

  /** Loads the app state and shows its troubles. */
  private async reportAppTroubles(): Promise<void> {
    await this.refresh();
    for (const trouble of this.app?.troubles ?? []) this.reportTrouble(trouble);
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
  async refresh(): Promise<void> {
    await this.attempt(async () => this.setApp(await this.backend.app()));
  }

  /** Shows an error message. */
  reportTrouble(sentence: string): void {
    this.troubles = [sentence, ...this.troubles.filter((other) => other !== sentence)];
  }

  dismissTrouble(sentence: string): void {
    this.troubles = this.troubles.filter((other) => other !== sentence);
  }

  dismissNotice(notice: string): void {
    this.readNotices = [...this.readNotices, notice];
  }

  /** Runs something that may fail. A failure is shown to the players and returns undefined. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.reportTrouble(sentenceOf(thrown));
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

  private async enterBattle(name: string, work: () => Promise<BattleNow>): Promise<boolean> {
    // The seat of the previous battle ends.
    this.returnToOwnSeat();
    const begun = await this.runTask(name, async () => {
      await this.showBattle(await work());
      return true;
    });
    if (begun) {
      this.endDrafts();
      await this.reportAppTroubles();
    } else await this.attempt(() => this.reload());
    return begun === true;
  }

  async decide(decision: DecisionView): Promise<AnswerView | undefined> {
    return this.runDecision('Writing it in the log', () => this.backend.decide(decision, this.shownSeq));
  }

  /** Undo or redo of one step. */
  async stepBack(step: StepBackView | null, umpire = false): Promise<void> {
    if (!step || this.currentTask !== null) return;
    this.consentNeeded = step.needs_umpire && !umpire ? step : null;
    if (this.consentNeeded) return;
    await this.runDecision('Taking it back', () =>
      this.backend.takeBack(step.to, step.sentence, umpire, this.shownSeq),
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
    await this.runTask('Laying all on their ghosts', async () => {
      for (const { ship, place } of ghosts) await this.backend.layByHand(ship, place, this.shownSeq);
      await this.reload();
    });
  }

  /** Makes all seen places official. */
  async takePlaces(): Promise<void> {
    await this.runChange('Taking all places', () => this.backend.takePlaces(this.shownSeq));
  }

  /** Drops undecided moves. */
  async forgetMoves(ships: string[]): Promise<void> {
    await this.runChange('Forgetting the move', () => this.backend.forgetMoves(ships, this.shownSeq));
  }

  /** Adds a campaign note about a battle as of this event; true if stored. */
  async noteAffair(battle: number, affair: Affair, madeOn: number): Promise<boolean> {
    return this.runChange('Noting it', () => this.backend.noteAffair(battle, affair, madeOn));
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

  /** A seat belongs to one battle. If another battle is in play, the seat is left; returns true then. */
  private async leaveLostSeat(): Promise<boolean> {
    const { seat, seatBattle } = this;
    if (seat === this.ownSeat || seatBattle === null) return false;
    // A battle this seat may not see is another battle too.
    const now = await this.backend.now().catch(() => null);
    const isLost = this.seat === seat && this.seatBattle === seatBattle && now?.battle.battle !== seatBattle;
    if (isLost) this.returnToOwnSeat();
    return isLost;
  }

  private async fetchBattle(): Promise<{ now: BattleNow | null; log: LogLine[] }> {
    const now = await this.backend.now();
    return { now, log: now ? await this.backend.log() : [] };
  }

  /** Number of the last event shown. Commands refer to it. */
  private get shownSeq(): number {
    return this.now?.battle.seq ?? 0;
  }

  private async runDecision(name: string, work: () => Promise<AnswerView>): Promise<AnswerView | undefined> {
    const got = await this.runTask(name, async () => {
      const answer = await work();
      // A refusal may be caused by newer events, so the new state is shown.
      return { answer, now: answer.answer === 'too_close' ? this.now : await this.backend.now() };
    });
    if (!got) return undefined;
    // After the task has ended: the next form takes the focus, so it must not be disabled.
    const { answer, now } = got;
    this.refusals = answer.answer === 'refused' ? answer.reasons : [];
    this.questions = answer.answer === 'too_close' ? answer.questions : [];
    if (answer.answer === 'refused' && now?.battle.seq !== this.now?.battle.seq) this.updates.send();
    if (answer.answer === 'done') {
      this.result = answer.log;
      this.showUpdate(now, mergeLogLines(this.log, answer.log));
      if (answer.log.some(({ dice }) => dice.some((die) => die.by_app))) this.diceAnimation.start();
      else this.diceAnimation.stop();
    }
    return answer;
  }

  private async runChange(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const done = await this.runTask(name, async () => {
      await work();
      await this.reload();
      return true;
    });
    // A refused command may refer to an old state: reload.
    if (!done && this.now) this.updates.send();
    return done === true;
  }

  /** Reloads the battle in play and its log. */
  private async reload(): Promise<void> {
    await this.leaveLostSeat();
    const looks = this.seatChanges;
    const { now, log } = await this.fetchBattle();
    if (looks !== this.seatChanges) return;
    this.showUpdate(now, log);
  }

  /** Shows a battle and its log, unless they are older than what is shown. */
  private showUpdate(now: BattleNow | null, log: LogLine[]): void {
    const goesOn = now !== null && this.now?.battle.battle === now.battle.battle;
    if (goesOn && now.battle.seq < this.shownSeq) return;
    this.now = now;
    this.log = goesOn ? mergeLogLines(this.log, log) : log;
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

  private async showBattle(now: BattleNow | null): Promise<void> {
    this.now = now;
    this.result = [];
    this.clearAnswer();
    this.log = now ? await this.backend.log() : [];
  }
}
