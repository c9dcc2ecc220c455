import { describe, expect, it } from 'vitest';
import type { OrderDrawn } from '../../backend/views';
import { sampleOrders } from '../../test/sampleOrders';
import { orderTrack, trackLength } from './orderTrack';

const [order] = sampleOrders as [OrderDrawn];

describe('orderTrack', () => {
  const from = { x_in: 10, y_in: 10, heading_deg: 0 };

  it('is half the move, a turn, and the other half', () => {
    const way = orderTrack(order, from, { 'speed:union': { monitor: 4, turn: 90 } });
    const end = way.at(-1);
    expect(end?.x_in).toBeCloseTo(12);
    expect(end?.y_in).toBeCloseTo(12);
    expect(end?.heading_deg).toBeCloseTo(90);
    expect(trackLength(way)).toBeCloseTo(4);
  });

  it('of submitted orders needs no form, also astern', () => {
    const astern: OrderDrawn = { ...order, form: null, legs: [{ goes: 'ahead', by: -1.5, field: null }] };
    expect(orderTrack(astern, from, {}).at(-1)).toEqual({ x_in: 10, y_in: 8.5, heading_deg: 0 });
  });

  it('without values has length 0', () => {
    expect(trackLength(orderTrack(order, from, {}))).toBe(0);
  });
});
