// Joining: requests before a phone has its connection.

import type { JoinRequest, PhoneState, SeatOffer } from '../views';
import { bodyOf, reach } from './requests';

/** The seats that the holder of this key may ask for. The key is not used up. */
export async function offeredSeats(key: string): Promise<SeatOffer[]> {
  return (await request('/api/seats', { key })) as SeatOffer[];
}

/** Asks for a seat. The key is used up; the server sets the session's cookie. */
export async function join(asked: JoinRequest): Promise<PhoneState> {
  return (await request('/api/join', asked)) as PhoneState;
}

/** This phone's state; null if it has not joined, or its session has ended. */
export async function ownState(): Promise<PhoneState | null> {
  const response = await reach('/api/state');
  if (response.status === 401) return null;
  return (await bodyOf(response)) as PhoneState;
}

async function request(path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return bodyOf(await reach(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}
