// Owns the loading of the rules of directions: the search can be used before they are there, and nothing is guessed without them.
import type { SigResult } from '@pestle/rules/sig';
import type { WorkflowHost } from '../part.ts';
import type { Amounts, Provenance, Treated } from './provenance.ts';
import type { MisfitView } from './sig/misfit.ts';
import type { PackagesView } from './sig/package-chips.ts';
import type { Reading, ReadingView } from './sig/reading.ts';
import { SpanishSig } from './sig/spanish.ts';

type Model = typeof import('./form-model.ts');

/** The functions of `form-model.ts`, once they are there; until then nothing is understood and nothing changes. */
export class SigRules {
  readonly #host: WorkflowHost;
  readonly #loaded: () => void;
  readonly #spanish: SpanishSig;
  #model: Model | undefined;
  /** What is said of directions; undefined until the rules are there. */
  reading: Reading | undefined;
  #loading: Promise<boolean> | undefined;

  /** Begins to load; `loaded` is called when what was typed meanwhile can be read. */
  constructor(host: WorkflowHost, loaded: () => void) {
    this.#host = host;
    this.#spanish = new SpanishSig(host.update);
    this.#loaded = loaded;
    void this.load();
  }

  /** True when the rules are there; a failure is tried again at the next call. */
  load(): Promise<boolean> {
    this.#loading ??= import('./form-model.ts').then(
      (model) => {
        this.#model = model;
        this.reading = new model.Reading(this.#host);
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

  read(typed: string, treated: Treated): SigResult | undefined {
    return this.#model?.readSig(typed, treated);
  }

  /** The dose of a liquid with its mass beside it. */
  liquid(result: SigResult | undefined, strength: string | null | undefined): string {
    return this.#model?.liquidOf(result, strength) ?? '';
  }

  /** The Spanish sentence, where the page or the patient speaks Spanish; null elsewhere, and until its phrases are there. */
  spanish(result: SigResult | undefined, patientLanguage: string | null | undefined): string | null {
    const wanted = this.#host.text.kit.language === 'es' || /^es\b/i.test(patientLanguage ?? '');
    return wanted && result?.ok === true ? this.#spanish.print(result.sig) : null;
  }

  /** The text that is sent. */
  sent(typed: string, treated: Treated): string {
    return this.#model?.sentText(typed, treated) ?? typed;
  }

  /** The amounts with what follows from the directions, and where each comes from. */
  derived(amounts: Amounts, provenance: Provenance, treated: Treated): ReturnType<Model['derived']> {
    if (this.#model !== undefined) return this.#model.derived(amounts, provenance, treated);
    const { dispenseQuantity, dispenseUnit, daysSupply } = amounts;
    return { amounts: { dispenseQuantity, dispenseUnit, daysSupply }, quantity: undefined, days: undefined };
  }

  /** What is said of directions beside the numbers; undefined while there is nothing to say. */
  said({
    result,
    ...view
  }: Omit<ReadingView, 'result' | 'liquid'> & { readonly result: SigResult | undefined }):
    | { readonly hint: unknown; readonly below: unknown }
    | undefined {
    if (this.reading === undefined || result === undefined) return undefined;
    const all = { ...view, result, liquid: this.liquid(result, view.strength) };
    return { hint: this.reading.hint(all), below: this.reading.below(all) };
  }

  /** A key in the field, which may take what is offered. */
  enter(event: KeyboardEvent, { result, ...view }: Parameters<SigRules['said']>[0]): void {
    if (result !== undefined) this.reading?.enter(event, { ...view, result });
  }

  /** Where a person goes on whose directions were not understood. */
  controlFor(view: Parameters<SigRules['said']>[0]): string {
    return this.reading?.controlFor(view) ?? '';
  }

  /** For a screen reader, when typing pauses. */
  spoken(typed: string, treated: Treated): string | undefined {
    return this.reading?.spoken(this.read(typed, treated), typed, treated);
  }

  /** How the treatment is packed, drawn. */
  packageChips(typed: string, treated: Treated, view: Omit<PackagesView, 'sig'>): unknown {
    const result = this.read(typed, treated);
    return this.reading?.packages({ ...view, sig: result?.ok === true ? result.sig : undefined }) ?? '';
  }

  /** What contradicts what, drawn; nothing where everything fits. */
  misfitNote(
    amounts: Amounts & { readonly refills: string },
    typed: string,
    treated: Treated,
    view: MisfitView,
  ): unknown {
    const { packages } = this.#host.state.form;
    const misfit = this.#model?.mismatch(amounts, typed, treated, packages, this.#host);
    return misfit === undefined ? '' : this.reading?.misfit.render(view, misfit);
  }
}
