// The words on the table itself: picture, chart, overlays, and the plots and cards of its ships.

export const table = {
  picture: 'The table as the camera sees it',
  waiting: 'Waiting for the first picture',
  enlarged: (ships: string) => `Enlarged: ${ships}`,
  chart: (up: string) => `Chart of the table, ${up} up`,
  fromAbove: (up: string) => `The table from above, ${up} up`,
  shipOnChart: (ship: string, sunk: boolean, eastIn: number, northIn: number, heading: string) =>
    `${ship}${sunk ? ' (sunk)' : ''}, ${eastIn.toFixed(1)} in east, ${northIn.toFixed(1)} in north, heading ${heading}`,
  selectedFirst: (ship: string) => `${ship}, selected first`,
  selectedSecond: (ship: string) => `${ship}, selected second`,
  inches: (lengthIn: number) => `${lengthIn.toFixed(2)} in`,
  accuracy: 'Expected accuracy',
  ghosts: 'Ghosts',
  ordered: (ship: string, distance: string, heading: string) =>
    `${ship} is ordered here: ${distance}, then heading ${heading}`,

  pans: {
    left: 'Look to the left',
    right: 'Look to the right',
    up: 'Look up',
    down: 'Look down',
  },

  ships: {
    label: 'Ships on the table',
    gone: ', gone',
    hidden: ', hidden',
    notSure: ', not sure',
    heading: (ship: string, heading: string, sigmaIn: number) =>
      `${ship}, heading ${heading}, place known to ${sigmaIn.toFixed(2)} in`,
  },

  fleetMarks: {
    label: 'Bows and sterns marked on the picture',
    outline: (number: number, lengthIn: number) =>
      `Outline ${number}, ${lengthIn.toFixed(1)} inches long, that nobody has named`,
    stern: (ship: string) => `Stern of ${ship}`,
    bow: (ship: string) => `Bow of ${ship}`,
    stack: (ship: string) => `Stack of ${ship}`,
    handle: (what: string) => `${what}: drag it, or move it with the arrow keys`,
  },

  pins: {
    corners: 'Corners of the playing area',
    points: 'Measured points',
    corner: (number: number) => `Corner ${number}: drag it, or move it with the arrow keys`,
    point: (number: number) => `Point ${number}: drag it, or move it with the arrow keys`,
  },

  things: {
    label: 'Things',
    thing: 'A thing on the table',
    marker: (name: string) => `Marker: ${name}`,
    kinds: {
      nothing: 'Nothing: ignore it',
      terrain: 'Terrain …',
      model: 'A model to muster …',
      marker: 'A marker …',
    },
    whichMarker: 'Which marker is it?',
    cancel: 'Cancel',
    name: 'Its name',
    draw: 'Draw it',
  },

  card: {
    label: (ship: string) => `Ship card of ${ship}`,
    outOfBattle: 'Out of the battle',
    conditions: 'Conditions',
    boxesLost: (lost: number, printed: number) => `${lost} of ${printed} lost`,
    box: (row: string, box: number) => `${row}, box ${box}`,
    lostBox: (row: string, box: number) => `${row}, box ${box}, lost before`,
  },

  hitsOf: (hits: number, expected: number, shots: number, luck: string) =>
    `${hits} hits of ${expected.toFixed(1)} to be expected in ${shots} shots, ${luck}`,
};
