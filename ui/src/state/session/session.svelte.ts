import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { Writing } from '../forms/orderTrack';
import { endDraft, endDrafts, inBattle } from '../forms/drafts.svelte';
import { Latest } from '../app/latestRequest';
import { merged } from './logLines';
import { OverlayClock, pageTime } from '../app/overlayLatency';
import { Tumble } from './diceAnimation.svelte';
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
  writing = $state.raw<Writing>({});
  /** The app's dice of the last decision, rolling. */
  readonly tumble = new Tumble();
  /** Why the last decision was refused. */
  refusals = $state.raw<RuledSentence[]>([]);
  /** What the players must choose before the last decision can stand. */
  questions = $state.raw<TooCloseView[]>([]);
  /** What went wrong last, newest first. */
  troubles = $state.raw<string[]>([]);

  /** What was said of the battle that waits in the other campaign. */
  #waiting = '';
  /** Notices that somebody has read, for as long as they stand. */
  private readNotices = $state.raw<readonly string[]>([]);
  readonly notices = $derived(
    (this.live?.notices ?? []).filter((notice) => !this.readNotices.includes(notice)),
  );
  /** What is being done that takes longer than a moment, the newest last. */
  private labours = $state.raw<readonly string[]>([]);
  readonly working = $derived<string | null>(this.labours.at(-1) ?? null);

  /** What can be taken back only with the umpire's leave, while the players are asked for it. */
  leaveFor = $state.raw<StepBackView | null>(null);

  /** The battle's news as they were heard last. */
  private battleNews = 0;
  /** How often another seat was taken: what was asked for the one before is not shown to the next. */
  private looks = 0;
  /** The seat that this window has by itself. */
  private ownSeat = 'everyone';
  /** The seat it looks from now, and the battle that is a seat of. */
  private seat = 'everyone';
  private seatedIn: number | null = null;
  private readonly news: Latest<void, { now: BattleNow | null; log: LogLine[] }>;
  private stopLive: () => void = () => undefined;
  private readonly overlayClock = new OverlayClock(pageTime);

  constructor(readonly backend: Backend) {
    this.news = new Latest(
      async () => {
        // What was asked for a seat that is no more is dropped, and asked anew.
        if (await this.leaveLostSeat()) this.news.put();
        return this.inPlay();
      },
      ({ now, log }) => this.shows(now, log),
      (thrown) => this.tell(sentenceOf(thrown)),
    );
  }

  async start(): Promise<void> {
    this.listen();
    await this.hearTroubles();
    await this.attempt(async () => this.plays(await this.backend.now()));
    await this.askShore({ shore: 'look' });
  }

  /** In the umpire's own window: the battle with its secrets, and nothing of camera and table. */
  async startAsUmpire(): Promise<void> {
    this.ownSeat = this.seat = 'umpire';
    this.backend.look(this.seat);
    this.listen();
    await this.attempt(async () => this.plays(await this.backend.now()));
  }

  private listen(): void {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
      // One that is over is news when it comes again.
      if (this.readNotices.some((notice) => !live.notices.includes(notice)))
        this.readNotices = this.readNotices.filter((notice) => live.notices.includes(notice));
      this.overlayClock.seen(live);
      if (live.battle_news !== this.battleNews) {
        this.battleNews = live.battle_news;
        this.news.put();
      }
    });
  }

  /** What the app can't do by itself, told to the players. */
  private async hearTroubles(): Promise<void> {
    await this.refresh();
    for (const trouble of this.app?.troubles ?? []) this.tell(trouble);
  }

  stop(): void {
    this.stopLive();
    this.tumble.stop();
    this.news.forget();
  }

  knows(app: AppView): void {
    // Battles of another campaign have other seats, whatever their numbers are.
    if (this.app && this.app.campaign !== app.campaign) {
      this.standUp();
      this.endDrafts();
    }
    // What was marked on the picture of another source lies nowhere on this one.
    if (this.app && JSON.stringify(this.app.source.choice) !== JSON.stringify(app.source.choice))
      for (const marked of ['muster', 'shore']) endDraft(this, marked);
    this.app = app;
  }

  /** Asks again how the app stands. */
  async refresh(): Promise<void> {
    await this.attempt(async () => this.knows(await this.backend.app()));
  }

  /** Shows what went wrong, in a sentence. */
  tell(sentence: string): void {
    this.troubles = [sentence, ...this.troubles.filter((other) => other !== sentence)];
  }

  dismiss(sentence: string): void {
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
      this.tell(sentenceOf(thrown));
      return undefined;
    }
  }

  /** The same for what takes a while: everything that must not happen meanwhile is disabled. */
  async labour<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    this.labours = [...this.labours, name];
    try {
      return await this.attempt(work);
    } finally {
      this.labours = this.labours.toSpliced(this.labours.lastIndexOf(name), 1);
    }
  }

  /** Opens a source. Demo table and real tables have a campaign each: the battle of the other one is in play then. */
  async openSource(choice: SourceChoice): Promise<void> {
    const before = this.app?.campaign;
    const left = this.now?.over === false ? this.now.battle.name : null;
    const app = await this.labour('Opening the source', () => this.backend.openSource(choice));
    if (!app) return;
    this.knows(app);
    for (const trouble of app.troubles) this.tell(trouble);
    await this.askShore({ shore: 'look' });
    if (before === undefined || app.campaign === before) return;
    // Whoever sat at the other battle sits at none of this one.
    await this.look('everyone');
    // The battle that waited is in play again.
    this.dismiss(this.#waiting);
    if (left !== null) {
      this.#waiting =
        choice.source === 'demo'
          ? `“${left}” waits in the campaign of your own table: open its camera again to go on with it.`
          : `“${left}” waits in the demo table’s campaign: open the demo table again to go on with it.`;
      this.tell(this.#waiting);
    }
  }

  /** Says whether it has begun. */
  async beginBattle(choice: BattleChoice): Promise<boolean> {
    return this.begins('Beginning the battle', () => this.backend.beginBattle(choice));
  }

  /** The same of a battle of another evening. */
  async openBattle(battle: number): Promise<boolean> {
    return this.begins('Opening the battle', () => this.backend.openBattle(battle));
  }

  private async begins(name: string, work: () => Promise<BattleNow>): Promise<boolean> {
    // Whoever looks on from a seat of the battle before looks on no more.
    this.standUp();
    const begun = await this.labour(name, async () => {
      await this.plays(await work());
      return true;
    });
    if (begun) {
      this.endDrafts();
      await this.hearTroubles();
    } else await this.attempt(() => this.hear());
    return begun === true;
  }

  async decide(decision: DecisionView): Promise<AnswerView | undefined> {
    return this.answered('Writing it in the log', () => this.backend.decide(decision, this.shown));
  }

  /** Takes back the last thing that stands, or does again what was taken back. */
  async stepBack(step: StepBackView | null, umpire = false): Promise<void> {
    if (!step || this.working !== null) return;
    this.leaveFor = step.needs_umpire && !umpire ? step : null;
    if (this.leaveFor) return;
    await this.answered('Taking it back', () =>
      this.backend.takeBack(step.to, step.sentence, umpire, this.shown),
    );
  }

  /** Models that were pushed stand where they stand. */
  async acceptShifts(ships: string[]): Promise<void> {
    await this.changed('Accepting where they stand', () => this.backend.acceptShifts(ships, this.shown));
  }

  /** Models that are to be set out stand where they stand. */
  async waive(ships: string[]): Promise<void> {
    await this.changed('Accepting where they stand', () => this.backend.waiveSetUp(ships, this.shown));
  }

  /** Every ship of the battle becomes a ghost until her model stands there. */
  async setUpAgain(): Promise<void> {
    await this.changed('Setting the table up again', () => this.backend.setUpAgain(this.shown));
  }

  /** A ship's place by hand; says whether it was taken. */
  async layByHand(ship: string, place: PlaceView): Promise<boolean> {
    return this.changed('Laying her there', () => this.backend.layByHand(ship, place, this.shown));
  }

  /** Models that are only on the map, each on her ghost. */
  async layAll(ghosts: readonly ShipGhostView[]): Promise<void> {
    await this.labour('Laying all on their ghosts', async () => {
      for (const { ship, place } of ghosts) await this.backend.layByHand(ship, place, this.shown);
      await this.hear();
    });
  }

  /** All ships stand where they are seen now. */
  async takePlaces(): Promise<void> {
    await this.changed('Taking all places', () => this.backend.takePlaces(this.shown));
  }

  /** Moves that were made and not decided are none. */
  async forgetMoves(ships: string[]): Promise<void> {
    await this.changed('Forgetting the move', () => this.backend.forgetMoves(ships, this.shown));
  }

  /** Notes something of a battle for the campaign, as it stood after this event; says whether it was kept. */
  async noteAffair(battle: number, affair: Affair, madeOn: number): Promise<boolean> {
    return this.changed('Noting it', () => this.backend.noteAffair(battle, affair, madeOn));
  }

  /** Shows what this viewer may see. */
  async look(viewer: string): Promise<void> {
    this.sit(viewer);
    await this.attempt(() => this.hear());
    if (this.seat === viewer) this.seatedIn = this.now?.battle.battle ?? null;
  }

  private sit(viewer: string): void {
    // What the last one saw goes first, and what is still on its way to that one.
    this.news.forget();
    this.looks++;
    this.now = null;
    this.result = [];
    this.log = [];
    this.writing = {};
    this.forgetAnswer();
    this.seat = viewer;
    this.seatedIn = null;
    this.backend.look(viewer);
  }

  /** Nobody looks on from a seat that was taken: this window has its own again. */
  private standUp(): void {
    if (this.seat !== this.ownSeat) this.sit(this.ownSeat);
  }

  /** What was begun in a battle and not finished is that battle's. */
  private endDrafts(): void {
    this.writing = {};
    endDrafts(this, inBattle);
  }

  /** A seat is one battle's: where another came in its place, nobody sits there any more. Says whether that was so. */
  private async leaveLostSeat(): Promise<boolean> {
    const { seat, seatedIn } = this;
    if (seat === this.ownSeat || seatedIn === null) return false;
    // A battle that may not be looked at from there is another one, too.
    const now = await this.backend.now().catch(() => null);
    const isLost = this.seat === seat && this.seatedIn === seatedIn && now?.battle.battle !== seatedIn;
    if (isLost) this.standUp();
    return isLost;
  }

  private async inPlay(): Promise<{ now: BattleNow | null; log: LogLine[] }> {
    const now = await this.backend.now();
    return { now, log: now ? await this.backend.log() : [] };
  }

  /** The last event that is shown: what is decided is decided on that. */
  private get shown(): number {
    return this.now?.battle.seq ?? 0;
  }

  private async answered(name: string, work: () => Promise<AnswerView>): Promise<AnswerView | undefined> {
    const got = await this.labour(name, async () => {
      const answer = await work();
      // A refusal may come of what has happened since: then that is shown.
      return { answer, now: answer.answer === 'too_close' ? this.now : await this.backend.now() };
    });
    if (!got) return undefined;
    // Only now that nothing is being worked on: what is asked next takes the focus, and must not be disabled.
    const { answer, now } = got;
    this.refusals = answer.answer === 'refused' ? answer.reasons : [];
    this.questions = answer.answer === 'too_close' ? answer.questions : [];
    if (answer.answer === 'refused' && now?.battle.seq !== this.now?.battle.seq) this.news.put();
    if (answer.answer === 'done') {
      this.result = answer.log;
      this.shows(now, merged(this.log, answer.log));
      if (answer.log.some(({ dice }) => dice.some((die) => die.by_app))) this.tumble.start();
      else this.tumble.stop();
    }
    return answer;
  }

  private async changed(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const done = await this.labour(name, async () => {
      await work();
      await this.hear();
      return true;
    });
    // What was turned away may have been said of a battle that has gone on since.
    if (!done && this.now) this.news.put();
    return done === true;
  }

  /** The battle in play may have logged something. */
  private async hear(): Promise<void> {
    await this.leaveLostSeat();
    const looks = this.looks;
    const { now, log } = await this.inPlay();
    if (looks !== this.looks) return;
    this.shows(now, log);
  }

  /** Shows a battle and its log, unless they were asked for before what is shown already. */
  private shows(now: BattleNow | null, log: LogLine[]): void {
    const goesOn = now !== null && this.now?.battle.battle === now.battle.battle;
    if (goesOn && now.battle.seq < this.shown) return;
    this.now = now;
    this.log = goesOn ? merged(this.log, log) : log;
  }

  /** Tells the tracker something by hand; a battle in play may have logged it. */
  async tellByHand(word: HandWord): Promise<void> {
    await this.changed('Telling the camera', () => this.backend.tell(word, this.shown));
  }

  /** Asks or says something about the shore; the battle in play may have logged it. */
  async askShore(ask: ShoreAsk): Promise<boolean> {
    const shore = await this.attempt(() => this.backend.shore(ask));
    if (!shore) return false;
    this.shore = shore;
    if (this.now && ask.shore !== 'look') await this.attempt(() => this.hear());
    return true;
  }

  /** A refusal or a question belongs to what was chosen then, not to what is chosen now. */
  forgetAnswer(): void {
    this.refusals = [];
    this.questions = [];
  }

  private async plays(now: BattleNow | null): Promise<void> {
    this.now = now;
    this.result = [];
    this.forgetAnswer();
    this.log = now ? await this.backend.log() : [];
  }
}
