// Requests to the server besides the connection. Every failure is one sentence.

import { words } from '../../words/words';
import type { Refusal } from '../views';

/** Rejects with a sentence if the net fails. */
export async function reach(path: string, init?: RequestInit): Promise<Response> {
  return fetch(path, { cache: 'no-store', ...init }).catch(notReached);
}

/** Posts a message as JSON. Rejects with a sentence if the net fails. */
export async function postJson(
  path: string,
  body: object,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return reach(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
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
