// The app's commander thinks, and advice is asked for.

import { screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { callsOf, openTab, withAsk } from '../../test/openTab';
import { fireAsk } from '../../test/sampleViews';
import { user } from '../../test/user';

const thinking = { sentence: 'The Confederate commander thinks …', side: 'confederate' };

it('says who thinks, and lets him decide now', async () => {
  const backend = await openTab('battle', withAsk(fireAsk, { thinking, may_be_advised: true }));
  expect(await screen.findByTestId('thinking')).toHaveTextContent(thinking.sentence);
  // Nobody is advised meanwhile, because one thread thinks for all.
  expect(screen.queryByTestId('ask-advice')).toBeNull();
  await user.click(screen.getByTestId('decide-now'));
  expect(callsOf(backend, 'decideNow')).toHaveLength(1);
});

it('shows advice with its chances, and asks only where it is given', async () => {
  const advice = [
    {
      sentence: 'USS Monitor closes with CSS Virginia: few guns bear (62 % to win).',
      percent: 62,
      plus_minus: 9,
    },
    { sentence: 'USS Monitor draws off: she has more to lose (41 % to win).', percent: 41, plus_minus: 8 },
  ];
  await openTab('battle', withAsk(fireAsk, { advice, may_be_advised: true }));
  const shown = await screen.findByTestId('advice');
  expect(shown).toHaveTextContent('62 % to win). (± 9)');
  expect(shown.querySelectorAll('li')).toHaveLength(2);
});

it('offers no advice to who may not have it', async () => {
  await openTab('battle', withAsk(fireAsk));
  await screen.findByTestId('ask');
  expect(screen.queryByTestId('ask-advice')).toBeNull();
});
