import { cameraLink } from '../../backend/net/cameraLink';
import { Connection } from '../../backend/net/connection';
import { join, offeredSeats, ownState } from '../../backend/net/joinApi';
import { netBackend } from '../../backend/net/netBackend';
import type { PhoneCameraLink } from '../../backend/net/phoneCamera';
import { troubleOf } from '../../backend/trouble';
import type { PhoneState, SeatOffer } from '../../backend/views';
import { storeDrafts } from '../forms/drafts.svelte';
import { Session } from '../session/session.svelte';
import { endSeatDrafts, seatDrafts } from './seatDrafts';

const nameKept = 'phone-name';
/** Wait before a phone that does not reach the table tries again. */
const retryMs = 1_000;

/** What the phone's page shows. `gone`: the server no longer knows this phone. */
export type VisitStage =
  'loading' | 'no_key' | 'joining' | 'waiting' | 'seated' | 'seat_ended' | 'thrown_out' | 'gone';

/** A phone's visit at the table: joining, its seat, its connection, and the session in that seat. */
export class Visit {
  /** Where the phone stands, as the server says; null before it has joined. */
  state = $state.raw<PhoneState | null>(null);
  /** The seats to choose from before it has joined. */
  private offered = $state.raw<SeatOffer[]>([]);
  /** Whether the connection works now. */
  connected = $state(false);
  /** The session in the phone's seat. */
  session = $state.raw<Session | null>(null);
  /** What was refused last, one sentence. */
  refusal = $state<string | null>(null);
  isBusy = $state(false);
  name = $state(localStorage.getItem(nameKept) ?? '');

  private isLoaded = $state(false);
  private isGone = $state(false);
  private isStopped = false;
  /** The one-time key of the address. */
  private key = $state<string | null>(null);
  private connection: Connection | null = null;
  /** The camera's side of the connection; null before the phone has joined. */
  camera = $state.raw<PhoneCameraLink | null>(null);

  readonly stage = $derived.by<VisitStage>(() => {
    if (!this.isLoaded) return 'loading';
    if (this.state) return this.state.standing;
    if (this.key !== null) return 'joining';
    return this.isGone ? 'gone' : 'no_key';
  });
  readonly offers = $derived(this.state?.offers ?? this.offered);

  /** Goes on with the session of this phone, or begins to join with the key of the address. */
  async start(): Promise<void> {
    this.takeKey();
    const state = await this.standing();
    if (this.isStopped) return;
    if (this.key !== null && joinsAnew(state)) await this.readOffers();
    else if (state) this.enter(state);
    this.isLoaded = true;
  }

  /** The address has changed: the code was scanned anew into the open page. */
  async rejoin(): Promise<void> {
    if (!this.takeKey()) return;
    if (!joinsAnew(this.state)) {
      this.key = null;
      return;
    }
    this.end();
    this.state = null;
    await this.readOffers();
  }

  /** Reads the seats that the key offers. */
  async readOffers(): Promise<void> {
    await this.attempt(async () => {
      this.offered = await offeredSeats(this.key ?? '');
    });
  }

  /** Asks for a seat: the first time with the key, later by a call. */
  async askFor(seat: string): Promise<void> {
    localStorage.setItem(nameKept, this.name.trim());
    await this.attempt(async () => {
      if (this.connection) await this.connection.call({ call: 'ask_for_seat', seat });
      else
        this.enter(await join({ key: this.key ?? '', name: this.name.trim(), seat, clock_ms: Date.now() }));
    });
  }

  /** Leaves the table: the seat is free again. */
  async leave(): Promise<void> {
    await this.attempt(async () => {
      await this.connection?.call({ call: 'leave' });
    });
    this.end();
    endSeatDrafts();
    this.state = null;
    this.key = null;
  }

  stop(): void {
    this.isStopped = true;
    this.end();
  }

  /** Takes the key out of the address: it stays neither there nor in the history. False if there is none. */
  private takeKey(): boolean {
    const key = location.hash.slice(1);
    if (key === '') return false;
    this.key = key;
    history.replaceState(null, '', location.pathname);
    return true;
  }

  /** Where this phone stands; null if it has no session. Tries until the table is reached. */
  private async standing(): Promise<PhoneState | null> {
    while (!this.isStopped) {
      try {
        const state = await ownState();
        this.refusal = null;
        return state;
      } catch (thrown) {
        this.refusal = troubleOf(thrown).sentence;
        await new Promise((done) => setTimeout(done, retryMs));
      }
    }
    return null;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.refusal = null;
    this.isBusy = true;
    try {
      await work();
    } catch (thrown) {
      this.refusal = troubleOf(thrown).sentence;
    } finally {
      this.isBusy = false;
    }
  }

  private enter(state: PhoneState): void {
    this.key = null;
    if (state.standing !== 'thrown_out') this.connect();
    this.follow(state);
  }

  private connect(): void {
    const connection = new Connection();
    connection.onPush((push) => {
      if (push.push === 'state') this.follow(push.state);
    });
    connection.onConnected((connected) => (this.connected = connected));
    connection.onFailed(() => void this.checkSession(connection));
    this.connection = connection;
    this.camera = cameraLink(connection);
  }

  /** Without a connection nobody pushes that the host has switched phones off and on, or thrown this one out. */
  private async checkSession(connection: Connection): Promise<void> {
    const state = await ownState().catch(() => undefined);
    if (state === undefined || connection !== this.connection) return;
    if (state) {
      this.follow(state);
      return;
    }
    // The drafts stay: the phone may come back to the same seat.
    this.end();
    this.state = null;
    this.isGone = true;
  }

  /** Takes the seat that was granted, or leaves the one that was taken back. */
  private follow(state: PhoneState): void {
    const before = this.session && this.state?.seat;
    this.state = state;
    const same = before && before.key === state.seat.key && before.battle === state.seat.battle;
    if (state.standing === 'seated' && same) return;
    this.session?.stop();
    this.session = null;
    if (state.standing === 'thrown_out') this.end();
    if (state.standing === 'seated') this.takeSeat(state.seat);
    else if (state.standing !== 'waiting') endSeatDrafts();
  }

  private takeSeat(seat: SeatOffer): void {
    if (!this.connection) return;
    this.session = new Session(netBackend(this.connection));
    storeDrafts(this.session, seatDrafts(seat));
    void this.session.startInSeat(seat.key);
  }

  /** Ends session and connection. */
  private end(): void {
    this.session?.stop();
    this.session = null;
    this.connection?.close();
    this.connection = null;
    this.camera = null;
    this.connected = false;
  }
}

/** Whether a phone that scans the code joins anew. One that has a seat, or waits for one, is back there instead. */
function joinsAnew(state: PhoneState | null): boolean {
  return state === null || state.standing === 'thrown_out' || state.seat.role === 'onlooker';
}
