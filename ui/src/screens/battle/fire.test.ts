// The fire command while another form comes first, and the reason for a missing preview.

import { screen, waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { AskView } from '../../backend/views';
import { callsOf, openBattle, withAsk } from '../../test/openTab';
import { sampleNow, speedForm } from '../../test/sampleBattleNow';
import { sampleMeasure, samplePreview } from '../../test/sampleFire';
import { fireAsk, sampleLive } from '../../test/sampleViews';
import { user } from '../../test/user';

describe('a form that comes before the fire command', () => {
  it('leaves preview and Declare available', async () => {
    const mortar: AskView = {
      ask: 'form',
      ...speedForm,
      key: 'mortar:para',
      sentence: 'The mortar may fire',
    };
    const battle = { ...sampleNow(3, fireAsk).battle, asks: [mortar, fireAsk] };
    const backend = openBattle(withAsk(fireAsk, { battle }));
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    expect(await screen.findByTestId('preview')).toBeVisible();
    await user.click(await screen.findByTestId('declare'));
    await waitFor(() =>
      expect(callsOf(backend, 'decide').map(([first]) => first)).toEqual([
        expect.objectContaining({ do: 'declare_salvo', shooter: 'monitor', target: 'virginia' }),
      ]),
    );
  });
});

describe('the reason for a missing preview', () => {
  it('stays while the range is measured again', async () => {
    const why = 'It isn’t certain which model is CSS Virginia: confirm it first.';
    let measured = 0;
    const backend = openBattle({
      previewSalvo: () => Promise.reject({ sentence: why }),
      measure: async (from, to) => {
        measured++;
        return sampleMeasure(from, to);
      },
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    expect(await screen.findByTestId('no-preview')).toHaveTextContent(why);
    const before = measured;
    for (let frame = 500; frame < 504; frame++) {
      backend.sendLive(sampleLive({ frame }));
      flushSync();
      await new Promise((done) => setTimeout(done, 20));
    }
    expect(measured).toBeGreaterThan(before);
    expect(screen.getByTestId('no-preview')).toHaveTextContent(why);
    expect(screen.getByTestId('range')).toBeVisible();
  });

  it('is removed when the pair changes', async () => {
    openBattle({
      previewSalvo: (shooter, target) =>
        shooter === 'monitor'
          ? Promise.reject({ sentence: 'She is hidden.' })
          : Promise.resolve(samplePreview(shooter, target)),
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    expect(await screen.findByTestId('no-preview')).toHaveTextContent('She is hidden.');
    await user.click(screen.getByTestId('shooter-cairo'));
    await waitFor(() => expect(screen.queryByTestId('no-preview')).toBeNull());
    expect(await screen.findByTestId('preview')).toBeVisible();
  });

  it('is not shown for a failed measure', async () => {
    openBattle({
      measure: () => Promise.reject({ sentence: 'USS Monitor is hidden at the moment.' }),
    });
    await user.click(await screen.findByTestId('shooter-monitor'));
    await user.click(await screen.findByTestId('target-virginia'));
    expect(await screen.findByTestId('preview')).toBeVisible();
    expect(screen.getByTestId('range-readout')).toHaveTextContent('USS Monitor is hidden at the moment.');
  });
});
