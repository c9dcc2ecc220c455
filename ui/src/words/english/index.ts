// The words of the screens in English, by screen or panel. Sentences with values are functions. The rules' sentences,
// the log and errors are made in Rust. A translation is a folder like this one, with an index of the same type.

import { battle } from './battle';
import { camera } from './camera';
import { campaign } from './campaign';
import { commands } from './commands';
import { dice } from './dice';
import { phone } from './phone';
import { phoneCamera } from './phoneCamera';
import { phones } from './phones';
import { replay } from './replay';
import { briefing, checklist, muster, newBattle, scenarioCards, shore } from './setup';
import { table } from './table';

/** Names of the screens. */
const screens = {
  home: 'Home',
  camera: 'Camera',
  shore: 'Shore',
  muster: 'Muster',
  battle: 'Battle',
  replay: 'Replay',
  campaign: 'Campaign',
  new: 'New battle',
};

export const english = {
  appName: 'Ironclad Table',
  screens,
  screensLabel: 'Screens',
  close: 'Close',
  checklist,
  scenarioCards,
  newBattle,
  briefing,
  camera,
  muster,
  shore,
  battle,
  commands,
  replay,
  campaign,
  dice,
  table,
  phone,
  phones,
  phoneCamera,

  /** Names of actions: on buttons, in tooltips and in the command palette. */
  actions: {
    groups: {
      battle: 'Battle',
      table: 'Table',
      replay: 'Replay',
      camera: 'Camera',
      ships: 'Ships',
      screens: 'Screens',
      settings: 'Settings',
      help: 'Help',
    },
    goTo: (screen: keyof typeof screens) => `Go to ${screens[screen]}`,
    newBattle: 'Begin a new battle',
    openPalette: 'Find an action',
    openHandbook: 'Open the handbook',
    openBookPage: 'Open the handbook’s page of this rule book',
    openKeys: 'Show all keys',
    openPreferences: 'Open the preferences',
    openPhones: 'Phones at the table',
    openDice: 'Dice, and the tray for them',
    takeDice: 'Take the dice as read',
    throwDemo: 'Throw them on the demo table',
    openUmpireWindow: 'Open the umpire’s window',
    takeTour: 'Take the tour',
    undo: 'Undo',
    redo: 'Redo',
    nextStep: 'Next step',
    throwByApp: 'Let the app throw',
    setFleet: 'Set the fleet',
    endBattle: 'End the battle',
    showMap: 'Show the map',
    showPicture: 'Show the camera’s picture',
    rotateView: 'Rotate view',
    rotateViewFrom: (side: 'north' | 'east' | 'south' | 'west') =>
      `Rotate view: the ${side} side is nearest now`,
    keepWrongReading: 'Keep a wrong reading',
    setUpAgain: 'Set up the table again',
    takePlaces: 'Accept all models where they stand',
    chooseSeat: (seat: string) => `Look as ${seat}`,
    chooseShip: (ship: string) => `Select ${ship}`,
    handbookPage: (title: string) => `Handbook: ${title}`,
    cameraStep: {
      lens: 'Measure the lens',
      table: 'Calibrate the table',
      check: 'Check the calibration',
    },
    replay: {
      play: 'Play or pause',
      back: 'Previous event',
      forward: 'Next event',
      toStart: 'First event',
      toEnd: 'Last event',
      previousBookmark: 'Previous bookmark',
      nextBookmark: 'Next bookmark',
      bookmark: 'Set a bookmark',
      findTurning: 'Find where the battle turned',
      nextMoment: 'Next of the moments that mattered most',
    },
    themes: {
      system: 'Use the desktop’s light',
      light: 'Bright light',
      dim: 'Dim light',
    },
    textSize: (percent: number) => `Text size ${percent} %`,
    units: { inches: 'Measure in inches', centimetres: 'Measure in centimetres' },
    diceTaken: {
      at_once: 'Take the dice that the camera reads at once',
      after_key: 'Take the dice that the camera reads after one key',
      off: 'Let the camera read no dice',
    },
    switchOn: (setting: string) => `Switch on: ${setting}`,
    switchOff: (setting: string) => `Switch off: ${setting}`,
  },

  trouble: {
    inTheWindow: 'The window made a mistake: try it once more.',
    nameless: 'Something went wrong that has no name: try it once more.',
    details: 'Details',
    dismiss: 'Dismiss',
    dismissOne: (sentence: string) => `Dismiss: ${sentence}`,
  },

  palette: {
    title: 'Find an action',
    prompt: 'An action, a ship, a setting or a page',
    nothing: 'Nothing fits these words',
    hint: 'Arrows choose, Enter runs, Escape closes',
  },

  keys: {
    title: 'Keys',
    hint: 'These keys work on this screen now. The handbook lists all of them.',
    pickUp: 'Select a ship, then a second one: Tab and Enter',
    answer: 'Answer an open question',
    otherWays: 'At the table',
    moveShip: 'Move the ship that you place by hand',
    turnShip: 'Turn the ship that you hold or place',
    coarser: 'Move or turn it ten times as far',
    put: 'Accept her place',
    cancel: 'Cancel, or clear the selection',
  },

  handbook: {
    title: 'Handbook',
    contents: 'Pages',
    search: 'Search the handbook',
    found: (count: number) => (count === 1 ? 'One place' : `${count} places`),
    nothing: 'No page has these words',
    back: 'Previous page',
  },

  preferences: {
    title: 'Preferences',
    light: 'Light',
    lights: { system: 'As the desktop', light: 'Bright', dim: 'Dim, for a games room' },
    text: 'Text and buttons',
    percent: (percent: number) => `${percent} %`,
    measures: 'Measures',
    units: { inches: 'Inches, with fractions as on a tape', centimetres: 'Centimetres' },
    dice: 'Dice read by the camera',
    diceTaken: {
      at_once: 'Taken at once, when their number and kinds fit and all are sure',
      after_key: 'Taken after one key',
      off: 'Off',
    },
    lookAlike: 'Questions about ships that look alike',
    moments: 'Moments and sounds',
    volume: 'Volume',
    voice: 'Voice',
    noVoice: 'This machine has no voice. Install one for its desktop.',
  },

  tourCard: {
    label: 'The tour',
    readAloud: 'Read the rulings aloud, so that you look at the table and not at the screen',
    begin: 'Begin the tour',
    next: 'Next',
    done: 'Done',
    notNow: 'Not now',
    leave: 'End the tour',
    showing: 'Look at the table …',
    step: (step: number, steps: number) => `${step} of ${steps}`,
  },

  /** Preferences that are on or off. */
  settings: {
    spoken: 'Read the rulings aloud',
    askAtOnce: 'Ask at once, not only when a decision depends on it',
    largeType: 'Large type for a projector or TV',
    largeTargets: 'Large buttons for fingers',
    moments: 'Show smoke, splashes and losses on the table for a moment',
    sounds: 'Play sounds',
    demoThrows: 'On the demo table: throw the dice as soon as they are asked for',
  },

  home: {
    waiting: 'Waiting for the table',
    uncalibrated: 'the table is not calibrated yet',
    continue: 'Continue',
    battleNow: (battle: string, turn: number, next: string) => `${battle}, turn ${turn}. ${next}`,
    playDemo: 'Play on the demo table',
    playDemoNow: 'Choose a battle: the models stand ready, and the camera looks on',
    newBattle: 'Choose a book and a scenario, or fight with the ships on the table',
    campaigns: 'Campaigns',
    battle: 'battle',
    battles: 'battles',
    fought: (battles: string, lastBegan: string) => `${battles} fought, the last one begun ${lastBegan}`,
    noBattle: 'No battle yet. Careers, results and luck will stand here',
    ships: 'Ships and models',
    ship: 'ship',
    shipsCounted: 'ships',
    mustered: (ships: string) => `${ships} mustered`,
    noShips: 'No model is mustered yet. Show the camera which ship is which',
    tour: 'The tour',
    tourHint: 'Two minutes on the demo table: a move, a salvo and a ram',
    tableNow: 'The table now',
    sees: (ships: string) => `The camera sees ${ships}.`,
    toTable: 'Go to the table',
    links: 'Screens and tour',
  },

  glossary: {
    title: (rule: string) => `Rule ${rule}`,
    rule: (id: string, title: string) => `Rule ${id}: ${title}`,
    question: 'What the rules leave open',
    reading: 'How the app reads it',
    because: 'Why',
    choice: 'Your choice',
    choiceOf: (option: string) => `Your choice: ${option}`,
    noSwitch: 'There is no option. The umpire may rule otherwise.',
    search: 'Find another rule',
    searchPrompt: 'A word, or its number',
  },

  status: {
    label: 'Status',
    moving: 'Something moves',
    still: 'All still',
    thing: 'thing',
    thingsCounted: 'things',
    things: (things: string) => `${things} on the table`,
    framesPerSecond: 'frames a second',
    vision: (ms: number) => `vision ${ms.toFixed(0)} ms`,
    waiting: 'Waiting for the table',
  },

  form: {
    bounds: (least: number, most: number) => `${least} to ${most}`,
  },

  savedFile: { writtenTo: 'Written to', keepCopy: 'Save a copy …', copiedTo: 'Copied to' },
};
