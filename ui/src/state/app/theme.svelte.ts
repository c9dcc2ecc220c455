export type Theme = 'system' | 'light' | 'dim';

const kept = 'ironclad-table-theme';

/** The theme the players chose, kept between evenings. */
export class ThemeChoice {
  theme = $state<Theme>(readKept());

  choose(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem(kept, theme);
    this.apply();
  }

  apply(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }
}

function readKept(): Theme {
  const theme = localStorage.getItem(kept);
  return theme === 'light' || theme === 'dim' ? theme : 'system';
}
