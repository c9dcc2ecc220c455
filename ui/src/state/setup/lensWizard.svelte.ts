import type { Backend } from '../../backend/backend';
import type { LensWizardView, LensWord } from '../../backend/views';
import { LatestRequest } from '../app/latestRequest';

const lookAgainMs = 120;

/** State of the lens wizard, polled while the screen is open. */
export class LensWizardState {
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
  get guides(): boolean {
    return this.view?.state === 'looking' || this.view?.state === 'working';
  }

  /** Polls until the returned function is called. */
  watch(): () => void {
    this.requests.send();
    const looking = setInterval(() => this.requests.send(), lookAgainMs);
    return () => {
      clearInterval(looking);
      this.requests.cancel();
    };
  }

  async tell(word: LensWord): Promise<void> {
    await this.backend.tellLens(word);
    this.requests.send();
  }
}
