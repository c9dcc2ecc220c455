// The words of the command panel: moves, fire, dice, damage and the end of a battle.

export const commands = {
  label: 'What is to be done now',
  onlyLooks: (seat: string) => `Only ${seat} looks on.`,
  everybodyMayLook: 'Done: everybody may look',
  secretForm: (seat: string) => `Only ${seat} may look while this is filled in.`,
  secretTask: (seat: string) => `Something is done in secret now: only ${seat} may look.`,
  also: 'Also possible',
  refused: 'Refused',
  notPossible: 'Not possible',
  result: 'Result',
  sections: 'Sections',
  tooClose: 'Too close to call',

  counsel: {
    label: 'Advice',
    ask: 'What would you do?',
    decideNow: 'Decide now',
    within: (percent: number) => `(± ${percent})`,
  },

  moves: {
    label: 'Moves',
    none: 'Move the models by hand, in any order. Each move is listed here when the model stands still.',
  },

  dice: {
    label: 'Dice',
    byApp: 'The app’s dice',
    enterFaces: 'Enter faces',
    facesMissing: 'Type the face of every die first, or let the app throw',
  },

  damage: {
    placed: (placed: number, wanted: number) => `${placed} of ${wanted} placed`,
    tick: 'Tick these boxes',
  },

  end: {
    title: 'The end of the battle',
    playOn: 'Play on',
    byPlayers: 'The players end it here.',
    whyMissing: 'Say in a few words how it ended',
  },

  fire: {
    shooter: 'Shooter',
    target: 'Target',
    salvo: 'The salvo',
    settleFirst: 'First choose the reading that is too close to call.',
    whyNot: 'Why it may not be declared',
    chooseShooter: 'Choose who fires, here or on the table',
    chooseTarget: (shooter: string) => `Choose whom ${shooter} fires at`,
    chooseReading: 'Choose a reading',
    tickMount: 'Tick a mount',
    declare: 'Declare salvo',
  },

  forecast: {
    label: 'What may come of it',
    preview: 'Before the salvo is declared',
    expectAbout: 'Expect about',
    hit: 'hit',
    hits: 'hits',
    ifAllFire: 'if all guns that bear fire',
    whyNot: 'Why it may not be done so',
    details: 'Every number and its rule',
    termsOf: (gun: string) => `What counts for ${gun}`,
    bearing: 'Guns that bear',
    notBearing: 'Guns that do not bear',
    doesNotBear: 'does not bear:',
    factor: (factor: string) => `factor ${factor}`,
    tooClose: ', too close to call',
    penetrationOf: (gun: string) => `Penetration of ${gun}`,
    charts: 'Charts',
    chart: (chart: string) => `Chart ${chart}`,
    column: (column: string) => `, column ${column}`,
    columnTerms: (chart: string) => `What picks the column of chart ${chart}`,
    expected: (hits: number) => `${hits.toFixed(1)} expected`,
    nothingCounts: 'nothing counts',
  },

  odds: {
    show: 'Exact odds',
    expect: (expected: string) => `Expect ${expected}`,
    chance: 'chance',
    orMore: 'or more',
    always: 'always',
    events: 'What else may come of it',
  },
};
