import type {
  Answer,
  Call,
  CallMessage,
  ChartRequest,
  PhoneState,
  Push,
  SeatOffer,
  StageRequest,
} from '../../backend/views';
import type { MemoryBackend } from '../memoryBackend';
import { sampleLive } from '../sampleViews';

export const unionSeat: SeatOffer = { key: 'union', title: 'Union', role: 'player', battle: 1 };
export const umpireSeat: SeatOffer = { key: 'umpire', title: 'Umpire', role: 'umpire', battle: 1 };
export const onlookerSeat: SeatOffer = {
  key: 'everyone',
  title: 'Onlooker',
  role: 'onlooker',
  battle: null,
};

/** A phone in the Union's seat. */
export function samplePhoneState(changes: Partial<PhoneState> = {}): PhoneState {
  return {
    phone: 1,
    name: 'Ann',
    standing: 'seated',
    seat: unionSeat,
    offers: [unionSeat, umpireSeat, onlookerSeat],
    fingerprint: Array.from({ length: 32 }, (_, byte) => (byte * 7 + 3).toString(16).padStart(2, '0')).join(
      ':',
    ),
    clock: null,
    ...changes,
  };
}

interface Feed {
  push(push: Push): void;
  drop(): void;
}

/** The server of the phones, in memory: both transports and the requests of joining, as `globals()` of a page. */
export class FakeTable {
  /** Where the phone stands; null without a session. */
  state: PhoneState | null = samplePhoneState();
  /** Which transports can be opened. */
  opens = { socket: true, events: true };
  /** Whether requests reach the server. */
  isReached = true;
  /** Whether calls are answered. */
  answers = true;
  /** Calls that have arrived, in order. */
  readonly received: CallMessage[] = [];
  /** The transports that were tried, in order. */
  readonly tried: ('socket' | 'events')[] = [];
  /** The one-time key that is shown. */
  key = 'KEY';
  private readonly feeds = new Set<Feed>();

  constructor(private readonly answer: (call: Call) => Promise<unknown> = async () => null) {}

  /** Open connections. */
  get connections(): number {
    return this.feeds.size;
  }

  /** Sends to every connection. */
  push(push: Push): void {
    for (const feed of this.feeds) feed.push(push);
  }

  /** The phone stands elsewhere from now on. */
  stand(changes: Partial<PhoneState>): void {
    this.state = { ...(this.state ?? samplePhoneState()), ...changes };
    this.push({ push: 'state', state: this.state });
  }

  /** Every connection is lost. */
  drop(): void {
    for (const feed of this.feeds) feed.drop();
  }

  /** What stands for the browser's own. */
  globals(): { WebSocket: unknown; EventSource: unknown; fetch: typeof fetch } {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- The classes below have a `this` of their own.
    const table = this;

    class FakeSocket {
      static readonly OPEN = 1;
      readyState = 0;
      onmessage: ((event: { data: string }) => void) | null = null;
      onclose: (() => void) | null = null;
      onerror: (() => void) | null = null;
      private readonly feed: Feed = {
        push: (push) => this.onmessage?.({ data: JSON.stringify(push) }),
        drop: () => {
          this.close();
          this.onclose?.();
        },
      };

      constructor() {
        queueMicrotask(() => {
          this.readyState = 1;
          if (!table.join('socket', this.feed)) this.feed.drop();
        });
      }
      send(text: string): void {
        void table.take(JSON.parse(text) as CallMessage).then((answer) => {
          if (answer && this.readyState === 1) this.feed.push({ push: 'answer', ...answer });
        });
      }
      close(): void {
        this.readyState = 3;
        table.feeds.delete(this.feed);
      }
    }

    class FakeEvents {
      onmessage: ((event: { data: string }) => void) | null = null;
      onerror: (() => void) | null = null;
      private readonly feed: Feed = {
        push: (push) => this.onmessage?.({ data: JSON.stringify(push) }),
        drop: () => {
          this.close();
          this.onerror?.();
        },
      };

      constructor() {
        queueMicrotask(() => {
          if (!table.join('events', this.feed)) this.onerror?.();
        });
      }
      close(): void {
        table.feeds.delete(this.feed);
      }
    }

    return {
      WebSocket: FakeSocket,
      EventSource: FakeEvents,
      fetch: (path, init) => this.fetch(String(path), init),
    };
  }

