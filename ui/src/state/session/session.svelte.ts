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

/** What all screens share: the app, the live table and the battle in play. */
export class Session {
  app = $state.raw<AppView | null>(null);
  live = $state.raw<LiveView | null>(null);
  /** All that this window shows of the battle in play. */
  now = $state.raw<BattleNow | null>(null);
  readonly battle = $derived<BattleView | null>(this.now?.battle ?? null);
  log = $state.raw<LogLine[]>([]);
  /** What lies on the table besides ships. */
  shore = $state.raw<ShoreView>({ pieces: [], ghosts: [] });
  /** What the last decision did. */
  result = $state.raw<LogLine[]>([]);
  /** What is written in the forms of orders that are open. */
  openFormValues = $state.raw<OpenFormValues>({});
  /** The app's dice of the last decision, rolling. */
  readonly diceAnimation = new DiceAnimation();
  /** Why the last decision was refused. */
  refusals = $state.raw<RuledSentence[]>([]);
  /** What the players must choose before the last decision can stand. */
  questions = $state.raw<TooCloseView[]>([]);
  /** What went wrong last, newest first. */
  troubles = $state.raw<string[]>([]);

  /** What was said of the battle that waits in the other campaign. */
  #waitingNotice = '';
  /** Notices that somebody has read, for as long as they stand. */
  private readNotices = $state.raw<readonly string[]>([]);
  readonly notices = $derived(
    (this.live?.notices ?? []).filter((notice) => !this.readNotices.includes(notice)),
  );
  /** What is being done that takes longer than a moment, the newest last. */
  private runningTasks = $state.raw<readonly string[]>([]);
  readonly currentTask = $derived<string | null>(this.runningTasks.at(-1) ?? null);

  /** What can be taken back only with the umpire's leave, while the players are asked for it. */
  consentNeeded = $state.raw<StepBackView | null>(null);

  /** The battle's news as they were heard last. */
  private lastBattleNews = 0;
  /** How often another seat was taken: what was asked for the one before is not shown to the next. */
  private seatChanges = 0;
  /** The seat that this window has by itself. */
  private ownSeat = 'everyone';
  /** The seat it looks from now, and the battle that is a seat of. */
  private seat = 'everyone';
  private seatBattle: number | null = null;
  private readonly updates: LatestRequest<void, { now: BattleNow | null; log: LogLine[] }>;
  private stopLive: () => void = () => undefined;
  private readonly overlayLatency = new OverlayLatency(pageClock);

  constructor(readonly backend: Backend) {
    this.updates = new LatestRequest(
      async () => {
        // What was asked for a seat that is no more is dropped, and asked anew.
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

  /** In the umpire's own window: the battle with its secrets, and nothing of camera and table. */
  async startAsUmpire(): Promise<void> {
    this.ownSeat = this.seat = 'umpire';
    this.backend.look(this.seat);
    this.subscribe();
    await this.attempt(async () => this.showBattle(await this.backend.now()));
  }

  private subscribe(): void {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
      // One that is over is news when it comes again.
      if (this.readNotices.some((notice) => !live.notices.includes(notice)))
        this.readNotices = this.readNotices.filter((notice) => live.notices.includes(notice));
      this.overlayLatency.seen(live);
      if (live.battle_news !== this.lastBattleNews) {
        this.lastBattleNews = live.battle_news;
        this.updates.send();
      }
    });
  }

  /** What the app can't do by itself, told to the players. */
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
    // Battles of another campaign have other seats, whatever their numbers are.
    if (this.app && this.app.campaign !== app.campaign) {
      this.returnToOwnSeat();
      this.endDrafts();
    }
    // What was marked on the picture of another source lies nowhere on this one.
    if (this.app && JSON.stringify(this.app.source.choice) !== JSON.stringify(app.source.choice))
      for (const marked of ['muster', 'shore']) endDraft(this, marked);
    this.app = app;
  }

  /** Asks again how the app stands. */
  async refresh(): Promise<void> {
    await this.attempt(async () => this.setApp(await this.backend.app()));
  }

  /** Shows what went wrong, in a sentence. */
  reportTrouble(sentence: string): void {
    this.troubles = [sentence, ...this.troubles.filter((other) => other !== sentence)];
  }

