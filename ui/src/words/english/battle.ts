// The words of the battle screen and of its panels.

export const battle = {
  label: 'Battle',
  none: 'No battle is in play',
  noneHint: 'Click two ships to measure between them. Begin a battle to keep a log.',
  over: 'The battle is over',
  nobodyActs: 'Nobody has to act',
  phase: (turn: number, phase: string) => `Turn ${turn} · ${phase}`,
  seats: 'Seats',
  umpireWindow: 'The umpire’s own window',
  rulings: 'Rulings',
  ruling: 'A ruling',
  undo: (sentence: string) => `Undo: ${sentence}`,
  undoHint: (sentence: string) => `${sentence} (U)`,
  nothingToUndo: 'There is nothing to undo',
  redo: (sentence: string) => `Redo: ${sentence}`,
  redoHint: (sentence: string) => `${sentence} (Ctrl+Y)`,
  replayIt: 'Replay the battle',
  click: 'Click one ship, then another, to measure between them',
  clickAnother: (ship: string) => `${ship} is selected. Click another ship to measure.`,
  passScreen: 'Pass the screen on',
  cancel: 'Cancel',

  panel: {
    show: 'Show the panel',
    hide: 'Hide the panel',
    showHint: 'Show the panel (H)',
    hideHint: 'Hide the panel (H)',
  },

  tools: {
    label: 'View of the table',
    surfacesLabel: 'How the table is shown',
    surfaces: {
      picture: { name: 'Camera', title: 'Show the camera’s picture' },
      from_above: { name: 'Above', title: 'Show the picture as from straight above, north up' },
      chart: { name: 'Chart', title: 'Show the chart' },
    },
    zoom: 'Zoom',
    zoomIn: 'Zoom in',
    zoomInHint: 'Zoom in (+)',
    zoomOut: 'Zoom out',
    zoomOutHint: 'Zoom out (-)',
    fit: 'Show the whole table',
    fitHint: 'Show the whole table (0, or a double click)',
    fitKey: 'Show the whole table (0)',
    loupe: 'Loupe',
    loupeHint: 'Loupe (Z)',
    log: 'Log',
    logHint: 'Log (L)',
    openLog: 'Open the log',
    closeLog: 'Close the log',
    wrongReading: 'Wrong reading',
    wrongReadingHint: 'Keep the last two pictures and what was read, so that this can be mended (F9)',
    keeping: 'Keeping the pictures',
    kept: (folder: string) =>
      `The pictures and what was read lie in ${folder}. They show your table and nothing else.`,
    table: 'Table',
    setUpAgain: 'Set the table up again, each model on her ghost',
    takePlaces: 'Accept all models where they stand now',
  },

  log: {
    label: 'Log',
    empty: 'The log is empty. Everything that happens is written here, with its rule.',
  },

  range: {
    label: 'Range',
    touching: 'touching',
    gap: (length: string) => `gap ${length}`,
    contact: (gap: string, contact: string) => `${gap}, contact ${contact}`,
    to: 'to',
    bowMeets: 'bow meets',
    fromEnd: (length: string) => `${length} from its end, at`,
    plusMinus: (degrees: number) => `± ${degrees.toFixed(0)}°`,
    truth: (lengthIn: number) => `the demo table knows ${lengthIn.toFixed(3)} in`,
  },

  doubts: {
    label: 'A doubt',
    answerKey: (key: number) => `Key ${key}; in a form Alt+${key}`,
    picture: 'The ship in question, as the camera sees her',
    remaining: (ships: string) => `Still in doubt, not asked until it matters: ${ships}`,
    missing: 'A missing ship',
    gone: (ship: string) => `${ship} is gone. What has happened to her?`,
    afloatInLog: 'She is afloat in the log. Does the umpire say that she sank?',
    umpireSaysSunk: 'The umpire says: sunk',
    no: 'No',
    sunk: 'Sunk',
    pickedUp: 'Picked up',
    keepsPlace: 'She keeps her place',
    offTable: (ships: string) => `Off the table until the camera sees them again: ${ships}`,
  },

  tasks: {
    pushed: 'Pushed models',
    shipsStand: ['ship stands', 'ships stand'] as const,
    bumped: (shipsStand: string) =>
      `The table was bumped. ${shipsStand} elsewhere. Set them back on their ghosts, or accept their places.`,
    acceptAll: 'Accept all places',
    accept: 'Accept her place',
    acceptOf: (ship: string) => `Accept her place: ${ship}`,
    hexDoubts: 'Hexes that are not sure',
    betweenHexes: (ships: string, one: boolean) =>
      `Between two hexes or hexsides: ${ships}. Set ${one ? 'her' : 'them'} in the middle of one, or say which one when the app asks.`,
    orders: 'Orders to carry out',
    unplaced: 'Ships to place',
    noCameraSees: 'No camera sees these ships. Place them on the chart by hand.',
    placeAll: 'Set all on their ghosts',
  },

  placement: {
    label: (ship: string) => `Her place by hand: ${ship}`,
    prompt: (ship: string) => `${ship}: type her place, or drag her or her bow on the chart. Escape cancels.`,
    fields: { east: 'East', north: 'North', heading: 'Heading' },
    headingFault: (ship: string) => `${ship}: give a heading from 0 to 359 degrees, clockwise from north`,
    lengthFault: (ship: string, field: 'east' | 'north', most: string) =>
      `${ship}, ${field}: give a length from 0 to ${most}, as “7 3/8” or “7.4”`,
    onGhost: 'Set on her ghost',
    forgetMove: 'Forget her move',
    place: 'Place her here',
  },

  correction: {
    label: 'By hand',
    prompt: 'Drag her outline or its handle. Arrows move, Q and E turn, Enter accepts, Escape cancels.',
    showCard: 'Show her card',
    card: 'Ship card',
    typePlace: 'Type her place',
    thisIs: 'This is',
    thisIsPrompt: 'This is …',
    turnAbout: 'Swap bow and stern',
    correctPlace: 'Correct her place',
  },

  seatCover: {
    title: 'Look away, and pass the screen on',
    onlyFor: (seat: string) =>
      `Only ${seat} may look at this screen now. Everybody else looks away until it is passed back.`,
    show: (seat: string) => `I am ${seat}: show the screen`,
    notNow: 'Not now',
  },

  consent: {
    title: 'The umpire must allow it',
    why: 'This step holds a secret, or something that was revealed.',
    here: 'Only the umpire may allow it.',
    elsewhere: 'Only the umpire may allow it, in the umpire’s own window.',
    openWindow: 'Open the umpire’s window',
    allowAsUmpire: 'I allow it',
    allow: 'The umpire allows it',
  },

  umpire: {
    title: 'The umpire’s window',
    noBattle: 'No battle is in play. Begin one in the window that shows the table. Its secrets stand here.',
  },
};