  private join(kind: 'socket' | 'events', feed: Feed): boolean {
    this.tried.push(kind);
    if (!this.isReached || !this.opens[kind] || !this.state) return false;
    this.feeds.add(feed);
    feed.push({ push: 'state', state: this.state });
    if (this.state.standing === 'seated') feed.push({ push: 'live', live: sampleLive() });
    return true;
  }

  /** Carries out a call; null if nothing is answered. */
  private async take(message: CallMessage): Promise<Answer | null> {
    this.received.push(message);
    if (!this.answers) return null;
    try {
      return { id: message.id, ok: await this.answer(message.call) };
    } catch (refused) {
      return { id: message.id, refused: refused as { sentence: string } };
    }
  }

  private async fetch(path: string, init?: RequestInit): Promise<Response> {
    if (!this.isReached) throw new TypeError('Failed to fetch');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    switch (path) {
      case '/api/state':
        return this.state
          ? json(this.state)
          : json(
              { sentence: 'This phone is not at the table: scan the code on the computer’s screen to join.' },
              401,
            );
      case '/api/seats':
        return (body as { key: string }).key === this.key
          ? json([unionSeat, umpireSeat, onlookerSeat])
          : json({ sentence: 'This code was used already or is too old.' }, 403);
      case '/api/join': {
        const { name, seat } = body as { name: string; seat: string };
        const offer = [unionSeat, umpireSeat, onlookerSeat].find(({ key }) => key === seat) ?? unionSeat;
        this.state = samplePhoneState({ name, standing: 'waiting', seat: offer });
        return json(this.state);
      }
      case '/api/calls': {
        const answer = await this.take(body as CallMessage);
        return answer
          ? json(answer)
          : new Promise((_, reject) =>
              init?.signal?.addEventListener('abort', () => reject(new TypeError('aborted'))),
            );
      }
      default:
        throw new Error(`no such address: ${path}`);
    }
  }
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

function stageOf(request: ChartRequest): StageRequest {
  return { ...request, surface: 'chart', quarters: request.quarters };
}

/** Answers a phone's calls from a backend in memory, as the shell does. */
export function answersOf(backend: MemoryBackend): (call: Call) => Promise<unknown> {
  return async (call) => {
    switch (call.call) {
      case 'changes':
        return backend.changes(call.seq);
      case 'decide':
        return backend.decide(call.decision, call.made_on);
      case 'take_back':
        return backend.takeBack(call.to, call.why, call.umpire, call.made_on);
      case 'accept_shifts':
        return backend.acceptShifts(call.ships, call.made_on);
      case 'remark':
        return backend.remark(call.about, call.text, call.private);
      case 'ask_advice':
        return backend.askAdvice(call.made_on);
      case 'decide_now':
        return backend.decideNow();
      case 'preview_salvo':
        return backend.previewSalvo(call.shooter, call.target);
      case 'foresee':
        return backend.foresee(call.decision);
      case 'measure':
        return backend.measure(call.from, call.to);
      case 'chart':
        return backend.stage(stageOf(call.request));
      case 'battles':
        return backend.battles();
      case 'books':
        return backend.books();
      case 'replay_at':
        return backend.replayAt(call.battle, call.seq);
      case 'replay_chart':
        return backend.replayChart(call.battle, call.seq, stageOf(call.request));
      case 'replay_log':
        return backend.replayLog(call.battle);
      case 'replay_tracks':
        return backend.replayTracks(call.battle);
      default:
        return null;
    }
  };
}
