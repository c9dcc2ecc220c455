import type { SeatOffer } from '../../backend/views';
import type { DraftStore } from '../forms/drafts.svelte';

const prefix = 'draft ';

/** Drafts of a phone's seat, in the storage of its tab: they outlive a reload, and no other seat reads them. */
export function seatDrafts({ key: seat, battle }: SeatOffer): DraftStore {
  const nameOf = (key: string) => `${prefix}${battle} ${seat}\n${key}`;
  return {
    read(key) {
      try {
        const text = sessionStorage.getItem(nameOf(key));
        return text === null ? undefined : (JSON.parse(text) as unknown);
      } catch {
        return undefined;
      }
    },
    write(key, content) {
      try {
        sessionStorage.setItem(nameOf(key), JSON.stringify(content));
      } catch {
        // The phone is full: the draft lives as long as the page.
      }
    },
  };
}

/** Deletes the drafts of all seats of this phone. */
export function endSeatDrafts(): void {
  const names = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '');
  for (const name of names) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
}
