// Owns the way to the prefills: their code is loaded only where a page asks for one.
import { loadCode } from '../../../kit/load-code.ts';
import type { Scope } from '../scope.ts';
import type { PrefillHost, PrefillNotice, PrefillWork } from './prefill-work.ts';

/** What the page prefills, and refills from the history; see `PrefillWork` for how. */
export class Prefills {
  /** True when the code could not be loaded; `run()` tries again. */
  failed = false;
  readonly #scope: Scope;
  readonly #make: (work: typeof PrefillWork) => PrefillWork;
  #work: PrefillWork | undefined;

  constructor(scope: Scope, host: PrefillHost) {
    this.#scope = scope;
    this.#make = (Work) => new Work(scope, host);
  }

  get running(): boolean {
    return this.#work?.running ?? false;
  }

  get notices(): readonly PrefillNotice[] {
    return this.#work?.notices ?? [];
  }

  /** The page asks for any. */
  get wanted(): boolean {
    const { templateIds, prescriptionIds, initialPrescriptions } = this.#scope.config();
    return templateIds.length + prescriptionIds.length + initialPrescriptions.length > 0;
  }

  /** Makes what the page wants and is not there yet. */
  async run(): Promise<void> {
    if (!this.wanted) return;
    await (await this.#loaded())?.run();
  }

  /** Adds an earlier prescription of this patient again; answers the draft's id when it is there then. */
  async refill(prescriptionId: string): Promise<string | undefined> {
    return await (await this.#loaded())?.refill(prescriptionId);
  }

  /** Tries a prefill that was left out once more, because a person asked. */
  async retry(source: string): Promise<void> {
    await (await this.#loaded())?.retry(source);
  }

  dismiss(source: string): void {
    this.#work?.dismiss(source);
  }

  async #loaded(): Promise<PrefillWork | undefined> {
    try {
      const { PrefillWork: Work } = await loadCode(() => import('./prefill-work.ts'));
      this.failed = false;
      this.#work ??= this.#make(Work);
      return this.#scope.signal.aborted ? undefined : this.#work;
    } catch {
      this.failed = true;
      this.#scope.changed();
      return undefined;
    }
  }
}
