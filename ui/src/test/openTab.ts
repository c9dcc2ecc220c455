import axe from 'axe-core';
import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach } from 'vitest';
import App from '../App.svelte';
import type { AskView, BattleNow } from '../backend/views';
import { preferences } from '../state/app/preferences.svelte';
import { memoryBackend, type MemoryBackend } from './memoryBackend';
import { sampleNow } from './sampleBattleNow';
import { user } from './user';

/** What a backend in memory answers otherwise than by default. */
export type Answers = Parameters<typeof memoryBackend>[0];

/** Renders the window over this backend and shows one of its tabs at once, before the backend has answered. */
export function showTab(backend: MemoryBackend, tab: string): void {
  render(App, { props: { backend } });
  screen.getByTestId(`tab-${tab}`).click();
  flushSync();
}

/** Renders the window over a backend in memory and opens one of its tabs once the window has begun. */
export async function openTab(tab: string, answers: Answers = {}): Promise<MemoryBackend> {
  const backend = memoryBackend(answers);
  render(App, { props: { backend } });
  await user.click(screen.getByTestId(`tab-${tab}`));
  return backend;
}

/** Renders the window over a backend in memory and shows the battle. */
export function openBattle(answers: Answers = {}): MemoryBackend {
  const backend = memoryBackend(answers);
  showTab(backend, 'battle');
  return backend;
}

/** The sample battle with this open command. */
export function withAsk(ask: AskView, changes: Partial<BattleNow> = {}): { now: () => Promise<BattleNow> } {
  return { now: async () => sampleNow(3, ask, changes) };
}

/** The arguments of every call of this backend method. */
export function callsOf(backend: MemoryBackend, name: string): unknown[][] {
  return backend.calls.filter((call) => call.name === name).map(({ args }) => args);
}

/** Every test of the file begins with the preferences of a new player. */
export function usePreferencesOfNewPlayer(): void {
  beforeEach(() => {
    localStorage.clear();
    preferences.read();
  });
}

/** Findings of impact serious or critical, each with its elements. */
export async function seriousFindings(): Promise<string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // The disabled rules need a layout or a whole page.
    rules: {
      'color-contrast': { enabled: false },
      'html-has-lang': { enabled: false },
      'document-title': { enabled: false },
    },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
