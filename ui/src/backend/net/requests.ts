// Requests to the server besides the connection. Every failure is one sentence.

import { words } from '../../words/words';
import type { Refusal } from '../views';

/** Rejects with a sentence if the net fails. */
export async function reach(path: string, init?: RequestInit): Promise<Response> {
  return fetch(path, { cache: 'no-store', ...init }).catch(notReached);
}

/** The body as JSON; anything else comes from somebody between this phone and the table, such as a guest network. */
export async function bodyOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(notReached);
  if (!response.ok) throw body;
  return body;
}

function notReached(): never {
  throw { sentence: words.phone.noConnection } satisfies Refusal;
}
