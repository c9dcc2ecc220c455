import { cameraLink } from '../../backend/net/cameraLink';
import { Connection } from '../../backend/net/connection';
import { join, offeredSeats, ownState } from '../../backend/net/joinApi';
import { netBackend } from '../../backend/net/netBackend';
import type { PhoneCameraLink } from '../../backend/net/phoneCamera';
import { troubleOf } from '../../backend/trouble';
import type { PhoneState, SeatOffer } from '../../backend/views';
import { Session } from '../session/session.svelte';

const nameKept = 'phone-name';

/** What the phone's page shows. */
export type VisitStage =
  'loading' | 'no_key' | 'joining' | 'waiting' | 'seated' | 'seat_ended' | 'thrown_out';

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
  private key = $state<string | null>(null);
  private connection: Connection | null = null;
  /** The camera's side of the connection; null before the phone has joined. */
  camera = $state.raw<PhoneCameraLink | null>(null);

  readonly stage = $derived.by<VisitStage>(() => {
    if (!this.isLoaded) return 'loading';
    if (this.state) return this.state.standing;
    return this.key === null ? 'no_key' : 'joining';
  });
  readonly offers = $derived(this.state?.offers ?? this.offered);

  /** Goes on with the session of this phone, or begins to join with the key of the address. */
  async start(): Promise<void> {
    this.key = location.hash.slice(1) || null;
    // The key stays neither in the address bar nor in the history.
    if (this.key !== null) history.replaceState(null, '', location.pathname);
    await this.attempt(async () => {
      const state = await ownState();
      if (state) this.enter(state);
      else if (this.key !== null) this.offered = await offeredSeats(this.key);
    });
    this.isLoaded = true;
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
    this.state = null;
    this.key = null;
  }

  stop(): void {
    this.end();
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
    this.state = state;
    if (state.standing === 'thrown_out') return;
    const connection = new Connection();
    connection.onPush((push) => {
      if (push.push === 'state') this.follow(push.state);
    });
    connection.onConnected((connected) => (this.connected = connected));
    this.connection = connection;
    this.camera = cameraLink(connection);
    this.follow(state);
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
  }

  private takeSeat(seat: SeatOffer): void {
    if (!this.connection) return;
    this.session = new Session(netBackend(this.connection));
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
