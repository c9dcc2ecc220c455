// The words of a phone that is the table's camera, on its own screen.

export const phoneCamera = {
  title: 'This phone as the camera',
  intro:
    'Browsers lend a camera to https pages only, so this table has made a certificate for itself, which no browser knows: that is why yours has warned once. Now it asks for the camera: press Allow.',
  start: 'Start the camera',
  back: 'Back',
  warning: {
    android: {
      picture: 'Chrome’s warning: press Advanced, then Proceed',
      name: 'Chrome, Android',
      heading: ['Your connection', 'is not private'],
      details: 'Advanced',
      back: 'Back to safety',
      goOn: 'Proceed to … (unsafe)',
    },
    iphone: {
      picture: 'Safari’s warning: press Show Details, then visit this website',
      name: 'Safari, iPhone',
      heading: ['This Connection', 'Is Not Private'],
      details: 'Show Details',
      back: 'Go Back',
      goOn: 'visit this website',
    },
  },

  sees: 'What the camera sees',
  steps: [
    'Fix the phone over the table, back camera down, so that all four cards are in the picture.',
    'Plug it in, and press “Focus now”.',
    'Choose this phone on the host’s camera screen, and don’t touch it any more.',
  ],
  stepsTitle: 'What to do',
  stages: {
    off: 'The camera is off.',
    opening: 'Opening the camera …',
    focusing: 'Focusing …',
    live: 'The camera is ready.',
    waiting: 'Waiting for the camera …',
  },
  inUse: 'The table uses this camera.',
  notInUse: 'The table does not use this camera now: nothing is sent.',
  size: (widthPx: number, heightPx: number) => `${widthPx} × ${heightPx} pixels`,
  rate: (camera: number, sent: number) => `${camera.toFixed(0)} pictures a second, ${sent.toFixed(1)} sent`,
  dropped: (count: number) => `${count} could not be sent in time`,
  battery: (share: number, isCharging: boolean) =>
    `Battery ${(100 * share).toFixed(0)} %, ${isCharging ? 'charging' : 'not charging: plug it in'}`,
  slow: 'The camera is slow: the phone is hot, or the room is dark. Take it out of its case, or make more light.',
  focusFree:
    'This browser can’t hold the focus. The calibration is checked against the cards at every start.',
  exposureFree: 'This browser can’t hold the exposure: keep the light as it is.',
  sleeps: 'This browser can’t keep the screen on: set the phone’s screen timeout to the longest.',
  lens: 'Lens',
  focus: 'Focus now',
  again: 'Try again',
  stop: 'Stop the camera',

  /** One sentence for each reason why there is no picture. */
  problems: {
    insecure: 'A browser gives its camera to https pages only: scan the code on the host’s screen again.',
    unsupported: 'This browser has no camera for web pages: use Chrome on Android, or Safari on an iPhone.',
    denied:
      'The camera is not allowed: tap the sign in the address bar, allow the camera for this page, then try again.',
    no_camera: 'This device has no camera that the browser knows: use another phone.',
    busy: 'Another app has the camera: close it. This page tries again by itself.',
    ended: 'The phone took the camera away, as for a call: this page tries again by itself.',
    muted: 'The phone has paused the camera, as for a call: it goes on when that has ended.',
    stalled: 'The camera gives no pictures: this page opens it again by itself.',
    hidden: 'The page is in the background, so the camera rests: it goes on when you come back.',
    offline: 'The host’s computer is not reached: the camera is offered again with the next connection.',
    failed: 'The camera could not be opened: this page tries again by itself.',
  },
};
