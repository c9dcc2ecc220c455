import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { DecisionView, ForecastView, LiveView } from '../../backend/views';
import { LatestRequest } from '../app/latestRequest';
import { hasMoved } from './shipPair.svelte';

interface ForecastRequest {
  decision: DecisionView;
  /** The same without the frame, which changes all the time. */
  words: string;
  seq: number;
  live: LiveView | null;
}

/** What would come of fire as it is chosen at this moment. */
export class CommandForecast {
  view = $state.raw<ForecastView | null>(null);
  /** Why nothing is known of it. */
  trouble = $state('');

  private readonly requests: LatestRequest<ForecastRequest, ForecastView>;
  private requested: ForecastRequest | null = null;

  constructor(backend: Backend) {
    this.requests = new LatestRequest(
      ({ decision }) => backend.foresee(decision),
      (view) => {
        this.view = view;
        this.trouble = '';
      },
      (thrown) => (this.trouble = sentenceOf(thrown)),
    );
  }

  /** Asks where the choice, the battle or a ship's place has changed since it was asked last. */
  update(decision: DecisionView, seq: number, live: LiveView | null): void {
    const words = JSON.stringify({ ...decision, frame: null });
    const last = this.requested;
    const same = last?.words === words && last.seq === seq;
    if (same && !hasMoved(last.live?.ships ?? [], live?.ships ?? [])) return;
    if (!same) this.view = null;
    this.requested = { decision, words, seq, live };
    this.requests.send(this.requested);
  }

  /** Nothing is chosen any more. */
  clear(): void {
    this.requests.cancel();
    this.requested = null;
    this.view = null;
    this.trouble = '';
  }
}
