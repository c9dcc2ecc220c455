// The two ways to reach the server. They carry the same messages.

import type { Answer, CallMessage, Push } from '../views';

/** How messages travel: a WebSocket, or server-sent events with POST. */
export type TransportKind = 'socket' | 'events';

/** What a transport reports. */
export interface TransportEvents {
  /** The server has sent its first message: the connection works. */
  onOpen(): void;
  onPush(push: Push): void;
  onAnswer(answer: Answer): void;
  /** The connection is lost, or was never made. Called once, and nothing after it. */
  onClosed(): void;
}

/** An open connection, or one that is being made. */
export interface Transport {
  send(message: CallMessage): void;
  /** Closes it without a report. */
  close(): void;
}

/** Whether this browser has such a transport. */
export function isAvailable(kind: TransportKind): boolean {
  return kind === 'socket' ? 'WebSocket' in globalThis : 'EventSource' in globalThis;
}

/** Starts to connect. */
export function openTransport(kind: TransportKind, events: TransportEvents): Transport {
  const guarded = once(events);
  return kind === 'socket' ? openSocket(guarded) : openEvents(guarded);
}

interface GuardedEvents {
  receive(text: string): void;
  answer(answer: Answer): void;
  /** Reports the end, unless it was reported or the phone itself closed the connection. */
  end(): void;
  /** From now on nothing is reported. */
  silence(): void;
}

/** Reports the first message as the opening, and nothing after the end. */
function once(events: TransportEvents): GuardedEvents {
  let opened = false;
  let ended = false;
  const answer = (given: Answer) => {
    if (!ended) events.onAnswer(given);
  };
  return {
    receive(text) {
      if (ended) return;
      const push = JSON.parse(text) as Push;
      if (!opened) {
        opened = true;
        events.onOpen();
      }
      if (push.push === 'answer') answer(push);
      else events.onPush(push);
    },
    answer,
    end() {
      if (ended) return;
      ended = true;
      events.onClosed();
    },
    silence() {
      ended = true;
    },
  };
}

function openSocket(events: GuardedEvents): Transport {
  const address = new URL('/api/socket', location.href);
  address.protocol = 'wss:';
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => events.receive(String(data));
  socket.onclose = () => events.end();
  socket.onerror = () => events.end();
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close() {
      events.silence();
      socket.close();
    },
  };
}

function openEvents(events: GuardedEvents): Transport {
  const source = new EventSource('/api/events');
  const stopped = new AbortController();
  const end = () => {
    source.close();
    stopped.abort();
    events.end();
  };
  source.onmessage = ({ data }) => events.receive(String(data));
  // The browser would connect again by itself, but without a limit on the wait.
  source.onerror = end;
  return {
    send: (message) => {
      post(message, stopped.signal).then(events.answer, end);
    },
    close() {
      events.silence();
      source.close();
      stopped.abort();
    },
  };
}

/** Sends a call; rejects if the net fails. */
async function post(message: CallMessage, signal: AbortSignal): Promise<Answer> {
  const response = await fetch('/api/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal,
  });
  const answer: unknown = await response.json();
  // A refusal of the server itself names no call.
  return response.ok ? (answer as Answer) : { id: message.id, refused: answer as { sentence: string } };
}
