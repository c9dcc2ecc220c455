import type { Backend } from '../../backend/backend';
import type { LensWizardView, LensWord } from '../../backend/views';
import { Latest } from '../app/latestRequest';

const lookAgainMs = 120;

/** The lens wizard as it stands, asked again and again for as long as somebody looks. */
export class LensWizardState {
  view = $state.raw<LensWizardView | null>(null);

  private readonly asking: Latest<void, LensWizardView>;

  constructor(
    private readonly backend: Backend,
    onTrouble: (thrown: unknown) => void,
  ) {
    this.asking = new Latest(
      () => backend.lensWizard(),
      (view) => (this.view = view),
      onTrouble,
    );
  }

  /** It shows something on the picture. */
  get guides(): boolean {
    return this.view?.state === 'looking' || this.view?.state === 'working';
  }

  /** Looks until the returned function is called. */
  watch(): () => void {
    this.asking.put();
    const looking = setInterval(() => this.asking.put(), lookAgainMs);
    return () => {
      clearInterval(looking);
      this.asking.forget();
    };
  }

  async tell(word: LensWord): Promise<void> {
    await this.backend.tellLens(word);
    this.asking.put();
  }
}
