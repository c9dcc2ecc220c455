// The words of a replay and of the menu that exports a battle.

/** "+12 %". */
const percent = (share: number) => `${share < 0 ? '-' : '+'}${Math.round(Math.abs(100 * share))} %`;

export const replay = {
  none: 'No battle yet',
  noneHint: 'The campaign file holds no battle. Begin one at the table, and replay it here.',
  notOpen: 'No battle is open to be drawn.',
  battles: 'Battles',
  bookmark: '⚑ Bookmark',
  bookmarkHint: 'Bookmark this event (B)',
  settingBookmark: 'Setting a bookmark',
  events: 'Events',
  happened: 'What happened',
  undamaged: (ships: string) => `Undamaged: ${ships}`,

  controls: {
    previous: '◀ Previous',
    next: 'Next ▶',
    play: 'Play',
    pause: 'Pause',
    event: (event: number, events: number) => `Event ${event} of ${events}`,
    speed: 'Events a second',
    aSecond: (events: number) => `${events} a second`,
  },

  timeline: {
    label: 'Event',
    event: (event: number, events: number, sentence: string) => `Event ${event} of ${events}: ${sentence}`,
    none: 'No events',
  },

  turning: {
    title: 'Where it turned',
    find: 'Where did it turn?',
    hint: 'Plays the battle on from each turn, many times, and finds the moments that mattered most (W)',
    busy: 'Another battle is being looked at: wait for it, or stop it there',
    searching: 'Playing on from each turn',
    stop: 'Stop',
    none: 'No single step was greater than its own uncertainty',
    turn: (turn: number) => `Turn ${turn}`,
    goTo: (rank: number, turn: number) => `Go to moment ${rank}, turn ${turn}`,
    curve: (side: string, points: string) => `The chance of ${side} to win: ${points}`,
    point: (turn: number, chance: number) => `turn ${turn} ${Math.round(100 * chance)} %`,
    inAll: (side: string, plan: number, dice: number) =>
      `In all ${side} made ${percent(plan)} by plan and ${percent(dice)} by dice.`,
    band: (simulations: number) =>
      `The band: how sure the chances are after ${simulations} simulations each, not how well those are played.`,
  },

  photograph: {
    alt: 'The table at that moment',
    none: 'There is no photograph up to this event',
    loading: 'Loading the photograph',
  },

  exports: {
    label: 'Share',
    stop: 'Stop',
    formats: {
      report: { label: 'As a report to read and print', doing: 'Writing the report' },
      animation: { label: 'As an animation of the map', doing: 'Drawing the animation' },
      table: { label: 'As a table (CSV)', doing: 'Writing the table' },
      data: { label: 'As data (JSON)', doing: 'Writing the data' },
      cards_letter: { label: 'Ship cards and gauges to print, Letter', doing: 'Drawing the cards' },
      cards_a4: { label: 'Ship cards and gauges to print, A4', doing: 'Drawing the cards' },
    },
  },
};
