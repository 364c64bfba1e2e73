// Owns the draft form: what is typed in it survives everything but the person's own decision (W1, W2).
import type { ClientError } from '@pestle/client';
import type { checkDraft } from '@pestle/rules/check-draft';
import type { OfferedPackage } from '@pestle/rules/package-offers';
import { asClientError } from '../../kit/client-error.ts';
import { loadCode } from '../../kit/load-code.ts';
import type { DraftRecord, Pick } from '../../records.ts';
import type { FormValues } from './drafts/draft-fields.ts';
import { emptyValues, inputOf, pickedValues, valuesOf } from './drafts/draft-fields.ts';
import { type Drafts, isElsewhere } from './drafts/drafts.ts';
import { renewNotes } from './drafts/notes.ts';
import type { Forbidden } from './forbidden.ts';
import type { Intents } from './intents.ts';
import { STATE_LIMITS } from './limits.ts';
import type { PatientState } from './patient-state.ts';
import type { FormField, Problem } from './problem.ts';
import type { Scope } from './scope.ts';

/** What became of `submit()`; `asks`: it is likely prescribed already, and nobody has said why again; `refused`: see `problems` and `error`. */
export type FormOutcome =
  | { readonly done: 'added' | 'changed' | 'asks'; readonly draft: DraftRecord }
  | { readonly done: 'refused' };

/** A draft as the form began on it, and as it is now: null, where it is not in the order any more. */
export interface ChangedElsewhere {
  readonly before: DraftRecord;
  readonly now: DraftRecord | null;
}

const REFUSED: FormOutcome = { done: 'refused' };

/** What judges a form: it comes with the first pick. */
type Rules = typeof import('./form-check.ts') & { readonly checkDraft: typeof checkDraft };

/** What the form looks at. */
export interface FormHost {
  readonly patient: PatientState;
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
  #rules: Rules | undefined;
  #start: FormValues;
  /** What was last taken from the search for the draft that is written, and how many others were before it (U10). */
  #taken: string | undefined;
  #replaced = 0;

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
    void this.#loadRules();
    if (this.#taken !== undefined && this.#taken !== treatment.id)
      this.#replaced = Math.min(this.#replaced + 1, STATE_LIMITS.replacedPicksMax);
    this.#taken = treatment.id;
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
    this.#forgetPicks();
    this.#open(valuesOf(draft), draft);
  }

  /** The same again as a new draft; the form then asks why it is prescribed twice. */
  duplicate(draft: DraftRecord): void {
    this.#forgetPicks();
    this.#open(
      { ...valuesOf(draft), screeningAnswers: [], amountsReason: '', repeatReason: '', duplicateReason: '' },
      null,
    );
    this.#start = emptyValues(this.#scope.config());
  }

  /** What the page now wants in every note, in the one that is being written. */
  renewNotes(): void {
    const config = this.#scope.config();
    const renew = (values: FormValues): FormValues => {
      const renewed = renewNotes(values.notes, values.pageNotes, config);
      return renewed.pageNotes === values.pageNotes ? values : { ...values, ...renewed };
    };
    const untouched = this.#start === this.values;
    this.#start = renew(this.#start);
    this.values = untouched ? this.#start : renew(this.values);
  }

  /** A reason was kept with the draft that stands in the form, from elsewhere on the page: what was typed stays, and goes on from that. */
  answered(draft: DraftRecord, reason: Partial<FormValues>): void {
    const written = this.written;
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
    if (this.#rules === undefined) return [];
    const found = this.#found(this.values);
    const { repeats, duplicates } = this;
    return this.#rules.formProblems(this.values, found, this.#host.forbidden, {
      repeats,
      isDuplicate: duplicates.length > 0,
      severe: this.severe,
    });
  }

  /** Where the numbers of a draft contradict its directions; nothing until the rules are there, which are asked for. */
  contradictions(draft: DraftRecord): readonly Problem[] {
    const rules = this.#rules;
    if (rules === undefined) {
      void this.#loadRules().then((failure) => failure ?? this.#scope.changed());
      return [];
    }
    return rules.contradictionsOf(
      draft,
      rules.checkDraft(inputOf(valuesOf(draft)), this.#host.patient.today),
    );
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
    if (this.#rules === undefined) this.#scope.changed();
    const failure = await this.#loadRules();
    if (failure !== null) return this.#refuse(failure);
    this.problems = this.check();
    const { values, editing } = this;
    const before = this.written;
    if (values.treatment === null || this.problems.some(({ severity }) => severity === 'error'))
      return this.#refuse(null);
    this.#scope.changed();
    const input = inputOf(this.#rules?.withoutIdleReason(values, this.#found(values)) ?? values);
    const outcome =
      before === null
        ? await this.#host.drafts.add(
            `form ${this.#count}`,
            input,
            this.#taken === undefined ? undefined : this.#replaced,
          )
        : await this.#host.drafts.update(before, input);
    if (outcome.ok) {
      this.#count += 1;
      this.#replaced = 0;
      const { draft } = outcome;
      const asks = draft.likelyDuplicates.length > 0 && draft.duplicateReason === null;
      if (!asks && values.saveAsTemplate && !this.#scope.config().hideTemplates)
        this.templateError =
          (await this.#rules?.saveTemplate(values, this.#scope, this.#intents, `template ${this.#count}`)) ??
          null;
      // Whoever waits for it sees the form as it is then.
      this.saving = false;
      if (asks) return this.#hold(draft, values);
      this.elsewhere = null;
      // Nothing was typed while the answer was on its way: the form is done with.
      if (this.values === values) {
        this.#taken = undefined;
        this.clear();
      } else this.#typeOn(draft, values);
      return { done: editing === null ? 'added' : 'changed', draft: outcome.draft };
    }
    this.saving = false;
    const { error } = outcome;
    if (error !== null && !(isElsewhere(error) && this.#goOnFrom(before))) this.#take(error);
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

  /** The rules of a draft's fields come with the first pick; else why they could not be loaded: offline, the person tries again. */
  async #loadRules(): Promise<ClientError | null> {
    try {
      this.#rules ??= await loadCode(async () => {
        const [form, draft] = await Promise.all([
          import('./form-check.ts'),
          import('@pestle/rules/check-draft'),
        ]);
        return { ...form, checkDraft: draft.checkDraft };
      });
      return null;
    } catch (error) {
      return asClientError(error);
    }
  }

  /** The service's word about single fields goes to them; the rest is said above the form. */
  #take(error: ClientError): void {
    this.problems = [...this.problems, ...(this.#rules?.refusedFields(error) ?? [])];
    this.error = error;
  }

  #found(values: FormValues): ReturnType<typeof checkDraft> {
    const fields = { ...inputOf(values), medicine: values.treatment };
    return this.#rules?.checkDraft(fields, this.#host.patient.today, this.packages) ?? [];
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

  /** True when the draft is another by now: that is told, and what was typed stays. */
  #goOnFrom(before: DraftRecord | null): boolean {
    if (before === null || this.written?.id !== before.id) return false;
    const now = this.#host.drafts.find(before.id) ?? null;
    if (now?.revision === before.revision) return false;
    this.elsewhere = { before, now };
    if (this.editing !== null) this.editing = now;
    else this.held = now;
    // Without the draft, everything in the form is something to lose.
    this.#start = now === null ? emptyValues(this.#scope.config()) : valuesOf(now);
    return true;
  }

  #forgetPicks(): void {
    this.#taken = undefined;
    this.#replaced = 0;
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
