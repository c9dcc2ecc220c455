import type { Backend } from '../../backend/backend';
import type { TurningNow } from '../../backend/views';

/** Where battles turned: what is known of the replayed one, and the search in progress. */
export class Turning {
  /** What is known of the replayed battle; null until the response comes. */
  now = $state.raw<TurningNow | null>(null);
  /** The battle that is being searched. The search goes on while other screens are shown. */
  searched = $state<number | null>(null);
  /** The share of the search that is done, 0 to 1. */
  share = $state(0);

  readonly found = $derived(this.now?.turning ?? null);
  /** The steps that mattered most, greatest first. */
  readonly moments = $derived(this.found?.moments.flatMap((at) => this.found?.steps[at] ?? []) ?? []);

  private battle: number | null = null;
  /** The player has stopped the search: that it then finds nothing is no trouble. */
  private stopped = false;

  constructor(private readonly backend: Backend) {}

  /** Asks what is known of a battle. */
  async load(battle: number): Promise<void> {
    this.battle = battle;
    this.now = null;
    const now = await this.backend.turning(battle);
    if (this.battle === battle) this.now = now;
  }

  /** Searches a battle, until it is found or stopped. */
  async find(battle: number): Promise<void> {
    this.searched = battle;
    this.share = 0;
    this.stopped = false;
    try {
      const turning = await this.backend.findTurning(battle, (share) => (this.share = share));
      if (this.battle === battle) this.now = { open: true, turning };
    } catch (thrown) {
      if (!this.stopped) throw thrown;
    } finally {
      this.searched = null;
    }
  }

  stop(): Promise<void> {
    this.stopped = true;
    return this.backend.stopTurning();
  }
}
