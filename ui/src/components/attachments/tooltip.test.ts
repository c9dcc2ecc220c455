import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import RotateButton from '../RotateButton.svelte';

/** jsdom has no pointer events of its own. */
function pointer(kind: string, pointerType: string): Event {
  return Object.assign(new Event(kind), { pointerType });
}

async function button(): Promise<HTMLElement> {
  render(RotateButton, { props: { seat: 'everyone', map: false } });
  return screen.findByTestId('turn-table');
}

describe('a tooltip', () => {
  it('is shown while the pointer rests on the button, with the keys', async () => {
    const rotate = await button();
    await fireEvent(rotate, pointer('pointerenter', 'mouse'));
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Rotate view T');
    expect(rotate).toHaveAccessibleDescription('Rotate view T');
    await fireEvent(rotate, pointer('pointerleave', 'mouse'));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('is hidden by Escape, and when the button goes', async () => {
    const rotate = await button();
    await fireEvent(rotate, pointer('pointerenter', 'mouse'));
    await screen.findByRole('tooltip');
    await fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('is not shown to a finger', async () => {
    const rotate = await button();
    await fireEvent(rotate, pointer('pointerenter', 'touch'));
    await new Promise((done) => setTimeout(done, 500));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
