// Owns what is known of the chosen treatment beyond its line: the units that fit, how it is packed, and its other strengths (W1).
import { type DataOf, isAbort } from '@pestle/client';
import { TreatmentChoices } from '@pestle/client/documents/search';
import type { TreatmentRecord } from '../../records.ts';
import type { WorkflowHost } from '../part.ts';
import { askedFor } from '../search/treatment-now.ts';

type Answer = DataOf<typeof TreatmentChoices>;
export type Packages = Answer['treatment']['packages'];

/** What the service says of the treatment that was asked about last; without an answer everything can still be written. */
export class TreatmentFacts {
  readonly #host: WorkflowHost;
  #askedFor: string | undefined;
  #answer: Answer | undefined;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  /** Names of the units of dispensing that fit, the usual one first. */
  get units(): readonly string[] {
    return this.#answer?.treatment.dispenseUnits ?? [];
  }

  get packages(): Packages {
    return this.#answer?.treatment.packages ?? [];
  }

  /** The same drug in the same form, the weakest first, itself among them: those that may be prescribed here. */
  get strengths(): readonly TreatmentRecord[] {
    const { forbidden } = this.#host.state;
    const all = this.#answer?.treatmentStrengths ?? [];
    return all.filter(({ id, prescribable }) => prescribable && !forbidden.has(id));
  }

  /** Asks once for each treatment that is chosen; nothing of another stays. */
  look(treatment: TreatmentRecord | null): void {
    if (treatment?.id === this.#askedFor) return;
    this.#askedFor = treatment?.id;
    this.#answer = undefined;
    this.#host.state.form.packages = [];
    if (treatment !== null) void this.#ask(treatment.id);
  }

  async #ask(id: string): Promise<void> {
    const { session, state } = this.#host;
    try {
      const variables = { id, ...askedFor(this.#host) };
      const answer = await session.query(TreatmentChoices, variables, { signal: state.signal });
      if (this.#askedFor !== id) return;
      this.#answer = answer;
      state.form.packages = answer.treatment.packages;
      this.#host.update();
    } catch (error) {
      // Choosing it again asks again.
      if (this.#askedFor === id && !isAbort(error)) this.#askedFor = undefined;
    }
  }
}
