// *Phones* on the host's screen: switching on, the invitation, requests to come in, and troubles.

import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import App from '../../App.svelte';
import type { Backend } from '../../backend/backend';
import type { PhonesView } from '../../backend/views';
import { memoryBackend, type MemoryBackend } from '../../test/memoryBackend';
import { callsOf, usePreferencesOfNewPlayer } from '../../test/openTab';
import {
  samplePhone,
  samplePhones,
  samplePhonesOfAnEvening,
  samplePhonesOn,
} from '../../test/phones/samplePhones';
import { user } from '../../test/user';

usePreferencesOfNewPlayer();

/** The window over a backend whose phones are shown as the test sends them. */
function showApp(
  first: PhonesView,
  changes: Partial<Backend> = {},
): { backend: MemoryBackend; send: (view: PhonesView) => void } {
  let send: (view: PhonesView) => void = () => undefined;
  const backend = memoryBackend({
    watchPhones: (onPhones) => {
      send = onPhones;
      onPhones(first);
      return () => undefined;
    },
    ...changes,
  });
  render(App, { props: { backend } });
  return {
    backend,
    send: (view) => {
      send(view);
      flushSync();
    },
  };
}

async function openDialog(): Promise<HTMLElement> {
  await user.click(screen.getByTestId('open-phones'));
  return screen.findByTestId('phones');
}

describe('phones that are off', () => {
  it('are switched on over the likeliest network, or over the one that is chosen', async () => {
    const { backend } = showApp(samplePhones());
    await openDialog();
    await user.click(screen.getByTestId('phones-start'));
    await user.selectOptions(screen.getByTestId('phones-interface'), '10.0.0.7');
    await user.click(screen.getByTestId('phones-start'));
    expect(callsOf(backend, 'startPhones')).toEqual([['192.168.1.20'], ['10.0.0.7']]);
  });

  it('remember the network by its name, because its address changes', async () => {
    showApp(samplePhones());
    await openDialog();
    await user.selectOptions(screen.getByTestId('phones-interface'), '10.0.0.7');
    cleanup();
    showApp(
      samplePhones({
        interfaces: [
          { name: 'wlan0', address: '192.168.1.20' },
          { name: 'eth0', address: '10.0.0.99' },
        ],
      }),
    );
    await openDialog();
    expect(screen.getByTestId('phones-interface')).toHaveValue('10.0.0.99');
  });

  it('offer no choice of one network, and say when there is none', async () => {
    const { send } = showApp(samplePhones({ interfaces: [{ name: 'wlan0', address: '192.168.1.20' }] }));
    const dialog = await openDialog();
    expect(screen.queryByTestId('phones-interface')).toBeNull();
    expect(screen.queryByTestId('phones-no-network')).toBeNull();
    send(samplePhones({ interfaces: [{ name: 'lo', address: '127.0.0.1' }] }));
    expect(within(dialog).getByTestId('phones-no-network')).toHaveTextContent('in no network');
  });

  it('are found in the command palette and by their key', async () => {
    showApp(samplePhones());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByTestId('palette-input'), 'phones at');
    await user.keyboard('{Enter}');
    await user.click(within(await screen.findByTestId('phones')).getByText('Close'));
    await waitFor(() => expect(screen.queryByTestId('phones')).toBeNull());
    await user.keyboard('{Control>}p{/Control}');
    expect(await screen.findByTestId('phones')).toBeVisible();
  });

  it('say in the dialog why they could not be switched on', async () => {
    const sentence = 'Port 40123 is in use: close the other program.';
    showApp(samplePhones(), { startPhones: () => Promise.reject({ sentence }) });
    await openDialog();
    await user.click(screen.getByTestId('phones-start'));
    expect(await screen.findByTestId('phones-trouble')).toHaveTextContent(sentence);
    expect(screen.queryByTestId('trouble')).toBeNull();
    expect(screen.getByTestId('phones-start')).toBeEnabled();
  });

  it('are switched on once by two presses', async () => {
    let starts = 0;
    showApp(samplePhones(), {
      startPhones: () => {
        starts++;
        return new Promise(() => undefined);
      },
    });
    await openDialog();
    await user.dblClick(screen.getByTestId('phones-start'));
    expect(starts).toBe(1);
    expect(screen.getByTestId('phones-start')).toBeDisabled();
  });
});

