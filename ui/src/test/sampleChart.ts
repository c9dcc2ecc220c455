import type { DisplayList, StageRequest } from '../backend/views';

/** A small chart: the sea, a bank, two hulls and their names. */
export function sampleChart({ view }: StageRequest): DisplayList {
  const style = { fill_opacity: 1, line_opacity: 1, width_px: 1, dash_px: [] };
  const label = {
    box_px: [90, 18] as [number, number],
    size_px: view.type_px,
    weight: 600,
    italic: false,
    halo: '#f6efdf',
    turned_deg: 0,
    leader_px: null,
    opacity: 1,
  };
  return {
    plane: { left: 0, top: 0, width: 60, height: 36 },
    title: 'Chart of the table, north up',
    styles: [
      { ...style, fill: '#d7e4e2', line: null },
      { ...style, fill: '#e3d2a4', line: '#73634a' },
      { ...style, fill: '#1b4d87', line: '#0d2644' },
    ],
    items: [
      { layer: 'sheet', d: 'M0 0H60V36H0Z', at: null, style: 0, ship: null },
      { layer: 'terrain', d: 'M0 0H12L8 9L0 12Z', at: null, style: 1, ship: null },
      { layer: 'ships', d: 'M30 14L31 16V19H29V16Z', at: null, style: 2, ship: 'monitor' },
    ],
    labels: [
      {
        ...label,
        key: 'monitor',
        text: 'Monitor',
        ship: 'monitor',
        at: [30, 17],
        offset_px: [60, 0],
        colour: '#1b4d87',
      },
      { ...label, key: 'bank', text: 'Point', ship: null, at: [4, 4], offset_px: [0, 0], colour: '#73634a' },
    ],
  };
}
