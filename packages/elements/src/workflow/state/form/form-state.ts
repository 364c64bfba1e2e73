// Owns the draft form: what is typed in it survives everything but the person's own decision (W1, W2).
import type { ClientError } from '@pestle/client';
import type { OfferedPackage } from '@pestle/rules/package-offers';
import type { DraftRecord, Pick } from '../../../records.ts';
import type { FormValues } from '../drafts/draft-fields.ts';
import {
  emptyValues,
  pickedValues,
  valuesAgain,
  valuesOf,
  withRenewedNotes,
} from '../drafts/draft-fields.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Forbidden } from '../forbidden.ts';
import type { Intents } from '../intents.ts';
import type { PatientState } from '../patient-state.ts';
import type { FormField, Problem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import type { ChangedElsewhere } from './changed-elsewhere.ts';
import { FormRules } from './form-rules.ts';
import { Picks } from './picks.ts';

/** What became of `submit()`; `asks`: it is likely prescribed already, and nobody has said why again; `refused`: see `problems` and `error`. */
export type FormOutcome =
  | { readonly done: 'added' | 'changed' | 'asks'; readonly draft: DraftRecord }
  | { readonly done: 'refused' };

const REFUSED: FormOutcome = { done: 'refused' };

/** What the form looks at. */
export interface FormHost {
  readonly patient: PatientState;
  readonly scope: Scope;
  readonly forbidden: Forbidden;
  readonly drafts: Drafts;
}

export class FormState {
  values: FormValues;
  /** The draft that is being edited, as it was read; null: a new one is written. */
  editing: DraftRecord | null = null;
  /** What was added from here and is likely prescribed already: the form stays open until somebody says why, or takes it back. */
  held: DraftRecord | null = null;
  /** What was searched for and is written by hand instead, because no drug file holds it; null while nothing is. */
  writing: string | null = null;
  /** What became of the draft of the form elsewhere meanwhile, as it is told beside what was typed: the next press goes on from that. */
  elsewhere: ChangedElsewhere | null = null;
  /** Counts what was opened here: what is half chosen belongs to one of these. */
  opened = 0;
  saving = false;
  /** What is wrong with the fields; shown when the form is submitted, and kept current from then on. */
  problems: readonly Problem[] = [];
  /** Why the service did not take it. Everything typed is still there. */
  error: ClientError | null = null;
  /** How the chosen treatment is packed, once that is known: its numbers are compared with it. */
  packages: readonly OfferedPackage[] = [];
  /** The rules that speak strongly against the chosen treatment, once that is known: each asks for a reason. */
  severe: readonly string[] = [];
  /** Why the last template could not be saved; its draft was. */
  templateError: ClientError | null = null;
  readonly #scope: Scope;
  readonly #intents: Intents;
  readonly #host: FormHost;
  /** Counts the drafts written here, so that each is an intent of its own. */
  #count = 1;
  #submitted = false;
  readonly #rules = new FormRules();
  readonly #picks = new Picks();
  #start: FormValues;

  constructor(scope: Scope, intents: Intents, host: FormHost) {
    this.#scope = scope;
    this.#intents = intents;
    this.#host = host;
    this.values = emptyValues(scope.config());
    this.#start = this.values;
  }

  /** True when something would be lost by leaving. */
  get dirty(): boolean {
    if (this.writing !== null) return true;
    return this.values !== this.#start && JSON.stringify(this.values) !== JSON.stringify(this.#start);
  }

  /** True when there is something to write or to mend: without it the search stands alone. */
  get open(): boolean {
    if (this.writing !== null) return false;
    return (
      this.values.treatment !== null ||
      this.editing !== null ||
      this.problems.length > 0 ||
      this.error !== null ||
      this.templateError !== null ||
      this.dirty
    );
  }

  /** True when the treatment is in 'Pending Order' already: then `repeatReason` is asked for. */
  get repeats(): boolean {
    const { treatment } = this.values;
    return treatment !== null && this.#host.drafts.repeats(treatment.id, this.written?.id ?? null);
  }

  /** What was likely prescribed already, as the service said with the draft; nothing once another treatment is chosen. */
  get duplicates(): DraftRecord['likelyDuplicates'] {
    const draft = this.written;
    return draft !== null && draft.treatment?.id === this.values.treatment?.id ? draft.likelyDuplicates : [];
  }

  /** The draft that stands in the form. */
  get written(): DraftRecord | null {
    return this.editing ?? this.held;
  }

  problemOf(field: FormField): Problem | undefined {
    return this.problems.find(({ location }) => 'field' in location && location.field === field);
  }

  /** Takes over what was typed. */
  set(change: Partial<FormValues>): void {
    this.values = { ...this.values, ...change };
    if (this.#submitted) this.problems = this.check();
    this.#scope.changed();
  }

  /** What was searched for is written by hand, or, for null, is not any more. */
  write(sought: string | null): void {
    this.writing = sought;
    this.#scope.changed();
  }

  /** Fills the form from a search result, in place of whatever stood in it; false when it must not be prescribed. */
  pick(pick: Pick): boolean {
    const { treatment } = pick;
    const { forbidden } = this.#host;
    if (forbidden.blocked || forbidden.has(treatment.id) || !treatment.prescribable) return false;
    void this.#rules.load();
    this.#picks.take(treatment.id);
    const { held } = this;
    this.#open(pickedValues(pick, this.#scope.config()), null);
    // Another medication takes the place of what is held.
    this.held = held;
    // What was picked is already something to lose.
    this.#start = emptyValues(this.#scope.config());
    return true;
  }

  /** Opens a draft for editing; what stood in the form is given up, which the view asks about first when it is `dirty`. */
  edit(draft: DraftRecord): void {
    this.#picks.forget();
    this.#open(valuesOf(draft), draft);
  }

  /** The same again as a new draft; the form then asks why it is prescribed twice. */
  duplicate(draft: DraftRecord): void {
    this.#picks.forget();
    this.#open(valuesAgain(draft), null);
    this.#start = emptyValues(this.#scope.config());
  }

  /** What the page now wants in every note, in the one that is being written. */
  renewNotes(): void {
    const renew = (values: FormValues): FormValues => withRenewedNotes(values, this.#scope.config());
    const untouched = this.#start === this.values;
    this.#start = renew(this.#start);
    this.values = untouched ? this.#start : renew(this.values);
  }

  /** A reason was kept with the draft that stands in the form, from elsewhere on the page: what was typed stays, and goes on from that. */
  answered(draft: DraftRecord, reason: Partial<FormValues>): void {
    const { written } = this;
    // From another revision, what somebody else changed before that would go unseen: the next press is told of it.
    if (written?.id !== draft.id || written.revision + 1 !== draft.revision) return;
    const untouched = this.#start === this.values;
    if (this.editing === null) this.held = draft;
    else this.editing = draft;
    this.#start = { ...this.#start, ...reason };
    this.values = untouched ? this.#start : { ...this.values, ...reason };
    this.#scope.changed();
  }

  clear(): void {
    this.#open(emptyValues(this.#scope.config()), null);
  }

  /** Everything that stops the draft from being added, each with its field; warnings as well. */
  check(): readonly Problem[] {
    const { packages, severe, repeats, duplicates } = this;
    const isDuplicate = duplicates.length > 0;
    return (
      this.#rules.loaded?.formProblems(this.values, this.#host, { packages, severe, repeats, isDuplicate }) ??
      []
    );
  }

  /** Where the numbers of a draft contradict its directions; nothing until the rules are there, which are asked for. */
  contradictions(draft: DraftRecord): readonly Problem[] {
    const { loaded } = this.#rules;
    if (loaded === undefined) void this.#rules.load().then((failure) => failure ?? this.#scope.changed());
    return loaded?.contradictionsOf(draft, this.#host) ?? [];
  }

  /**
   * Adds the draft, or changes the one that is edited. Nothing typed is given up before the service has answered for certain. After a
   * lost answer the same text is the same intent; when the text was changed meanwhile, the first intent is settled first, so that two
   * attempts never leave two drafts.
   */
  async submit(): Promise<FormOutcome> {
    if (this.saving) return REFUSED;
    this.saving = true;
    this.#submitted = true;
    this.error = null;
    // A press that waits is seen to wait.
    if (this.#rules.loaded === undefined) this.#scope.changed();
    const failure = await this.#rules.load();
    const { loaded } = this.#rules;
    if (loaded === undefined) return this.#refuse(failure);
    this.problems = this.check();
    const { values, editing } = this;
    const before = this.written;
    if (values.treatment === null || this.problems.some(({ severity }) => severity === 'error'))
      return this.#refuse(null);
    this.#scope.changed();
    const input = loaded.inputToWrite(values, this.#host, this.packages);
    const outcome =
      before === null
        ? await this.#host.drafts.add(`form ${this.#count}`, input, this.#picks.replaced)
        : await this.#host.drafts.update(before, input);
    if (outcome.ok) {
      this.#count += 1;
      this.#picks.counted();
      const { draft } = outcome;
      const asks = draft.likelyDuplicates.length > 0 && draft.duplicateReason === null;
      if (!asks && values.saveAsTemplate && !this.#scope.config().hideTemplates)
        this.templateError = await loaded.saveTemplate(
          values,
          this.#scope,
          this.#intents,
          `template ${this.#count}`,
        );
      // Whoever waits for it sees the form as it is then.
      this.saving = false;
      if (asks) return this.#hold(draft, values);
      this.elsewhere = null;
      // Nothing was typed while the answer was on its way: the form is done with.
      if (this.values === values) {
        this.#picks.forget();
        this.clear();
      } else this.#typeOn(draft, values);
      return { done: editing === null ? 'added' : 'changed', draft: outcome.draft };
    }
    this.saving = false;
    const { error } = outcome;
    if (error !== null) {
      const elsewhere = loaded.changedElsewhere(error, before, {
        drafts: this.#host.drafts,
        written: this.written,
      });
      if (elsewhere === null) this.#take(error);
      else this.#goOnFrom(elsewhere);
    }
    this.#scope.changed();
    return REFUSED;
  }

  /** After what was held was taken back, or could not be. */
  release(held: DraftRecord | null, error: ClientError | null): void {
    this.held = held;
    this.error = error;
    this.problems = [];
    this.set({ duplicateReason: '' });
  }

  /** Somebody is signed in again. */
  resume(): void {
    if (this.error?.kind === 'session') this.error = null;
    if (this.templateError?.kind === 'session') this.templateError = null;
  }

  #refuse(error: ClientError | null): FormOutcome {
    this.saving = false;
    this.error = error;
    this.#scope.changed();
    return REFUSED;
  }

  /** The service's word about single fields goes to them; the rest is said above the form. */
  #take(error: ClientError): void {
    this.problems = [...this.problems, ...(this.#rules.loaded?.refusedFields(error) ?? [])];
    this.error = error;
  }

  /** The draft is kept by the service; the form stays open with it, and asks why it is prescribed again. */
  #hold(draft: DraftRecord, values: FormValues): FormOutcome {
    this.elsewhere = null;
    if (this.editing === null) this.held = draft;
    else {
      this.editing = draft;
      this.#start = values;
    }
    this.#scope.changed();
    return { done: 'asks', draft };
  }

  /** What was typed while it was being saved changes the draft that was saved, and makes no second one; unless the form was left meanwhile. */
  #typeOn(draft: DraftRecord, saved: FormValues): void {
    if (this.#submitted) {
      this.held = null;
      this.editing = draft;
      this.#start = saved;
    }
    this.#scope.changed();
  }

  /** The draft is another by now: that is told, and what was typed stays. */
  #goOnFrom(elsewhere: ChangedElsewhere): void {
    const { now } = elsewhere;
    this.elsewhere = elsewhere;
    if (this.editing !== null) this.editing = now;
    else this.held = now;
    // Without the draft, everything in the form is something to lose.
    this.#start = now === null ? emptyValues(this.#scope.config()) : valuesOf(now);
  }

  #open(values: FormValues, editing: DraftRecord | null): void {
    this.opened += 1;
    this.values = values;
    this.#start = values;
    this.editing = editing;
    this.writing = null;
    this.held = null;
    this.elsewhere = null;
    this.problems = [];
    this.error = null;
    this.#submitted = false;
    this.#scope.changed();
  }
}
