import type { Backend } from '../backend/backend';
import { sentenceOf } from '../backend/trouble';
import type { Writing } from '../table/orders';
import { Latest } from './latest';
import { OverlayClock, pageTime } from './overlayClock';
import { Tumble } from './tumble.svelte';
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
} from '../backend/views';

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
  /** What is being done that takes longer than a moment. */
  working = $state<string | null>(null);

  /** What can be taken back only with the umpire's leave, while the players are asked for it. */
  leaveFor = $state.raw<StepBackView | null>(null);

  /** The battle's news as they were heard last. */
  private battleNews = 0;
  /** How often another seat was taken: what was asked for the one before is not shown to the next. */
  private looks = 0;
  private readonly news: Latest<void, { now: BattleNow | null; log: LogLine[] }>;
  private stopLive: () => void = () => undefined;
  private readonly overlayClock = new OverlayClock(pageTime);

  constructor(readonly backend: Backend) {
    this.news = new Latest(
      async () => {
        const now = await backend.now();
        return { now, log: now ? await backend.log() : [] };
      },
      ({ now, log }) => {
        this.now = now;
        this.log = log;
      },
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
    this.backend.look('umpire');
    this.listen();
    await this.attempt(async () => this.plays(await this.backend.now()));
  }

  private listen(): void {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
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
    this.working = name;
    try {
      return await this.attempt(work);
    } finally {
      this.working = null;
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
    if (left !== null) {
      this.tell(
        choice.source === 'demo'
          ? `“${left}” waits in the campaign of your own table: open its camera again to go on with it.`
          : `“${left}” waits in the demo table’s campaign: open the demo table again to go on with it.`,
      );
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
    const begun = await this.labour(name, async () => {
      await this.plays(await work());
      return true;
    });
    if (begun) await this.hearTroubles();
    return begun === true;
  }

  async decide(decision: DecisionView): Promise<AnswerView | undefined> {
    return this.answered('Writing it in the log', () => this.backend.decide(decision));
  }

  /** Takes back the last thing that stands, or does again what was taken back. */
  async stepBack(step: StepBackView | null, umpire = false): Promise<void> {
    if (!step || this.working !== null) return;
    this.leaveFor = step.needs_umpire && !umpire ? step : null;
    if (this.leaveFor) return;
    await this.answered('Taking it back', () => this.backend.takeBack(step.to, step.sentence, umpire));
  }

  /** Models that were pushed stand where they stand. */
  async acceptShifts(ships: string[]): Promise<void> {
    await this.changed(() => this.backend.acceptShifts(ships));
  }

  /** Models that are to be set out stand where they stand. */
  async waive(ships: string[]): Promise<void> {
    await this.changed(() => this.backend.waiveSetUp(ships));
  }

  /** Every ship of the battle becomes a ghost until her model stands there. */
  async setUpAgain(): Promise<void> {
    await this.changed(() => this.backend.setUpAgain());
  }

  /** A ship's place by hand; says whether it was taken. */
  async layByHand(ship: string, place: PlaceView): Promise<boolean> {
    return this.changed(() => this.backend.layByHand(ship, place));
  }

  /** Models that are only on the map, each on her ghost. */
  async layAll(ghosts: readonly ShipGhostView[]): Promise<void> {
    await this.labour('Laying all on their ghosts', async () => {
      for (const { ship, place } of ghosts) await this.backend.layByHand(ship, place);
      await this.hear();
    });
  }

  /** All ships stand where they are seen now. */
  async takePlaces(): Promise<void> {
    await this.changed(() => this.backend.takePlaces());
  }

  /** Moves that were made and not decided are none. */
  async forgetMoves(ships: string[]): Promise<void> {
    await this.changed(() => this.backend.forgetMoves(ships));
  }

  /** Notes something of a battle for the campaign; says whether it was kept. */
  async noteAffair(battle: number, affair: Affair): Promise<boolean> {
    return this.changed(() => this.backend.noteAffair(battle, affair));
  }

  /** Shows what this viewer may see. */
  async look(viewer: string): Promise<void> {
    // What the last one saw goes first, and what is still on its way to that one.
    this.news.forget();
    this.looks++;
    this.now = null;
    this.result = [];
    this.log = [];
    this.forgetAnswer();
    this.backend.look(viewer);
    await this.attempt(() => this.hear());
  }

  private async answered(name: string, work: () => Promise<AnswerView>): Promise<AnswerView | undefined> {
    const got = await this.labour(name, async () => {
      const answer = await work();
      return { answer, now: answer.answer === 'done' ? await this.backend.now() : this.now };
    });
    if (!got) return undefined;
    // Only now that nothing is being worked on: what is asked next takes the focus, and must not be disabled.
    const { answer, now } = got;
    this.refusals = answer.answer === 'refused' ? answer.reasons : [];
    this.questions = answer.answer === 'too_close' ? answer.questions : [];
    if (answer.answer === 'done') {
      this.now = now;
      this.result = answer.log;
      this.log = [...this.log, ...answer.log];
      if (answer.log.some(({ dice }) => dice.some((die) => die.by_app))) this.tumble.start();
      else this.tumble.stop();
    }
    return answer;
  }

  private async changed(work: () => Promise<unknown>): Promise<boolean> {
    const done = await this.attempt(async () => {
      await work();
      await this.hear();
      return true;
    });
    return done === true;
  }

  /** The battle in play may have logged something. */
  private async hear(): Promise<void> {
    const looks = this.looks;
    const now = await this.backend.now();
    const log = now ? await this.backend.log() : [];
    if (looks !== this.looks) return;
    this.now = now;
    this.log = log;
  }

  /** Tells the tracker something by hand; a battle in play may have logged it. */
  async tellByHand(word: HandWord): Promise<void> {
    await this.changed(() => this.backend.tell(word));
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
