import { Channel, invoke } from '@tauri-apps/api/core';
import type { Backend } from './backend';
import { pullFrames } from './pullFrames';
import type { LiveView, PhonesView, TellingProgress } from './views';

/** The backend over Tauri's IPC commands. */
export function tauriBackend(): Backend {
  /** The seat that looks at the screen. */
  let viewer = 'everyone';

  return {
    app: () => invoke('app'),
    openSource: (choice) => invoke('open_source', { choice }),
    watchFrames(onFrame, surface) {
      const watch = new AbortController();
      const next = (after: number) =>
        surface === 'tray'
          ? invoke<ArrayBuffer>('next_tray_picture', { after })
          : invoke<ArrayBuffer>('next_picture', { after, surface });
      void pullFrames(next, onFrame, watch.signal);
      return () => {
        watch.abort();
      };
    },
    watchLive(onLive) {
      let watching = true;
      const live = new Channel<LiveView>((view) => {
        if (watching) onLive(view);
      });
      void invoke('watch_live', { live });
      return () => {
        watching = false;
      };
    },
    measure: (from, to) => invoke('measure', { from, to }),
    stage: (request) => invoke('stage', { viewer, request }),
    outlineAt: (ship, stackPx, aheadPx) => invoke('lay', { ship, stackPx, aheadPx }),
    tell: (word, madeOn) => invoke('tell', { viewer, madeOn, word }),
    enlargedPart: async (partPx) => new Uint8Array(await invoke<ArrayBuffer>('enlarged_part', { partPx })),
    nameThing: (thing, word) => invoke('name_thing', { thing, word }),
    shore: (ask) => invoke('shore', { ask }),

    handGrab: (xPx, yPx) => invoke('hand_grab', { xPx, yPx }),
    handDrag: (xPx, yPx) => invoke('hand_drag', { xPx, yPx }),
    handTurn: (clockwiseDeg) => invoke('hand_turn', { clockwiseDeg }),
    handRelease: () => invoke('hand_release'),
    choose: (what) => invoke('choose', { what }),
    saveCopy: (written) => invoke('save_copy', { written }),
    stepPicture: (by) => invoke('step_picture', { by }),
    restartVideo: () => invoke('restart_video'),

    sources: () => invoke('sources'),
    sourcePicture: async (choice) => new Uint8Array(await invoke<ArrayBuffer>('source_picture', { choice })),
    closeGallery: () => invoke('close_gallery'),
    care: () => invoke('picture_care'),
    cards: () => invoke('cards'),
    calibrateTable: (way, guessLens) => invoke('calibrate_table', { way, guessLens }),
    accuracy: () => invoke('accuracy'),
    checkStick: (stickIn, raisedIn) => invoke('check_stick', { stickIn, raisedIn }),
    demoBump: () => invoke('demo_bump'),
    demoSetUp: () => invoke('demo_set_up'),
    demoThings: (lie) => invoke('demo_things', { lie }),
    keepWrongReading: () => invoke('keep_wrong_reading'),
    demoStick: (lie) => invoke('demo_stick', { lie }),
    dice: (ask) => invoke('dice', { ask }),
    demoThrow: () => invoke('demo_throw'),
    commandLensWizard: (word) => invoke('tell_lens', { word }),
    lensWizard: () => invoke('lens_wizard'),
    loadLens: (path) => invoke('load_lens', { path }),
    saveKit: (paper) => invoke('save_kit', { paper }),

    proposeMuster: () => invoke('propose_muster'),
    muster: (ships) => invoke('muster', { ships }),
    musterFromFile: (path) => invoke('muster_from_file', { path }),

    battles: () => invoke('battles'),
    books: () => invoke('books'),
    scenarios: (book) => invoke('scenarios', { book }),
    scenarioChart: (book, scenario, request) => invoke('scenario_chart', { book, scenario, request }),
    beginBattle: (choice) => invoke('begin_battle', { choice }),
    openBattle: (battle) => invoke('open_battle', { battle }),
    changes: (seq) => invoke('battle_changes', { viewer, seq }),
    look: (next) => {
      viewer = next;
    },
    takeBack: (to, why, umpire, madeOn) => invoke('take_back', { viewer, madeOn, to, why, umpire }),
    acceptShifts: (ships, madeOn) => invoke('accept_shifts', { viewer, madeOn, ships }),
    waiveSetUp: (ships, madeOn) => invoke('waive_set_up', { viewer, madeOn, ships }),
    forgetMoves: (ships, madeOn) => invoke('forget_moves', { viewer, madeOn, ships }),
    remark: (about, text, isPrivate) => invoke('remark', { viewer, about, text, private: isPrivate }),
    askAdvice: (madeOn) => invoke('ask_advice', { viewer, madeOn }),
    decideNow: () => invoke('decide_now', { viewer }),
    setUpAgain: (madeOn) => invoke('set_up_again', { viewer, madeOn }),
    layByHand: (ship, place, madeOn) => invoke('lay_by_hand', { viewer, madeOn, ship, place }),
    takePlaces: (madeOn) => invoke('take_places', { viewer, madeOn }),
    previewSalvo: (shooter, target) => invoke('preview_salvo', { viewer, shooter, target }),
    foresee: (decision) => invoke('foresee', { viewer, decision }),
    decide: (decision, madeOn) => invoke('decide', { viewer, madeOn, decision }),
    replayAt: (battle, seq) => invoke('replay_at', { viewer, battle, seq }),
    replayChart: (battle, seq, request) => invoke('replay_chart', { viewer, battle, seq, request }),
    replayLog: (battle) => invoke('replay_log', { viewer, battle }),
    replayTracks: (battle) => invoke('replay_tracks', { viewer, battle }),
    turning: (battle) => invoke('turning', { viewer, battle }),
    findTurning: (battle, onProgress) => {
      const progress = new Channel<TellingProgress>(({ share }) => onProgress(share));
      return invoke('find_turning', { viewer, battle, progress });
    },
    stopTurning: () => invoke('stop_turning'),
    figures: (battle) => invoke('figures', { viewer, battle }),
    noteAffair: (battle, affair, madeOn) => invoke('note_affair', { battle, madeOn, affair }),
    campaign: () => invoke('campaign'),
    exportBattle: (battle, format, onProgress) => {
      const progress = new Channel<TellingProgress>(({ share }) => onProgress(share));
      return invoke('save_told', { viewer, battle, tellAs: format, progress });
    },
    stopExport: () => invoke('stop_telling'),
    openUmpireWindow: () => invoke('open_umpire_window'),
    watchPhones(onPhones) {
      let watching = true;
      const phones = new Channel<PhonesView>((view) => {
        if (watching) onPhones(view);
      });
      void invoke('watch_phones', { phones });
      return () => {
        watching = false;
      };
    },
    startPhones: (address) => invoke('start_phones', { address }),
    stopPhones: () => invoke('stop_phones'),
    letPhoneIn: (phone) => invoke('let_phone_in', { phone }),
    throwPhoneOut: (phone) => invoke('throw_phone_out', { phone }),
    photo: async (id) => new Uint8Array(await invoke<ArrayBuffer>('photo', { viewer, id })),
  };
}
