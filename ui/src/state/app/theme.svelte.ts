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
