// The words of *Phones*, on the host's screen.

/** What a request says of the seat. */
interface AskedSeat {
  key: string;
  title: string;
  role: 'onlooker' | 'player' | 'umpire';
}

function asksFor(seat: AskedSeat): string {
  if (seat.role === 'onlooker') return 'asks to look on';
  if (seat.role === 'umpire') return 'asks to be the umpire';
  // A named player's seat is titled "Ann (Union)", a side's "Union".
  return seat.key.startsWith('player:')
    ? `asks for the seat of ${seat.title}`
    : `asks to play the ${seat.title} side`;
}

export const phones = {
  title: 'Phones',
  titleWithCount: (seated: number) => `Phones: ${seated}`,
  dialog: 'Phones at the table',
  purpose:
    'Every player’s own screen: nothing to install, no account, no internet. A phone can also be the camera.',

  network: 'Network',
  networkOf: (name: string, address: string) => `${name} (${address})`,
  thisComputerOnly: (address: string) => `This computer only (${address})`,
  noNetwork:
    'This computer is in no network, so no phone can reach it: connect it to the Wi-Fi that the phones are in.',
  start: 'Switch phones on',
  starting: 'Switching on …',
  stop: 'Switch phones off',
  stopHint: 'All phones are disconnected at once.',
  isOn: (network: string) => `Phones are on: ${network}`,

  scan: 'Scan this code with the phone’s camera, or type this address into its browser:',
  code: 'QR code of the address below',
  expires: (left: string) =>
    `It lets one phone ask for a seat. A new one comes after each use, and in ${left}.`,
  warning: {
    title: 'The browser will warn once',
    why: 'Browsers know the certificates of public websites only, and this one was made by this computer. Go on past the warning:',
  },
  fingerprint: {
    title: 'The certificate’s fingerprint (SHA-256)',
    compare:
      'Compare it with the one in the certificate’s details, which the browser’s warning leads to; the phone’s page shows it too. If they differ, somebody in this network stands between you: turn that phone away.',
  },

  waiting: 'Waiting to come in',
  seated: 'At the table',
  seatless: 'Their seat has ended',
  nobody: 'No phone has come yet.',
  /** A request, as a sentence. */
  asks: (name: string, seat: AskedSeat) => `${name} ${asksFor(seat)}.`,
  requests: 'Phones that ask to come in',
  letIn: 'Let in',
  letInOne: (name: string) => `Let in ${name}`,
  turnAway: 'Turn away',
  turnAwayOne: (name: string) => `Turn away ${name}`,
  takeSeatBack: 'Take the seat back',
  takeSeatBackOf: (name: string) => `Take the seat back from ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  hasSeat: (name: string, seat: string) => `${name}: ${seat}`,
  from: (address: string) => `from ${address}`,
  connected: 'connected',
  away: 'not connected: its seat is kept',
  offersCamera: 'offers its camera',

  alarms: 'What was noticed',
  unreadAlarm: 'something was noticed',
  help: {
    title: 'A phone can’t reach this address?',
    sameNetwork:
      'Phone and computer must be in the same network. Many phones leave a Wi-Fi without internet: switch mobile data off, and VPNs on both.',
    guests:
      'A guest network keeps its guests apart. Use the main Wi-Fi, or switch the router’s “client isolation” off, or open a hotspot on a phone and connect this computer to it.',
    otherNetwork: 'This computer may be in two networks: switch phones off, choose the other one, switch on.',
    windows:
      'Windows lets nobody in while it calls the network public: Settings, Network & internet, the network’s properties, “Private network”. If it asks about Ironclad Table, allow it.',
    ufw: { system: 'Linux with ufw:', command: (port: string) => `sudo ufw allow ${port}/tcp` },
    firewalld: {
      system: 'Linux with firewalld, until its next restart:',
      command: (port: string) => `sudo firewall-cmd --add-port=${port}/tcp`,
    },
    mac: 'macOS: System Settings, Network, Firewall: allow Ironclad Table to accept connections.',
    asleep: 'Nothing answers while this computer sleeps. The phones come back by themselves when it wakes.',
  },
};
