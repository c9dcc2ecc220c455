import { render, screen } from '@testing-library/svelte';
import App from '../App.svelte';
import { memoryBackend, type MemoryBackend } from './memoryBackend';
import { user } from './user';

/** Renders the window over a backend in memory and opens one of its tabs. */
export async function openTab(
  tab: string,
  changes: Parameters<typeof memoryBackend>[0] = {},
): Promise<MemoryBackend> {
  const backend = memoryBackend(changes);
  render(App, { props: { backend } });
  await user.click(screen.getByTestId(`tab-${tab}`));
  return backend;
}

/** The arguments of every call of this backend method. */
export function callsOf(backend: MemoryBackend, name: string): unknown[][] {
  return backend.calls.filter((call) => call.name === name).map(({ args }) => args);
}
