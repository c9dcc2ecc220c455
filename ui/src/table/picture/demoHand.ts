import type { Backend } from '../../backend/backend';

type HandBackend = Pick<Backend, 'handGrab' | 'handDrag' | 'handTurn' | 'handRelease'>;

/** A point of the camera picture, pixels. */
export interface PicturePoint {
  x: number;
  y: number;
}

type Step =
  | { kind: 'grab'; at: PicturePoint }
  | { kind: 'drag'; to: PicturePoint }
  | { kind: 'turn'; deg: number }
  | { kind: 'release' };

interface DemoHandOptions {
  backend: HandBackend;
  /** Calls back before the next repaint. At most one drag per repaint is sent. */
  beforeRepaint(callback: () => void): void;
  onTrouble(thrown: unknown): void;
}

/**
 * Mouse control of models on the demo table. Steps are sent in order, one at a time; waiting drags and turns are
 * merged.
 */
export class DemoHand {
  private steps: Step[] = [];
  private sending = false;
  private holds = false;
  /** The backend found a ship at the grab position. Without one the other steps are skipped. */
  private hasShip = false;

  constructor(private readonly parts: DemoHandOptions) {}

  get holding(): boolean {
    return this.holds;
  }

  grab(at: PicturePoint): void {
    this.holds = true;
    this.add({ kind: 'grab', at });
  }

  drag(to: PicturePoint): void {
    if (!this.holds) return;
    const last = this.steps.at(-1);
    if (last?.kind === 'drag') last.to = to;
    else this.add({ kind: 'drag', to });
  }

  turn(deg: number): void {
    if (!this.holds) return;
    const last = this.steps.at(-1);
    if (last?.kind === 'turn') last.deg += deg;
    else this.add({ kind: 'turn', deg });
  }

  release(): void {
    if (!this.holds) return;
    this.holds = false;
    this.add({ kind: 'release' });
  }

  private add(step: Step): void {
    this.steps.push(step);
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let step = this.steps[0]; step; step = this.steps[0]) {
      if (step.kind === 'drag') await this.repaint();
      this.steps.shift();
      if (!this.hasShip && step.kind !== 'grab') continue;
      try {
        if (step.kind === 'grab') this.hasShip = (await this.carryOut(step)) !== null;
        else await this.carryOut(step);
      } catch (thrown) {
        this.hasShip = false;
        this.parts.onTrouble(thrown);
      }
    }
    this.sending = false;
  }

  private carryOut(step: Step): Promise<unknown> {
    const { backend } = this.parts;
    switch (step.kind) {
      case 'grab':
        return backend.handGrab(step.at.x, step.at.y);
      case 'drag':
        return backend.handDrag(step.to.x, step.to.y);
      case 'turn':
        return backend.handTurn(step.deg);
      case 'release':
        return backend.handRelease();
    }
  }

  private repaint(): Promise<void> {
    return new Promise((done) => this.parts.beforeRepaint(done));
  }
}
