// Owns the patient of one workflow state: who it is, loaded once, and replaced when the record was edited here.
import { ClientError } from '@pestle/client';
import { WorkflowPatient } from '@pestle/client/documents/workflow';
import { ageInYears } from '@pestle/rules/dates';
import { todayFor } from '@pestle/rules/time-zone';
import { asClientError } from '../../kit/client-error.ts';
import type { PatientRecord } from '../../records.ts';
import type { Scope } from './scope.ts';
import { within } from './scope.ts';

const MINUTE_MS = 60_000;
/** From this age on, doses go by weight no longer. */
const ADULT_YEARS = 18;

export class PatientState {
  /** As the page or the picker named it: service id or external id; null: none is chosen yet. */
  readonly givenId: string | null;
  status: 'none' | 'loading' | 'ready' | 'unknown' | 'failed';
  record: PatientRecord | null = null;
  /** Why it is `failed` or `unknown`. */
  error: ClientError | null = null;
  readonly #scope: Scope;
  /** Reckoned once a minute: the form asks at every key. */
  #today:
    | { readonly minute: number; readonly record: PatientRecord | null; readonly date: string }
    | undefined;

  constructor(scope: Scope, givenId: string | null) {
    this.#scope = scope;
    this.givenId = givenId;
    this.status = givenId === null ? 'none' : 'loading';
  }

  /** Today where the patient lives; where that is not known, at the practice. The service decides by its own reckoning. */
  get today(): string {
    const now = this.#scope.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#today?.minute !== minute || this.#today.record !== this.record)
      this.#today = { minute, record: this.record, date: this.#dateAt(now) };
    return this.#today.date;
  }

  /** Whether doses go by this patient's weight; false while nobody knows who it is. */
  get isChild(): boolean {
    return this.record !== null && (ageInYears(this.record.dateOfBirth, this.today) ?? 0) < ADULT_YEARS;
  }

  /** Asks for the record, again after a failure. */
  async load(): Promise<void> {
    const id = this.givenId;
    if (id === null) return;
    if (this.record === null) this.status = 'loading';
    this.#scope.changed();
    try {
      const { session, signal } = this.#scope;
      const data = await within(this.#scope, () => session.query(WorkflowPatient, { id }, { signal }));
      this.#today = undefined;
      if (data === undefined || this.#scope.signal.aborted) return;
      this.replace(data.patient);
    } catch (error) {
      this.error = asClientError(error);
      if (this.record === null) this.status = this.error.code === 'NOT_FOUND' ? 'unknown' : 'failed';
      if (this.status === 'unknown') this.#sayUnknown();
      this.#scope.changed();
    }
  }

  /** Takes over a newer record, such as one that was edited here. A record of another patient is refused. */
  replace(record: PatientRecord): void {
    if (this.record !== null && this.record.id !== record.id) return;
    this.record = record;
    this.error = null;
    this.status = 'ready';
    this.#scope.changed();
  }

  #sayUnknown(): void {
    const message = 'patient-id: there is no patient with this id, the service’s own (pat_…) or yours.';
    this.#scope.emit('svc-error', {
      errors: [{ message, path: ['patient-id'], extensions: { code: 'NOT_FOUND' } }],
    });
  }

  #dateAt(now: number): string {
    const practice = this.#scope.session.organization?.timeZone;
    return todayFor(this.record?.address, practice, now);
  }
}
