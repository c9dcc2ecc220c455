import type { Backend } from '../../backend/backend';
import type { LensWizardView, LensWord } from '../../backend/views';
import { LatestRequest } from '../app/latestRequest';

const pollIntervalMs = 120;

/** State of the lens wizard, polled while the screen is open. */
export class LensWizardStore {
  view = $state.raw<LensWizardView | null>(null);

  private readonly requests: LatestRequest<void, LensWizardView>;

  constructor(
    private readonly backend: Backend,
    onTrouble: (thrown: unknown) => void,
  ) {
    this.requests = new LatestRequest(
      () => backend.lensWizard(),
      (view) => (this.view = view),
      onTrouble,
    );
  }

  /** The wizard draws on the picture. */
  get hasOverlay(): boolean {
    return this.view?.state === 'looking' || this.view?.state === 'working';
  }

  /** Polls until the returned function is called. */
  watch(): () => void {
    this.requests.send();
    const polling = setInterval(() => this.requests.send(), pollIntervalMs);
    return () => {
      clearInterval(polling);
      this.requests.cancel();
    };
  }

  async send(command: LensWord): Promise<void> {
    await this.backend.commandLensWizard(command);
    this.requests.send();
  }
}
