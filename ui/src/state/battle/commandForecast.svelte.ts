import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { DecisionView, ForecastView, LiveView } from '../../backend/views';
import { Latest } from '../app/latestRequest';
import { hasMoved } from './shipPair.svelte';

interface Question {
  decision: DecisionView;
  /** The same without the frame, which changes all the time. */
  words: string;
  seq: number;
  live: LiveView | null;
}

/** What would come of fire as it is chosen at this moment. */
export class Forecast {
  view = $state.raw<ForecastView | null>(null);
  /** Why nothing is known of it. */
  trouble = $state('');

  private readonly asking: Latest<Question, ForecastView>;
  private asked: Question | null = null;

  constructor(backend: Backend) {
    this.asking = new Latest(
      ({ decision }) => backend.foresee(decision),
      (view) => {
        this.view = view;
        this.trouble = '';
      },
      (thrown) => (this.trouble = sentenceOf(thrown)),
    );
  }

  /** Asks where the choice, the battle or a ship's place has changed since it was asked last. */
  consider(decision: DecisionView, seq: number, live: LiveView | null): void {
    const words = JSON.stringify({ ...decision, frame: null });
    const seen = this.asked;
    const same = seen?.words === words && seen.seq === seq;
    if (same && !hasMoved(seen.live?.ships ?? [], live?.ships ?? [])) return;
    if (!same) this.view = null;
    this.asked = { decision, words, seq, live };
    this.asking.put(this.asked);
  }

  /** Nothing is chosen any more. */
  clear(): void {
    this.asking.forget();
    this.asked = null;
    this.view = null;
    this.trouble = '';
  }
}
