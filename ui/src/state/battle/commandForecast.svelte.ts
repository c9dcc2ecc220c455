import type { Backend } from '../../backend/backend';
import { sentenceOf } from '../../backend/trouble';
import type { DecisionView, ForecastView, LiveView } from '../../backend/views';
import { LatestRequest } from '../app/latestRequest';
import { hasMoved } from './shipPair.svelte';

interface ForecastRequest {
  decision: DecisionView;
  /** The command as JSON without the frame number, which changes with every picture. */
  key: string;
  seq: number;
  live: LiveView | null;
}

/** The forecast of the command that is being prepared. */
export class CommandForecast {
  view = $state.raw<ForecastView | null>(null);
  /** Why there is no forecast. */
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

  /** Requests a forecast if the command, the battle or a ship's place has changed since the last request. */
  update(decision: DecisionView, seq: number, live: LiveView | null): void {
    const key = JSON.stringify({ ...decision, frame: null });
    const last = this.requested;
    const same = last?.key === key && last.seq === seq;
    if (same && !hasMoved(last.live?.ships ?? [], live?.ships ?? [])) return;
    if (!same) this.view = null;
    this.requested = { decision, key, seq, live };
    this.requests.send(this.requested);
  }

  /** Removes the forecast. */
  clear(): void {
    this.requests.cancel();
    this.requested = null;
    this.view = null;
    this.trouble = '';
  }
}
