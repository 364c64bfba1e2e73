// Owns the prescriptions of the patient that were signed and saved, and are not on any order: what speaks against sending them now, and the reasons that are given for it.
import { ClientError, type DataOf } from '@pestle/client';
import { SavedPrescriptions, ScreeningToSend } from '@pestle/client/documents/signing';
import { asClientError } from '../../../kit/client-error.ts';
import type { ReviewRecord } from '../../../records.ts';
import type { ScreeningAnswer } from '../drafts/draft-fields.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { ownProblem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import type { SentLines } from './lines.ts';
import type { ReviewHost, ReviewSubject } from './review-host.ts';

export type SavedRecord = DataOf<typeof SavedPrescriptions>['prescriptions']['nodes'][number];

export class ReviewedSaved implements ReviewSubject {
  readonly kind = 'saved';
  /** Those that can be sent, newest first; empty until they are read. */
  records: readonly SavedRecord[] = [];
  /** Why they could not be read. */
  error: ClientError | null = null;
  readonly #scope: Scope;
  readonly #host: ReviewHost;
  /** Those that somebody leaves for later. */
  readonly #left = new Set<string>();
  /** By prescription: the rules that its signature does not answer, and what is answered here, until it is sent. */
  #open: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #answers = new Map<string, readonly ScreeningAnswer[]>();

  constructor(scope: Scope, host: ReviewHost) {
    this.#scope = scope;
    this.#host = host;
  }

  get lines(): ReviewSubject['lines'] {
    return this.#chosen.map(({ content: { treatment } }) => ({ treatment, repeatReason: null }));
  }

  get #chosen(): readonly SavedRecord[] {
    return this.records.filter(({ id }) => this.isChosen(id));
  }

  isChosen(id: string): boolean {
    return !this.#left.has(id);
  }

  choose(id: string, chosen: boolean): void {
    if (chosen) this.#left.delete(id);
    else this.#left.add(id);
    this.#scope.changed();
  }

  settled(): undefined {
    return undefined;
  }

  state(): unknown {
    return [this.#chosen.map(({ id }) => id), [...this.#answers]];
  }

  problems(_unsaved: readonly string[], renewed: boolean): readonly Problem[] {
    const { treatments } = this.#host.forbidden;
    if (this.#chosen.length === 0) return [ownProblem(renewed ? 'SAVED_GONE' : 'NO_SAVED', { in: 'saved' })];
    return this.#chosen.flatMap(({ content: { treatment } }) => {
      const reason = treatments.get(treatment.id);
      return reason === undefined ? [] : [ownProblem('TREATMENT_DISABLED', { in: 'page' }, reason ?? '')];
    });
  }

  async ask(): Promise<ReviewRecord> {
    const ids = this.#chosen.map(({ id }) => id);
    const { session, signal } = this.#scope;
    const { screeningToSend } = await session.query(ScreeningToSend, { ids }, { signal });
    // Sent, canceled or grown too old since they were read.
    if (screeningToSend.some(({ prescription }) => prescription?.sendObstacle !== null)) await this.load();
    this.#open = new Map(screeningToSend.map(({ prescription, open }) => [prescription?.id ?? '', open]));
    return {
      drafts: screeningToSend.flatMap(({ prescription, screening, open }) => {
        if (prescription === null) return [];
        const { id, contentHash, content } = prescription;
        const given = this.#givenFor(id);
        const asked = open.some((rule) => !given.some((one) => one.rule === rule));
        const answers = [...screening.result.answers, ...given].map((one) => ({ text: null, ...one }));
        return {
          draftId: id,
          contentHash,
          content,
          screening: { ...screening, result: { ...screening.result, answers } },
          problems: asked
            ? [
                {
                  path: 'draft.screeningAnswers',
                  code: 'SCREENING_REASON_REQUIRED',
                  message: '',
                  severity: 'ERROR',
                },
              ]
            : [],
        };
      }),
    };
  }

  sends(): SentLines {
    const prescriptionIds = this.#chosen.map(({ id }) => id);
    const screeningAnswers = prescriptionIds.flatMap((prescriptionId) =>
      this.#givenFor(prescriptionId).map((one) => ({ prescriptionId, ...one })),
    );
    return { prescriptionIds, ...(screeningAnswers.length === 0 ? {} : { screeningAnswers }) };
  }

  /** What is answered here of what is asked now. */
  #givenFor(id: string): readonly ScreeningAnswer[] {
    const open = this.#open.get(id) ?? [];
    return (this.#answers.get(id) ?? []).filter(({ rule }) => open.includes(rule));
  }

  answer(line: string, answers: readonly ScreeningAnswer[]): Promise<null> {
    const before = this.#answers.get(line) ?? [];
    const kept = before.filter(({ rule }) => !answers.some((one) => one.rule === rule));
    this.#answers.set(line, [...kept, ...answers]);
    return Promise.resolve(null);
  }

  /** Reads what of this patient can be sent; what was read before stays where that is not possible. */
  async load(): Promise<void> {
    const patientId = this.#host.patient.record?.id;
    if (patientId === undefined) return;
    this.error = null;
    try {
      const { session, signal } = this.#scope;
      const variables = { patientId, first: STATE_LIMITS.savedAskedMax };
      const data = await within(this.#scope, () => session.query(SavedPrescriptions, variables, { signal }));
      if (data === undefined) return;
      this.records = data.prescriptions.nodes
        .filter(({ sendObstacle }) => sendObstacle === null)
        .slice(0, STATE_LIMITS.savedShownMax);
    } catch (error) {
      this.error = asClientError(error);
    }
    this.#scope.changed();
  }

  sent(lines: SentLines): void {
    if (!('prescriptionIds' in lines)) return;
    this.records = this.records.filter(({ id }) => !lines.prescriptionIds.includes(id));
    this.#answers.clear();
    this.#scope.changed();
  }
}
