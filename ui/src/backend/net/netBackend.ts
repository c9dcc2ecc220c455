import { words } from '../../words/words';
import type { Backend } from '../backend';
import type { Call, ChartRequest, LiveView, Refusal, StageRequest } from '../views';
import type { Connection } from './connection';
import { bodyOf, reach } from './requests';

/** The backend of a phone: calls over the net. The seat is the server's; what belongs to the host's screen is refused. */
export function netBackend(connection: Pick<Connection, 'call' | 'onPush'>): Backend {
  // The server serialises what the generated types describe.
  const ask = <T>(call: Call) => connection.call(call) as Promise<T>;
  const refused = () => Promise.reject({ sentence: words.phone.onHostScreen } satisfies Refusal);
  const notWatched = () => () => undefined;

  return {
    watchLive: (onLive) =>
      connection.onPush((push) => {
        if (push.push === 'live') onLive(push.live as LiveView);
      }),
    changes: (seq) => ask({ call: 'changes', seq }),
    look: () => undefined,
    decide: (decision, madeOn) => ask({ call: 'decide', made_on: madeOn, decision }),
    takeBack: (to, why, umpire, madeOn) => ask({ call: 'take_back', made_on: madeOn, to, why, umpire }),
    acceptShifts: (ships, madeOn) => ask({ call: 'accept_shifts', made_on: madeOn, ships }),
    remark: (about, text, isPrivate) => ask({ call: 'remark', about, text, private: isPrivate }),
    askAdvice: (madeOn) => ask({ call: 'ask_advice', made_on: madeOn }),
    decideNow: () => ask({ call: 'decide_now' }),
    previewSalvo: (shooter, target) => ask({ call: 'preview_salvo', shooter, target }),
    foresee: (decision) => ask({ call: 'foresee', decision }),
    measure: (from, to) => ask({ call: 'measure', from, to }),
    stage: (request) => ask({ call: 'chart', request: chartRequest(request) }),
    battles: () => ask({ call: 'battles' }),
    books: () => ask({ call: 'books' }),
    replayAt: (battle, seq) => ask({ call: 'replay_at', battle, seq }),
    replayChart: (battle, seq, request) =>
      ask({ call: 'replay_chart', battle, seq, request: chartRequest(request) }),
    replayLog: (battle) => ask({ call: 'replay_log', battle }),
    replayTracks: (battle) => ask({ call: 'replay_tracks', battle }),
    photo: fetchPhoto,

    app: refused,
    openSource: refused,
    watchFrames: notWatched,
    outlineAt: refused,
    tell: refused,
    enlargedPart: refused,
    nameThing: refused,
    shore: refused,
    handGrab: refused,
    handDrag: refused,
    handTurn: refused,
    handRelease: refused,
    choose: refused,
    saveCopy: refused,
    stepPicture: refused,
    restartVideo: refused,
    sources: refused,
    sourcePicture: refused,
    closeGallery: refused,
    care: refused,
    cards: refused,
    calibrateTable: refused,
    accuracy: refused,
    checkStick: refused,
    demoBump: refused,
    demoThings: refused,
    demoSetUp: refused,
    keepWrongReading: refused,
    demoStick: refused,
    dice: refused,
    demoThrow: refused,
    commandLensWizard: refused,
    lensWizard: refused,
    loadLens: refused,
    saveKit: refused,
    proposeMuster: refused,
    muster: refused,
    musterFromFile: refused,
    scenarios: refused,
    scenarioChart: refused,
    beginBattle: refused,
    openBattle: refused,
    waiveSetUp: refused,
    setUpAgain: refused,
    layByHand: refused,
    takePlaces: refused,
    forgetMoves: refused,
    turning: refused,
    findTurning: refused,
    stopTurning: refused,
    figures: refused,
    noteAffair: refused,
    campaign: refused,
    exportBattle: refused,
    stopExport: refused,
    openUmpireWindow: refused,
    watchPhones: notWatched,
    startPhones: refused,
    stopPhones: refused,
    letPhoneIn: refused,
    throwPhoneOut: refused,
  };
}

/** Phones see charts only. */
function chartRequest({ quarters, view, chosen, pointed }: StageRequest): ChartRequest {
  return { quarters, view, chosen, pointed };
}

async function fetchPhoto(id: number): Promise<Uint8Array> {
  const response = await reach(`/api/photo/${id}`);
  if (!response.ok) await bodyOf(response);
  return new Uint8Array(await response.arrayBuffer());
}
