// Owns the loading of the rules of directions: the search can be used before they are there, and nothing is guessed without them.
import type { SigResult } from '@pestle/rules/sig';
import type { WorkflowHost } from '../../part.ts';
import type { MisfitNote, MisfitView } from '../misfit.ts';
import type { Amounts, Provenance } from '../provenance.ts';

type Model = typeof import('../form-model.ts');
type DoseForm = string | null | undefined;

/** The functions of `form-model.ts`, once they are there; until then nothing is understood and nothing changes. */
export class SigRules {
  readonly #loaded: () => void;
  #model: Model | undefined;
  #note: MisfitNote | undefined;
  #loading: Promise<boolean> | undefined;

  /** Begins to load; `loaded` is called when what was typed meanwhile can be read. */
  constructor(loaded: () => void) {
    this.#loaded = loaded;
    void this.load();
  }

  /** True when the rules are there; a failure is tried again at the next call. */
  load(): Promise<boolean> {
    this.#loading ??= import('../form-model.ts').then(
      (model) => {
        this.#model = model;
        this.#loaded();
        return true;
      },
      () => {
        this.#loading = undefined;
        return false;
      },
    );
    return this.#loading;
  }

  read(typed: string, doseForm: DoseForm): SigResult | undefined {
    return this.#model?.readSig(typed, doseForm);
  }

  /** The dose of a liquid with its mass beside it. */
  liquid(result: SigResult | undefined, strength: string | null | undefined): string {
    return this.#model?.liquidOf(result, strength) ?? '';
  }

  /** The text that is sent. */
  sent(typed: string, doseForm: DoseForm): string {
    return this.#model?.sentText(typed, doseForm) ?? typed;
  }

  /** The amounts with what follows from the directions, and where each comes from. */
  derived(amounts: Amounts, provenance: Provenance, doseForm: DoseForm): ReturnType<Model['derived']> {
    if (this.#model !== undefined) return this.#model.derived(amounts, provenance, doseForm);
    const { dispenseQuantity, dispenseUnit, daysSupply } = amounts;
    return { amounts: { dispenseQuantity, dispenseUnit, daysSupply }, quantity: undefined, days: undefined };
  }

  /** What contradicts what, drawn; nothing where everything fits. */
  misfitNote(
    host: WorkflowHost,
    amounts: Amounts & { readonly refills: string },
    { typed, doseForm }: { readonly typed: string; readonly doseForm: DoseForm },
    view: MisfitView,
  ): unknown {
    const misfit = this.#model?.mismatch(amounts, typed, doseForm);
    if (this.#model === undefined || misfit === undefined) return '';
    this.#note ??= new this.#model.MisfitNote(host);
    return this.#note.render(view, misfit);
  }
}
