// Owns the making of what the page wants to find in 'Pending Order': templates, earlier prescriptions, initial prescriptions, refills.
import type { DataOf } from '@pestle/client';
import { PrefillPrescription, PrefillTemplates } from '@pestle/client/documents/templates';
import type { WorkflowConfig } from '../../../attributes/workflow-config.ts';
import { asClientError } from '../../../kit/client-error.ts';
import type { PresetCopy } from '../../../records.ts';
import type { DeletedPrefills } from '../drafts/deleted-prefills.ts';
import type { DraftInput } from '../drafts/draft-fields.ts';
import { inputOfInitial, presetOf } from '../drafts/draft-fields.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { composeNotes } from '../drafts/notes.ts';
import type { Forbidden } from '../forbidden.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { PatientState } from '../patient-state.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import type { Signer } from '../signer.ts';
import { initialSources } from './initial-sources.ts';

type TemplateNode = DataOf<typeof PrefillTemplates>['templates']['nodes'][number];

/** Why a prefill did not become a draft. `retry` tries it once more; for `deleted` that is the person's decision. */
export interface PrefillNotice {
  readonly source: string;
  /** `disabled`, `blocked`: it must not be; `deleted`: a person has deleted it; `failed`: see `message`. */
  readonly reason: 'disabled' | 'blocked' | 'deleted' | 'failed' | 'missing' | 'no-template';
  /** Attribute and place, for the page's people. */
  readonly where: string;
  readonly message?: string;
  /** Of the error behind `message`. */
  readonly code?: string;
  /** When a person deleted it, in milliseconds. */
  readonly deletedAt?: number;
  readonly retryable: boolean;
}

/** What is looked at before anything is made. */
export interface PrefillHost {
  readonly patient: PatientState;
  readonly forbidden: Forbidden;
  readonly signer: Signer;
  readonly drafts: Drafts;
  readonly deletedPrefills: DeletedPrefills;
}

interface Wanted {
  readonly source: string;
  readonly where: string;
  /** The draft's input; undefined when what it is made from is not there. */
  readonly input: () => Promise<DraftInput | undefined>;
}

/**
 * Each prefill has a source, kept with the draft: the service makes one draft per source, prescriber, application and patient, so that
 * a reload or a second tab finds the draft that is there. One that a person deleted is left out, and only a person adds it again.
 *
 * What was prescribed before does not stop a prefill: the draft says by whom and when (`likelyDuplicates`), also on a page that is
 * loaded again after a send whose answer was lost.
 */
export class PrefillWork {
  running = false;
  notices: readonly PrefillNotice[] = [];
  readonly #scope: Scope;
  readonly #host: PrefillHost;
  /** What was made, found or left out for good; never tried again by itself. */
  readonly #handled = new Set<string>();
  #templates: Promise<ReadonlyMap<string, TemplateNode>> | undefined;
  #wantedMeanwhile = false;

  constructor(scope: Scope, host: PrefillHost) {
    this.#scope = scope;
    this.#host = host;
  }

