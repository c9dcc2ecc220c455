/** Colour theme. */
export type Theme = 'system' | 'light' | 'dim';

const storageKey = 'ironclad-table-theme';

/** The chosen theme, kept in local storage. */
export class ThemeChoice {
  theme = $state<Theme>(readStored());

  choose(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(storageKey, theme);
    this.apply();
  }

  apply(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }
}

function readStored(): Theme {
  const theme = localStorage.getItem(storageKey);
  return theme === 'light' || theme === 'dim' ? theme : 'system';
}

/** The light of the page: what the theme comes to. */
export class PageLight {
  isDim = $state(false);
  private readonly system = window.matchMedia?.('(prefers-color-scheme: dark)');

  /** Follows the page until the returned function is called. */
  follow(): () => void {
    const read = () => {
      const theme = document.documentElement.dataset['theme'];
      this.isDim = theme === undefined ? (this.system?.matches ?? false) : theme === 'dim';
    };
    read();
    const page = new MutationObserver(read);
    page.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    this.system?.addEventListener('change', read);
    return () => {
      page.disconnect();
      this.system?.removeEventListener('change', read);
    };
  }
}
