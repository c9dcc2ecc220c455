import type { Backend } from '../backend/backend';
import { sentenceOf } from '../backend/trouble';
import { OverlayClock, pageTime } from './overlayClock';
import type {
  AnswerView,
  AppView,
  BattleView,
  DecisionView,
  HandWord,
  LiveView,
  LogLine,
  ShoreAsk,
  ShoreView,
  RuledSentence,
  TooCloseView,
} from '../backend/views';

/** What all screens share: the app, the live table and the battle in play. */
export class Session {
  app = $state.raw<AppView | null>(null);
  live = $state.raw<LiveView | null>(null);
  battle = $state.raw<BattleView | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** What lies on the table besides ships. */
  shore = $state.raw<ShoreView>({ pieces: [], ghosts: [] });
  /** What the last decision did. */
  result = $state.raw<LogLine[]>([]);
  /** Why the last decision was refused. */
  refusals = $state.raw<RuledSentence[]>([]);
  /** What the players must choose before the last decision can stand. */
  questions = $state.raw<TooCloseView[]>([]);
  /** What went wrong last, newest first. */
  troubles = $state.raw<string[]>([]);
  /** What is being done that takes longer than a moment. */
  working = $state<string | null>(null);

  private stopLive: () => void = () => undefined;
  private readonly overlayClock = new OverlayClock(pageTime);

  constructor(readonly backend: Backend) {}

  async start(): Promise<void> {
    this.stopLive = this.backend.watchLive((live) => {
      this.live = live;
      this.overlayClock.seen(live);
    });
    await this.refresh();
    for (const trouble of this.app?.troubles ?? []) this.tell(trouble);
    await this.attempt(async () => this.plays(await this.backend.battle()));
    await this.askShore({ shore: 'look' });
  }

  stop(): void {
    this.stopLive();
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

  /** Says whether it has begun. */
  async beginBattle(scenario: string | null): Promise<boolean> {
    const begun = await this.labour('Beginning the battle', async () => {
      await this.plays(await this.backend.beginBattle(scenario));
      return true;
    });
    return begun === true;
  }

  /** The same. */
  async openBattle(battle: number): Promise<boolean> {
    const opened = await this.labour('Opening the battle', async () => {
      await this.plays(await this.backend.openBattle(battle));
      return true;
    });
    return opened === true;
  }

  async decide(decision: DecisionView): Promise<AnswerView | undefined> {
    const answer = await this.labour('Writing it in the log', () => this.backend.decide(decision));
    if (!answer) return undefined;
    this.refusals = answer.answer === 'refused' ? answer.reasons : [];
    this.questions = answer.answer === 'too_close' ? answer.questions : [];
    if (answer.answer === 'done') {
      this.battle = answer.battle;
      this.result = answer.log;
      this.log = [...this.log, ...answer.log];
    }
    return answer;
  }

  /** Tells the tracker something by hand; a battle in play may have logged it. */
  async tellByHand(word: HandWord): Promise<void> {
    await this.attempt(async () => {
      const battle = await this.backend.tell(word);
      if (!battle) return;
      this.battle = battle;
      this.log = await this.backend.log();
    });
  }

  /** Asks or says something about the shore; the battle in play may have logged it. */
  async askShore(ask: ShoreAsk): Promise<boolean> {
    const shore = await this.attempt(() => this.backend.shore(ask));
    if (!shore) return false;
    this.shore = shore;
    if (this.battle && ask.shore !== 'look') {
      await this.attempt(async () => {
        this.battle = await this.backend.battle();
        this.log = await this.backend.log();
      });
    }
    return true;
  }

  /** A refusal or a question belongs to what was chosen then, not to what is chosen now. */
  forgetAnswer(): void {
    this.refusals = [];
    this.questions = [];
  }

  private async plays(battle: BattleView | null): Promise<void> {
    this.battle = battle;
    this.result = [];
    this.forgetAnswer();
    this.log = battle ? await this.backend.log() : [];
  }
}