  /** Makes what the page wants and is not there yet. Nothing is made before it is known that this person may (A2). */
  async run(): Promise<void> {
    if (this.running) {
      this.#wantedMeanwhile = true;
      return;
    }
    if (!this.#mayRun()) return;
    this.#reconsider();
    this.running = true;
    this.#scope.changed();
    do {
      this.#wantedMeanwhile = false;
      const wanted = this.#wanted().filter(({ source }) => !this.#handled.has(source));
      if (wanted.length > 0) await this.#makeAll(wanted);
    } while (this.#wantedMeanwhile && !this.#scope.signal.aborted);
    this.running = false;
    this.#scope.changed();
  }

  /** Adds an earlier prescription of this patient again (refill, prescription-ids); answers the draft's id when it is there then. */
  async refill(prescriptionId: string): Promise<string | undefined> {
    const wanted = this.#ofPrescription(prescriptionId);
    if (!this.#mayRun()) return undefined;
    return await this.#make(wanted, true);
  }

  /** Tries a prefill that was left out once more; one that was deleted is then made, because a person asked. */
  async retry(source: string): Promise<void> {
    this.dismiss(source);
    const wanted = [...this.#wanted(), this.#ofPrescription(source.replace(/^prescription:/, ''))].find(
      (one) => one.source === source,
    );
    if (wanted !== undefined) await this.#make(wanted, true);
  }

  dismiss(source: string): void {
    this.notices = this.notices.filter((notice) => notice.source !== source);
    this.#scope.changed();
  }

  #mayRun(): boolean {
    const { patient, signer, forbidden, drafts } = this.#host;
    if (patient.record === null || patient.record.deceased || !signer.mayPrepare) return false;
    return forbidden.settled && drafts.status === 'ready';
  }

  /** What was left out because of a list that could not be read is tried again with one that can. */
  #reconsider(): void {
    if (this.#host.forbidden.blocked) return;
    const blocked = this.notices.filter(({ reason }) => reason === 'blocked').map(({ source }) => source);
    for (const source of blocked) this.#handled.delete(source);
    this.notices = this.notices.filter(({ source }) => !blocked.includes(source));
  }

  #wanted(): readonly Wanted[] {
    const config = this.#scope.config();
    return [
      ...config.templateIds.map((id) => this.#ofTemplate(id, config)),
      ...config.prescriptionIds.map((id) => this.#ofPrescription(id)),
      ...initialSources(config).map(({ source, index, input }) => ({
        source,
        where: `initial-prescriptions[${index}]`,
        input: () => Promise.resolve(inputOfInitial(input, config)),
      })),
    ];
  }

  #ofTemplate(id: string, config: WorkflowConfig): Wanted {
    return {
      source: `template:${id}`,
      where: `template-ids: ${id}`,
      input: async () => {
        const template = (await this.#templatesById()).get(id);
        const treatmentId = template?.treatment?.id;
        if (template === undefined || treatmentId === undefined) return undefined;
        return { ...copied(presetOf('template', id, template, config), config), treatmentId };
      },
    };
  }

  #ofPrescription(id: string): Wanted {
    return {
      source: `prescription:${id}`,
      where: `prescription-ids: ${id}`,
      input: async () => {
        const { session, signal } = this.#scope;
        const { prescription } = await session.query(PrefillPrescription, { id }, { signal });
        const config = this.#scope.config();
        // Another patient's prescription is not copied by an id that was mixed up.
        if (prescription.patient?.id !== this.#host.patient.record?.id) return undefined;
        const values = presetOf('prescription', id, prescription, config);
        return { ...copied(values, config), treatmentId: values.treatmentId ?? prescription.treatment.id };
      },
    };
  }

  async #makeAll(wanted: readonly Wanted[]): Promise<void> {
    // One after the other: the list keeps the page's order.
    for (const one of wanted) {
      if (this.#scope.signal.aborted) return;
      await this.#make(one, false);
    }
  }

  /** Makes one; a bad one fails alone, with where it came from. `asked`: a person wants it. Answers the draft's id. */
  async #make(wanted: Wanted, asked: boolean): Promise<string | undefined> {
    const { source } = wanted;
    const there = this.#host.drafts.records.find((draft) => draft.source === source);
    if (there !== undefined) {
      this.#handled.add(source);
      return there.id;
    }
    try {
      const input = await within(this.#scope, async () => ({ input: await wanted.input() }));
      if (input === undefined) return undefined;
      if (input.input === undefined) return this.#leaveOut(wanted, { reason: missing(wanted) });
      const { treatmentId } = input.input;
      const { forbidden } = this.#host;
      if (forbidden.blocked) return this.#leaveOut(wanted, { reason: 'blocked' });
      if (forbidden.has(treatmentId)) {
        const message = forbidden.treatments.get(treatmentId) ?? '';
        return this.#leaveOut(wanted, { reason: 'disabled', message });
      }
      const deletedAt = asked ? undefined : await this.#host.deletedPrefills.deletedAt(source);
      if (deletedAt !== undefined)
        return this.#leaveOut(wanted, { reason: 'deleted', deletedAt, retryable: true });
      const outcome = await this.#host.drafts.add(`prefill ${source}`, { ...input.input, source });
      if (outcome.ok) {
        this.#handled.add(source);
        return outcome.draft.id;
      }
      if (outcome.error !== null) throw outcome.error;
    } catch (error) {
      const { message, retryable, code } = asClientError(error);
      // Not for good: it is tried again when the network or the session is back.
      if (retryable || code === 'UNAUTHENTICATED' || code === 'SIGNED_OUT')
        this.#notice(wanted, { reason: 'failed', message, code, retryable: true });
      else
        this.#leaveOut(wanted, { reason: code === 'NOT_FOUND' ? missing(wanted) : 'failed', message, code });
    }
    return undefined;
  }

  #leaveOut(wanted: Wanted, why: Partial<PrefillNotice> & Pick<PrefillNotice, 'reason'>): undefined {
    this.#handled.add(wanted.source);
    this.#notice(wanted, why);
    if (why.reason === 'deleted') return;
    const what = why.message === undefined || why.message === '' ? SENTENCES[why.reason] : why.message;
    const code = {
      blocked: 'TREATMENT_DISABLED',
      disabled: 'TREATMENT_DISABLED',
      missing: 'NOT_FOUND',
      'no-template': 'NOT_FOUND',
      failed: 'INVALID_INPUT',
    };
    this.#scope.emit('svc-error', {
      errors: [
        { message: `${wanted.where}: ${what}`, path: [wanted.where], extensions: { code: code[why.reason] } },
      ],
    });
  }

