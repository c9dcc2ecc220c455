import { sentenceOf } from '../../backend/trouble';
import type { Backend } from '../../backend/backend';
import type { NetInterface, PhoneRow, PhonesView } from '../../backend/views';
import type { Session } from '../session/session.svelte';

const storageKey = 'ironclad-table-phones-interface';

/** The phones at the table, for the host: the server's state, who asks to come in, and the commands. */
export class Phones {
  view = $state.raw<PhonesView | null>(null);
  private isDialogOpen = $state(false);
  /** A command is on its way. */
  isBusy = $state(false);
  /** Why the last command failed. */
  private failed = $state<string | null>(null);
  /** The newest alarm when the dialog was open last. */
  private readAlarm = $state<string | undefined>();
  /** The address that the host chose in this session. */
  private chosenAddress = $state<string | null>(null);

  readonly isOn = $derived((this.view?.bound_to ?? null) !== null);
  readonly waiting: readonly PhoneRow[] = $derived(this.withStanding('waiting'));
  readonly seated: readonly PhoneRow[] = $derived(this.withStanding('seated'));
  /** Their battle has ended, or another one is in play: they may ask for another seat. */
  readonly seatless: readonly PhoneRow[] = $derived(this.withStanding('seat_ended'));
  /** Why phones could not be switched on, what hinders them, or why the last command failed. */
  readonly trouble: string | null = $derived(this.failed ?? this.view?.trouble?.sentence ?? null);

  /** Something was noticed that the host has not read. */
  readonly hasUnreadAlarm: boolean = $derived(
    !this.isDialogOpen && this.view?.alarms[0] !== undefined && this.view.alarms[0] !== this.readAlarm,
  );

  private readonly backend: Backend;

  constructor(private readonly session: Session) {
    this.backend = session.backend;
  }

  /** The dialog is open. */
  get isOpen(): boolean {
    return this.isDialogOpen;
  }

  set isOpen(open: boolean) {
    this.isDialogOpen = open;
    // The dialog has shown all of them when it closes.
    if (!open) this.readAlarm = this.view?.alarms[0];
  }

  /** Follows the server until the returned function is called. */
  follow(): () => void {
    return this.backend.watchPhones((view) => (this.view = view));
  }

  /** The network interface that is chosen: now, in an earlier session (by its name), or the likeliest. */
  get chosen(): NetInterface | undefined {
    const interfaces = this.view?.interfaces ?? [];
    const remembered = localStorage.getItem(storageKey);
    return (
      interfaces.find(({ address }) => address === this.chosenAddress) ??
      interfaces.find(({ name }) => name === remembered) ??
      interfaces[0]
    );
  }

  /** Chooses a network interface by its address. Its name is remembered: addresses change from evening to evening. */
  choose(address: string): void {
    this.chosenAddress = address;
    const name = this.chosen?.name;
    if (name !== undefined) localStorage.setItem(storageKey, name);
  }

  async start(): Promise<void> {
    const address = this.chosen?.address;
    if (address !== undefined) await this.command(() => this.backend.startPhones(address));
  }

  async stop(): Promise<void> {
    await this.command(() => this.backend.stopPhones());
  }

  async letIn(phone: number): Promise<void> {
    await this.command(() => this.backend.letPhoneIn(phone));
  }

  /** Turns a waiting phone away, or takes back the seat of one that has it. */
  async throwOut(phone: number): Promise<void> {
    await this.command(() => this.backend.throwPhoneOut(phone));
  }

  private withStanding(standing: PhoneRow['standing']): PhoneRow[] {
    return (this.view?.phones ?? []).filter((row) => row.standing === standing);
  }

  /** One command at a time. A failure is shown in the dialog, or on the screen while the dialog is closed. */
  private async command(send: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.failed = null;
    try {
      await send();
    } catch (thrown) {
      if (this.isOpen) this.failed = sentenceOf(thrown);
      else this.session.reportTrouble(sentenceOf(thrown));
    } finally {
      this.isBusy = false;
    }
  }
}
