// The words of a phone's own page.

export const phone = {
  title: 'Ironclad Table on this phone',
  loading: 'Looking for the table …',
  noAnswer:
    'The table has not answered: look at the log before you do it again, because it may have been done all the same.',
  leftTable: 'This phone has left the table: scan the code on the host’s screen to come back.',
  noConnection:
    'This phone does not reach the table: check that it is in the same Wi-Fi as the host’s computer, and that phones are still on there.',
  onHostScreen: 'This is done on the host’s screen: ask the host.',
  reconnecting: 'No connection to the table: trying again …',
  reconnectHelp:
    'Still no connection: check that this phone is in the same Wi-Fi, that the host’s computer is awake, and that phones are on there. Nothing you typed is lost.',
  join: {
    noKey: 'Scan the code on the host’s screen to join the table: it is shown there by the button “Phones”.',
    name: 'Your name',
    seat: 'Your seat',
    submit: 'Ask to come in',
    waiting: (seat: string) => `Asked for: ${seat}. The host lets you in with one click.`,
    compare: 'Compare with the host’s screen:',
    fingerprint: 'If these characters differ there, somebody else answers this phone: leave.',
    otherSeat: 'Ask for another seat',
    noSeats: 'No seat is free now: ask the host to take one back.',
    retry: 'Try again',
    seatEnded: 'Your seat ended with its battle. Choose one in the battle that is on now.',
    thrownOut:
      'The host did not let this phone in, or has taken its seat back. To ask again, scan the code on the host’s screen anew.',
    gone: 'The host has switched phones off, or the app was started anew. Scan the code on the host’s screen anew: what you typed is kept for the same seat.',
    leave: 'Leave the table',
  },
  tabs: {
    label: 'Parts of the table',
    now: 'Now',
    ships: 'Ships',
    chart: 'Chart',
    log: 'Log',
    replay: 'Replay',
  },
  yourTurn: 'Your turn',
  turnTitle: (title: string) => `● ${title}`,
  noBattle: 'No battle is on yet. Once the host begins one, choose a seat in the menu above.',
  menu: 'Menu',
  handbook: 'Handbook',
  askForSeat: (seat: string) => `Ask for the seat: ${seat}`,
  useAsCamera: 'Use this phone as the camera',
  measureHint: 'Touch one ship, then another, for their range.',
  ownShips: 'Your ships',
  otherShips: 'The other ships',
};