  dismissTrouble(sentence: string): void {
    this.troubles = this.troubles.filter((other) => other !== sentence);
  }

  dismissNotice(notice: string): void {
    this.readNotices = [...this.readNotices, notice];
  }

  /** Does something that may fail; a failure is told to the players and gives undefined. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      this.reportTrouble(sentenceOf(thrown));
      return undefined;
    }
  }

  /** The same for what takes a while: everything that must not happen meanwhile is disabled. */
  async runTask<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    this.runningTasks = [...this.runningTasks, name];
    try {
      return await this.attempt(work);
    } finally {
      this.runningTasks = this.runningTasks.toSpliced(this.runningTasks.lastIndexOf(name), 1);
    }
  }

  /** Opens a source. Demo table and real tables have a campaign each: the battle of the other one is in play then. */
  async openSource(choice: SourceChoice): Promise<void> {
    const before = this.app?.campaign;
    const left = this.now?.over === false ? this.now.battle.name : null;
    const app = await this.runTask('Opening the source', () => this.backend.openSource(choice));
    if (!app) return;
    this.setApp(app);
    for (const trouble of app.troubles) this.reportTrouble(trouble);
    await this.sendShoreCommand({ shore: 'look' });
    if (before === undefined || app.campaign === before) return;
    // Whoever sat at the other battle sits at none of this one.
    await this.changeSeat('everyone');
    // The battle that waited is in play again.
    this.dismissTrouble(this.#waitingNotice);
    if (left !== null) {
      this.#waitingNotice =
        choice.source === 'demo'
          ? `“${left}” waits in the campaign of your own table: open its camera again to go on with it.`
          : `“${left}” waits in the demo table’s campaign: open the demo table again to go on with it.`;
      this.reportTrouble(this.#waitingNotice);
    }
  }

  /** Says whether it has begun. */
  async beginBattle(choice: BattleChoice): Promise<boolean> {
    return this.enterBattle('Beginning the battle', () => this.backend.beginBattle(choice));
  }

  /** The same of a battle of another evening. */
  async openBattle(battle: number): Promise<boolean> {
    return this.enterBattle('Opening the battle', () => this.backend.openBattle(battle));
  }

  private async enterBattle(name: string, work: () => Promise<BattleNow>): Promise<boolean> {
    // Whoever looks on from a seat of the battle before looks on no more.
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

  /** Takes back the last thing that stands, or does again what was taken back. */
  async stepBack(step: StepBackView | null, umpire = false): Promise<void> {
    if (!step || this.currentTask !== null) return;
    this.consentNeeded = step.needs_umpire && !umpire ? step : null;
    if (this.consentNeeded) return;
    await this.runDecision('Taking it back', () =>
      this.backend.takeBack(step.to, step.sentence, umpire, this.shownSeq),
    );
  }

  /** Models that were pushed stand where they stand. */
  async acceptShifts(ships: string[]): Promise<void> {
    await this.runChange('Accepting where they stand', () => this.backend.acceptShifts(ships, this.shownSeq));
  }

  /** Models that are to be set out stand where they stand. */
  async waiveSetUp(ships: string[]): Promise<void> {
    await this.runChange('Accepting where they stand', () => this.backend.waiveSetUp(ships, this.shownSeq));
  }

  /** Every ship of the battle becomes a ghost until her model stands there. */
  async setUpAgain(): Promise<void> {
    await this.runChange('Setting the table up again', () => this.backend.setUpAgain(this.shownSeq));
  }

  /** A ship's place by hand; says whether it was taken. */
  async placeByHand(ship: string, place: PlaceView): Promise<boolean> {
    return this.runChange('Laying her there', () => this.backend.layByHand(ship, place, this.shownSeq));
  }

  /** Models that are only on the map, each on her ghost. */
  async placeAll(ghosts: readonly ShipGhostView[]): Promise<void> {
    await this.runTask('Laying all on their ghosts', async () => {
      for (const { ship, place } of ghosts) await this.backend.layByHand(ship, place, this.shownSeq);
      await this.reload();
    });
  }

  /** All ships stand where they are seen now. */
  async takePlaces(): Promise<void> {
    await this.runChange('Taking all places', () => this.backend.takePlaces(this.shownSeq));
  }

  /** Moves that were made and not decided are none. */
  async forgetMoves(ships: string[]): Promise<void> {
    await this.runChange('Forgetting the move', () => this.backend.forgetMoves(ships, this.shownSeq));
  }

  /** Notes something of a battle for the campaign, as it stood after this event; says whether it was kept. */
  async noteAffair(battle: number, affair: Affair, madeOn: number): Promise<boolean> {
    return this.runChange('Noting it', () => this.backend.noteAffair(battle, affair, madeOn));
  }

  /** Shows what this viewer may see. */
  async changeSeat(viewer: string): Promise<void> {
    this.resetForSeat(viewer);
    await this.attempt(() => this.reload());
    if (this.seat === viewer) this.seatBattle = this.now?.battle.battle ?? null;
  }

  private resetForSeat(viewer: string): void {
    // What the last one saw goes first, and what is still on its way to that one.
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

  /** Nobody looks on from a seat that was taken: this window has its own again. */
  private returnToOwnSeat(): void {
    if (this.seat !== this.ownSeat) this.resetForSeat(this.ownSeat);
  }

  /** What was begun in a battle and not finished is that battle's. */
  private endDrafts(): void {
    this.openFormValues = {};
    endDrafts(this, battleKeyPrefix);
  }

  /** A seat is one battle's: where another came in its place, nobody sits there any more. Says whether that was so. */
  private async leaveLostSeat(): Promise<boolean> {
    const { seat, seatBattle } = this;
    if (seat === this.ownSeat || seatBattle === null) return false;
    // A battle that may not be looked at from there is another one, too.
    const now = await this.backend.now().catch(() => null);
    const isLost = this.seat === seat && this.seatBattle === seatBattle && now?.battle.battle !== seatBattle;
    if (isLost) this.returnToOwnSeat();
    return isLost;
  }

  private async fetchBattle(): Promise<{ now: BattleNow | null; log: LogLine[] }> {
    const now = await this.backend.now();
    return { now, log: now ? await this.backend.log() : [] };
  }

  /** The last event that is shown: what is decided is decided on that. */
  private get shownSeq(): number {
    return this.now?.battle.seq ?? 0;
  }

  private async runDecision(name: string, work: () => Promise<AnswerView>): Promise<AnswerView | undefined> {
    const got = await this.runTask(name, async () => {
      const answer = await work();
      // A refusal may come of what has happened since: then that is shown.
      return { answer, now: answer.answer === 'too_close' ? this.now : await this.backend.now() };
    });
    if (!got) return undefined;
    // Only now that nothing is being worked on: what is asked next takes the focus, and must not be disabled.
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
    // What was turned away may have been said of a battle that has gone on since.
    if (!done && this.now) this.updates.send();
    return done === true;
  }

  /** The battle in play may have logged something. */
  private async reload(): Promise<void> {
    await this.leaveLostSeat();
    const looks = this.seatChanges;
    const { now, log } = await this.fetchBattle();
    if (looks !== this.seatChanges) return;
    this.showUpdate(now, log);
  }

  /** Shows a battle and its log, unless they were asked for before what is shown already. */
  private showUpdate(now: BattleNow | null, log: LogLine[]): void {
    const goesOn = now !== null && this.now?.battle.battle === now.battle.battle;
    if (goesOn && now.battle.seq < this.shownSeq) return;
    this.now = now;
    this.log = goesOn ? mergeLogLines(this.log, log) : log;
  }

  /** Tells the tracker something by hand; a battle in play may have logged it. */
  async correctTracker(word: HandWord): Promise<void> {
    await this.runChange('Telling the camera', () => this.backend.tell(word, this.shownSeq));
  }

  /** Asks or says something about the shore; the battle in play may have logged it. */
  async sendShoreCommand(ask: ShoreAsk): Promise<boolean> {
    const shore = await this.attempt(() => this.backend.shore(ask));
    if (!shore) return false;
    this.shore = shore;
    if (this.now && ask.shore !== 'look') await this.attempt(() => this.reload());
    return true;
  }

  /** A refusal or a question belongs to what was chosen then, not to what is chosen now. */
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
