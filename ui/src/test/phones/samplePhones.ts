import type { PhoneRow, PhonesView } from '../../backend/views';

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

/** The code of the address in `samplePhonesOn`. */
const sampleQr = {
  rows: [
    '111111100110101000010011101111111',
    '100000100111100110100100001000001',
    '101110101111001100010100101011101',
    '101110101101000100110000101011101',
    '101110101010101110001110001011101',
    '100000101000011000010010001000001',
    '111111101010101010101010101111111',
    '000000001111001010111100100000000',
    '101111100001001011111001001111100',
    '110111010011010011010111101101111',
    '111100101111011111000100110010110',
    '110010011001110001100101000011101',
    '000011101011101110000011010011000',
    '011110010111000100100001000001111',
    '110001111010111110100100111110010',
    '111101001010111100100101111101100',
    '010101100101101101101001100111101',
    '110111000000101000010101111101111',
    '110110110110011110100000100110100',
    '111111001011000010010111101111110',
    '101101101011011000100110000001011',
    '101000000101000110000000011000001',
    '100101100100111000101010000000110',
    '101010001001100010000101010111101',
    '101010111010011001101000111110000',
    '000000001000000001010011100010101',
    '111111100000001111000111101010110',
    '100000101010010001111100100011101',
    '101110101011110110010010111111001',
    '101110101110110100101111100010011',
    '101110101101100111101100011101000',
    '100000100001010100110111010010100',
    '111111101110101111100001100101010',
  ],
};

/** A phone that asks to play the Union. */
export function samplePhone(phone: number, name: string, changes: Partial<PhoneRow> = {}): PhoneRow {
  return {
    phone,
    name,
    standing: 'waiting',
    seat: { key: 'union', title: 'Union', role: 'player', battle: 1 },
    connected: true,
    offers_camera: false,
    address: `192.168.1.${30 + phone}`,
    clock: null,
    ...changes,
  };
}

/** Phones are on. */
export function samplePhonesOn(phones: PhoneRow[], changes: Partial<PhonesView> = {}): PhonesView {
  return samplePhones({
    bound_to: { name: 'wlan0', address: '192.168.1.20' },
    invitation: {
      url: 'https://192.168.1.20:40123/#q7Jm2vXk9RtB4wZyH0cLsA',
      qr: sampleQr,
      expires_in_s: 280,
    },
    fingerprint: Array.from({ length: 32 }, (_, byte) => (byte * 7 + 3).toString(16).padStart(2, '0')).join(
      ':',
    ),
    phones,
    ...changes,
  });
}

/** An evening: two at the table, two who wait. */
export function samplePhonesOfAnEvening(): PhonesView {
  const umpire = { key: 'umpire', title: 'Umpire', role: 'umpire', battle: 1 } as const;
  const onlooker = { key: 'everyone', title: 'Onlooker', role: 'onlooker', battle: null } as const;
  return samplePhonesOn(
    [
      samplePhone(1, 'Ann', { standing: 'seated', offers_camera: true }),
      samplePhone(2, 'Bob', { standing: 'seated', seat: umpire, connected: false }),
      samplePhone(3, 'Cleo', { seat: onlooker }),
      samplePhone(4, 'Dan', { clock: 'Its clock is 3 hours behind: set it to the network’s time.' }),
    ],
    { alarms: ['From 192.168.1.77 five wrong keys were tried within a minute; it has to wait now.'] },
  );
}
