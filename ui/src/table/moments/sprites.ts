/** Soft round spots, painted once and then only copied: gradients for each puff would be slow. */
export interface Sprites {
  smoke: HTMLCanvasElement;
  soot: HTMLCanvasElement;
  flash: HTMLCanvasElement;
  fire: HTMLCanvasElement;
  spray: HTMLCanvasElement;
  /** Colours of lines. */
  foam: string;
  water: string;
  flag: string;
}

const sizePx = 64;

function spot(colour: string, core: number): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sizePx;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const middle = sizePx / 2;
  const fade = pen.createRadialGradient(middle, middle, 0, middle, middle, middle);
  // Only the alpha of this gradient counts; the colour is filled in below.
  fade.addColorStop(0, colour);
  fade.addColorStop(core, colour);
  fade.addColorStop(1, 'transparent');
  pen.fillStyle = fade;
  pen.fillRect(0, 0, sizePx, sizePx);
  pen.globalCompositeOperation = 'source-in';
  pen.fillStyle = colour;
  pen.fillRect(0, 0, sizePx, sizePx);
  return canvas;
}

/** The spots in the colours of the tokens; null where nothing can be painted. */
export function spritesOf(element: Element): Sprites | null {
  const tokens = getComputedStyle(element);
  const colour = (token: string) => tokens.getPropertyValue(`--moment-${token}`).trim() || 'white';
  const smoke = spot(colour('smoke'), 0.25);
  const soot = spot(colour('soot'), 0.2);
  const flash = spot(colour('flash'), 0.3);
  const fire = spot(colour('fire'), 0.25);
  const spray = spot(colour('foam'), 0.35);
  if (!smoke || !soot || !flash || !fire || !spray) return null;
  return {
    smoke,
    soot,
    flash,
    fire,
    spray,
    foam: colour('foam'),
    water: colour('water'),
    flag: colour('flag'),
  };
}
