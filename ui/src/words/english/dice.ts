// The words of dice by eye: the tray, the dice that are known, and how they are taught.

const kinds: Record<string, string> = {
  d6: 'D6',
  d8: 'D8',
  d10: 'D10',
  tens: 'tens die',
  d20: 'D20',
  pips: 'D6 with pips',
};

function kind(key: string): string {
  return kinds[key] ?? key;
}

export const dice = {
  title: 'Dice',
  purpose:
    'Draw a tray around the place where dice are thrown: the camera reads what is thrown into it. Dice with pips are read by themselves, dice with numbers are taught first.',
  kind,
  tray: 'The tray',
  camera: 'Its camera',
  tableCamera: 'The camera over the table',
  ownTray: 'The demo’s tray',
  drawOwn: 'All of this picture is the tray. Draw a rectangle where only a part of it is.',
  drawTray: 'Draw a rectangle on the picture with the mouse, around the place where dice are thrown.',
  edges: { left: 'Left', top: 'Top', right: 'Right', bottom: 'Bottom' },
  setTray: 'Use this tray',
  clearTray: 'No tray',
  noTray: 'No tray is drawn in this picture.',
  trayLayer: 'The tray in the picture',
  known: 'Dice that are known',
  noneKnown: 'No die with numbers has been taught yet.',
  named: (name: string, of: string) => `${name}, ${of}`,
  missing: (values: readonly number[]) => `still to be shown: ${values.join(', ')}`,
  whole: 'all faces known',
  byColour: 'known by its colour',
  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  newName: 'New name',
  forget: 'Forget',
  forgetOne: (name: string) => `Forget ${name}`,
  goOn: 'Go on',
  goOnOne: (name: string) => `Go on with the other faces of ${name}`,
  teach: 'Teach a die',
  teachHint:
    'Lay the die alone into the tray. One with numbers is shown each face up once, or thrown some fifty times; one with pips only gets a name, for its colour.',
  name: 'Its name',
  namePrompt: 'the white die',
  itsKind: 'Its kind',
  begin: 'Begin',
  byThrows: 'Teach it by throws',
  giveName: 'Give it this name',
  showMe: (value: number, name: string) => `Show me the ${value} of ${name}`,
  thisIs: (value: number) => `This is the ${value}`,
  progress: (done: number, all: number) => `${done} of ${all} faces`,
  skip: 'Another face first',
  redo: (value: number) => `Show the ${value} again`,
  cancel: 'Cancel',
  done: (name: string) => `${name} is known.`,
  throwIt: (name: string) => `Throw ${name} into the tray, again and again.`,
  nameGroups: (throws: number, groups: number) =>
    `${throws} ${throws === 1 ? 'throw' : 'throws'}, ${groups} ${groups === 1 ? 'look' : 'looks'}: type what each shows.`,
  groups: 'What was thrown, by its look',
  groupOf: (throws: number) => `A face that was thrown ${throws === 1 ? 'once' : `${throws} times`}`,
  times: (throws: number) => `× ${throws}`,
  showsWhat: (throws: number) =>
    `What the face that was thrown ${throws === 1 ? 'once' : `${throws} times`} shows`,
  part: 'Part',
  partHint: 'This look is of more than one face',
  toName: (values: readonly number[]) => `Still to be named: ${values.join(', ')}.`,
  sameNumber: 'Looks with the same number become one.',
  unnamed: (values: readonly number[]) => `taught by throws, still to be named: ${values.join(', ')}`,
  later: 'Go on another time',

  overlay: 'Dice in the tray',
  seen: (value: number, of: string, sure: boolean) => (sure ? `${of}: ${value}` : `${of}: perhaps ${value}`),
  old: (of: string) => `${of}: lay there before`,

  /** What the tray shows, while dice are asked for. */
  states: {
    no_tray: '',
    still: 'Throw them into the tray, or type what they show.',
    hand: 'A hand is over the tray …',
    rolling: 'They roll …',
    settling: 'They come to rest …',
    thrown: 'Read by the camera.',
  },
  asked: (counts: string, names: readonly string[]) =>
    names.length === 0 ? counts : `${counts}: ${names.join(' and ')}`,
  count: (count: number, of: string) => `${count} ${of}`,
  and: ' and ',
  ofName: (of: string, name: string) => `${of}, ${name}`,
  perhaps: (value: number) => `${value}?`,
  take: 'Take them',
  readBy: 'Read by the camera',
  correctedTo: (read: number, face: number) => `${read} → ${face}`,
  photograph: 'The throw, with the dice as they were read',
};
