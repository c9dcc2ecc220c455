// A phone's connection to the table: it is kept up by itself, over whichever transport works.

import { words } from '../../words/words';
import type { Answer, Call, CallMessage, Push } from '../views';
import { isAvailable, openTransport, type Transport, type TransportKind } from './transport';

/** Waits between two tries to connect; the last one is repeated. */
const retryMs = [0, 200, 400, 800, 1200];
/** Random part of a wait, so that eight phones don't come back in the same moment. */
const jitterMs = 300;
/** Without a live view for this time (one comes each second), a connection that seems open is made anew. */
const silenceMs = 5_000;
/** A try to connect that takes longer has failed. */
const connectMs = 5_000;
/** A call without an answer for this time has failed, as far as the phone can tell. */
const answerMs = 20_000;
/** After so many tries in a row that made no connection, the other transport is tried. */
const triesPerTransport = 2;
const rememberedTransport = 'phone-transport';

interface OpenCall {
  message: CallMessage;
  resolve: (answer: unknown) => void;
  reject: (refusal: { sentence: string }) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Keeps a phone connected. Calls wait while it is not, and are sent again with the same id. */
export class Connection {
  private transport: Transport | null = null;
  private kind: TransportKind;
  private connected = false;
  private closed = false;
  /** Tries since the last connection, and those of them over this transport. */
  private tries = 0;
  private triesOfKind = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private readonly calls = new Map<string, OpenCall>();
  private readonly pushListeners = new Set<(push: Push) => void>();
  private readonly stateListeners = new Set<(connected: boolean) => void>();
  private readonly failureListeners = new Set<() => void>();
  private readonly stopWaking: () => void;

  constructor(private readonly open: typeof openTransport = openTransport) {
    const remembered = sessionStorage.getItem(rememberedTransport);
    this.kind = remembered === 'events' || !isAvailable('socket') ? 'events' : 'socket';
    this.stopWaking = onWaking(() => this.wake());
    this.connect();
  }

  /** Which transport is in use. */
  get transportKind(): TransportKind {
    return this.kind;
  }

  /** Calls `listener` with each push of the server. Returns a stop function. */
  onPush(listener: (push: Push) => void): () => void {
    this.pushListeners.add(listener);
    return () => this.pushListeners.delete(listener);
  }

  /** Calls `listener` whenever a connection was made or lost. Returns a stop function. */
  onConnected(listener: (connected: boolean) => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  /** Calls `listener` after each failed try to connect, and each loss of a connection. Returns a stop function. */
  onFailed(listener: () => void): () => void {
    this.failureListeners.add(listener);
    return () => this.failureListeners.delete(listener);
  }

  /** Sends a call. Rejects with a refusal, or after a time without an answer; without a connection, reads wait for it. */
  call(call: Call): Promise<unknown> {
    const message = { id: randomId(), call };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.expire(message.id), answerMs);
      this.calls.set(message.id, { message, resolve, reject, timer });
      if (this.connected) this.transport?.send(message);
    });
  }

  /** Ends the connection. Open calls are refused. */
  close(): void {
    this.closed = true;
    this.stopWaking();
    clearTimeout(this.retry);
    clearTimeout(this.watchdog);
    this.transport?.close();
    for (const { reject, timer } of this.calls.values()) {
      clearTimeout(timer);
      reject({ sentence: words.phone.leftTable });
    }
    this.calls.clear();
    this.pushListeners.clear();
    this.stateListeners.clear();
    this.failureListeners.clear();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.transport?.close();
    this.tries++;
    this.triesOfKind++;
    this.watch(connectMs);
    this.transport = this.open(this.kind, {
      onOpen: () => this.onOpen(),
      onPush: (push) => {
        // Phones that wait for a seat get no live views, so silence means nothing there.
        if (push.push === 'live') this.watch(silenceMs);
        else if (push.push === 'state' && push.state.standing !== 'seated') clearTimeout(this.watchdog);
        for (const listener of this.pushListeners) listener(push);
      },
      onAnswer: (answer) => this.settle(answer),
      onClosed: () => this.onClosed(),
    });
  }

  private onOpen(): void {
    clearTimeout(this.watchdog);
    this.tries = this.triesOfKind = 0;
    sessionStorage.setItem(rememberedTransport, this.kind);
    this.setConnected(true);
    for (const { message } of this.calls.values()) this.transport?.send(message);
  }

  private setConnected(connected: boolean): void {
    this.connected = connected;
    for (const listener of this.stateListeners) listener(connected);
  }

  private onClosed(): void {
    clearTimeout(this.watchdog);
    if (this.closed) return;
    if (this.connected) this.setConnected(false);
    for (const listener of this.failureListeners) listener();
    // A listener may have closed it.
    if (this.closed) return;
    if (this.triesOfKind >= triesPerTransport) this.changeTransport();
    const waitMs = retryMs[Math.min(this.tries, retryMs.length - 1)] ?? 0;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), waitMs + (this.tries > 0 ? Math.random() * jitterMs : 0));
  }

  private changeTransport(): void {
    const other = this.kind === 'socket' ? 'events' : 'socket';
    if (isAvailable(other)) this.kind = other;
    this.triesOfKind = 0;
  }

  /** Makes the connection anew unless the server sends something in time. */
  private watch(ms: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      this.transport?.close();
      this.onClosed();
    }, ms);
  }

  /** The phone woke up, or is in the net again: what seemed open may be dead, so it is made anew at once. */
  private wake(): void {
    if (this.closed) return;
    this.tries = 0;
    this.transport?.close();
    this.onClosed();
  }

  private expire(id: string): void {
    const open = this.calls.get(id);
    if (!open) return;
    if (!this.connected && !isCommand(open.message.call)) {
      open.timer = setTimeout(() => this.expire(id), answerMs);
      return;
    }
    this.calls.delete(id);
    open.reject({ sentence: words.phone.noAnswer });
  }

  private settle(answer: Answer): void {
    const open = this.calls.get(answer.id);
    if (!open) return;
    this.calls.delete(answer.id);
    clearTimeout(open.timer);
    if (answer.refused) open.reject(answer.refused);
    else open.resolve(answer.ok);
  }
}

/** Whether a call changes the battle: its player must know whether it was carried out. */
function isCommand({ call }: Call): boolean {
  return ['decide', 'take_back', 'accept_shifts', 'remark', 'ask_advice', 'decide_now'].includes(call);
}

/** Calls `wake` when the page is shown again or the net is back. Returns a stop function. */
function onWaking(wake: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let hidden = document.hidden;
  document.addEventListener(
    'visibilitychange',
    () => {
      if (hidden && !document.hidden) wake();
      hidden = document.hidden;
    },
    { signal },
  );
  window.addEventListener('online', wake, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
  return () => stop.abort();
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
