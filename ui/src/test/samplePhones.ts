import type { PhonesView } from '../backend/views';

/** Phones are off; the computer has two network interfaces. */
export function samplePhones(changes: Partial<PhonesView> = {}): PhonesView {
  return {
    interfaces: [
      { name: 'wlan0', address: '192.168.1.20' },
      { name: 'eth0', address: '10.0.0.7' },
    ],
    bound_to: null,
    invitation: null,
    fingerprint: null,
    phones: [],
    alarms: [],
    trouble: null,
    ...changes,
  };
}