describe('the invitation', () => {
  beforeEach(
    () => void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('shows the whole address, the fingerprint in groups, and how long it lasts', async () => {
    const { backend, send } = showApp(samplePhonesOn([]));
    const dialog = await openDialog();
    expect(screen.getByTestId('phones-url').textContent).toBe(
      'https://192.168.1.20:40123/#q7Jm2vXk9RtB4wZyH0cLsA',
    );
    expect(screen.getByTestId('phones-fingerprint')).toHaveTextContent(/^030A 1118 1F26 2D34 3B42 /);
    expect(dialog).toHaveTextContent('in 4:40');
    vi.advanceTimersByTime(5000);
    await waitFor(() => expect(dialog).toHaveTextContent('in 4:35'));
    send(
      samplePhonesOn([], {
        invitation: { url: 'https://192.168.1.20:40123/#new', qr: { rows: ['101'] }, expires_in_s: 300 },
      }),
    );
    expect(dialog).toHaveTextContent('in 5:00');
    await user.click(screen.getByTestId('phones-stop'));
    expect(callsOf(backend, 'stopPhones')).toHaveLength(1);
  });

  it('comes with what to do when a phone can’t reach it, with the port for the firewall', async () => {
    showApp(samplePhonesOn([]));
    await openDialog();
    const help = screen.getByTestId('phones-help');
    expect(help).not.toHaveAttribute('open');
    await user.click(within(help).getByText('A phone can’t reach this address?'));
    expect(help).toHaveTextContent('sudo ufw allow 40123/tcp');
    expect(help).toHaveTextContent('Private network');
  });
});

describe('a request to come in', () => {
  it('is shown on every screen, and answered with one click', async () => {
    const { backend, send } = showApp(samplePhonesOn([]));
    send(samplePhonesOn([samplePhone(3, 'Ann'), samplePhone(4, 'Bob')]));
    for (const tab of ['home', 'camera', 'battle', 'replay']) {
      await user.click(screen.getByTestId(`tab-${tab}`));
      expect(screen.getByTestId('phone-request-3')).toHaveTextContent('Ann asks to play the Union side.');
    }
    await user.click(screen.getByRole('button', { name: 'Let in Ann' }));
    await user.click(screen.getByRole('button', { name: 'Turn away Bob' }));
    expect(callsOf(backend, 'letPhoneIn')).toEqual([[3]]);
    expect(callsOf(backend, 'throwPhoneOut')).toEqual([[4]]);
    send(samplePhonesOn([samplePhone(3, 'Ann', { standing: 'seated' })]));
    expect(screen.queryByTestId('phone-request-3')).toBeNull();
    expect(screen.getByTestId('open-phones')).toHaveTextContent('Phones: 1');
  });

  it('is announced politely: it comes into a region that was there before', () => {
    const { send } = showApp(samplePhonesOn([]));
    const region = screen.getByRole('status', { name: 'Phones that ask to come in' });
    expect(region.textContent).toBe('');
    send(samplePhonesOn([samplePhone(3, 'Ann')]));
    expect(region).toContainElement(screen.getByTestId('phone-request-3'));
  });

  it('is in the dialog only while that is open, so that each button exists once', async () => {
    showApp(samplePhonesOn([samplePhone(3, 'Ann')]));
    const dialog = await openDialog();
    expect(screen.queryByTestId('phone-request-3')).toBeNull();
    expect(within(dialog).getByTestId('phone-row-3')).toHaveTextContent('192.168.1.33');
    expect(screen.getAllByTestId('let-in-3')).toHaveLength(1);
  });

  it('that can’t be answered says so on the screen', async () => {
    const sentence = 'This phone has gone.';
    showApp(samplePhonesOn([samplePhone(3, 'Ann')]), { letPhoneIn: () => Promise.reject({ sentence }) });
    await user.click(screen.getByTestId('let-in-3'));
    expect(await screen.findByTestId('trouble')).toHaveTextContent(sentence);
  });
});

it('the list shows who is seated, cameras, clocks and alarms, and takes a seat back', async () => {
  const { backend } = showApp(samplePhonesOfAnEvening());
  await openDialog();
  expect(screen.getByTestId('phone-row-1')).toHaveTextContent('offers its camera');
  expect(screen.getByTestId('phone-row-2')).toHaveTextContent('not connected');
  expect(screen.getByTestId('phone-row-4')).toHaveTextContent('3 hours behind');
  expect(screen.getByTestId('phones-alarm')).toHaveTextContent('five wrong keys');
  expect(screen.queryByTestId('take-seat-back-3')).toBeNull();
  await user.click(screen.getByTestId('take-seat-back-2'));
  expect(callsOf(backend, 'throwPhoneOut')).toEqual([[2]]);
});

it('a new alarm is marked in the head until the dialog has shown it', async () => {
  const { send } = showApp(samplePhonesOn([]));
  expect(screen.queryByRole('img', { name: 'something was noticed' })).toBeNull();
  send(samplePhonesOn([], { alarms: ['One'] }));
  expect(screen.getByRole('img', { name: 'something was noticed' })).toBeVisible();
  const dialog = await openDialog();
  await user.click(within(dialog).getByText('Close'));
  await waitFor(() => expect(screen.queryByTestId('phones')).toBeNull());
  expect(screen.queryByRole('img', { name: 'something was noticed' })).toBeNull();
  send(samplePhonesOn([], { alarms: ['Two', 'One'] }));
  expect(screen.getByRole('img', { name: 'something was noticed' })).toBeVisible();
});