  #notice({ source, where }: Wanted, why: Partial<PrefillNotice> & Pick<PrefillNotice, 'reason'>): void {
    const rest = this.notices.filter((notice) => notice.source !== source);
    this.notices = [...rest, { source, where, retryable: false, ...why }];
    this.#scope.changed();
  }

  /** All templates once; a failure is not kept. */
  async #templatesById(): Promise<ReadonlyMap<string, TemplateNode>> {
    this.#templates ??= this.#loadTemplates();
    try {
      return await this.#templates;
    } catch (error) {
      this.#templates = undefined;
      throw error;
    }
  }

  async #loadTemplates(): Promise<ReadonlyMap<string, TemplateNode>> {
    const { session, signal } = this.#scope;
    const found = new Map<string, TemplateNode>();
    let after: string | null = null;
    for (let page = 0; page < STATE_LIMITS.templatePagesMax; page += 1) {
      const { templates }: DataOf<typeof PrefillTemplates> = await session.query(
        PrefillTemplates,
        { after },
        { signal },
      );
      for (const node of templates.nodes) found.set(node.id, node);
      if (!templates.pageInfo.hasNextPage) break;
      after = templates.pageInfo.endCursor;
    }
    return found;
  }
}

const SENTENCES = {
  blocked: 'disable-list cannot be read, so that nothing is prescribed.',
  disabled: 'this treatment is on disable-list.',
  missing: 'there is no such record for this patient.',
  'no-template': 'there is no such template.',
  failed: 'it could not be made.',
} as const;

/** A template has no patient. */
function missing({ where }: Wanted): 'missing' | 'no-template' {
  return where.startsWith('template-') ? 'no-template' : 'missing';
}

function copied(from: PresetCopy, config: WorkflowConfig): Omit<DraftInput, 'treatmentId'> {
  const { externalId, doNotFillBeforeDate } = from;
  return {
    dispenseQuantity: from.dispenseQuantity ?? null,
    dispenseUnit: from.dispenseUnit ?? null,
    dispenseAsWritten: from.dispenseAsWritten ?? false,
    fillsAllowed: from.fillsAllowed ?? 1,
    daysSupply: from.daysSupply ?? null,
    instructions: from.instructions ?? '',
    ...composeNotes(from.notes, config),
    ...(externalId === undefined ? {} : { externalId }),
    ...(doNotFillBeforeDate === undefined ? {} : { doNotFillBeforeDate }),
  };
}
