// A phone's page over a server in memory, for visual tests.

import { mount } from 'svelte';
import PhoneApp from '../../PhoneApp.svelte';
import type { Standing } from '../../backend/views';
import { answersOf, FakeTable, onlookerSeat, samplePhoneState, umpireSeat, unionSeat } from './fakeTable';
import type { MemoryBackend } from '../memoryBackend';

/** Shows the page of a phone in the seat and standing of these options. */
export function showPhone(options: URLSearchParams, backend: MemoryBackend, target: HTMLElement): void {
  const table = new FakeTable(answersOf(backend));
  const standing = options.get('standing') ?? 'seated';
  const seat =
    [unionSeat, umpireSeat, onlookerSeat].find(({ key }) => key === options.get('seat')) ?? unionSeat;
  const isOutside = standing === 'joining' || standing === 'no_key';
  table.state = isOutside ? null : samplePhoneState({ standing: standing as Standing, seat });
  if (standing === 'joining') location.hash = table.key;
  Object.assign(globalThis, table.globals());
  mount(PhoneApp, { target });
}
