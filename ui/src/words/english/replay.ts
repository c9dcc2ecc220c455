// The words of a replay and of the menu that exports a battle.

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
