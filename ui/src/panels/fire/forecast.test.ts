import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { ForecastView } from '../../backend/views';
import FireForecast from './FireForecast.svelte';

describe('the forecast of a ram', () => {
  it('shows the purpose and its probability first', () => {
    const forecast: ForecastView = {
      sentence: 'CSS Virginia strikes USS Cumberland at 88 ± 2°, at 5 knots.',
      guns: [],
      refusals: [],
      too_close: [],
      odds: {
        spreads: [],
        events: [
          { what: 'Rammee crippled, rammer loses 1 knot', chance: 0.5, rule: 'NOD-24' },
          { what: 'No effect on either', chance: 0.5, rule: 'NOD-24' },
        ],
      },
    };
    render(FireForecast, { forecast });
    expect(screen.getByTestId('hope')).toHaveTextContent('Rammee crippled, rammer loses 1 knot: 50 %');
    expect(screen.queryByTestId('expected-hits')).toBeNull();
  });

  it('shows no probability while the ram is refused', () => {
    const refusals = [{ text: "Virginia's bow does not touch her.", rules: ['NOD-11'] }];
    render(FireForecast, { forecast: { sentence: '', guns: [], refusals, too_close: [], odds: null } });
    expect(screen.queryByTestId('hope')).toBeNull();
    expect(screen.getByTestId('refusal')).toHaveTextContent('does not touch her');
  });
});
