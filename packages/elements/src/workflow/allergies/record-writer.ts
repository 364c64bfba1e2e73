// Owns the writing of what somebody states about a patient: once, with who and when, and what is said where it did not work.
import type { InputOf } from '@pestle/client';
import { UpdatePatient } from '@pestle/client/documents/patients';
import { asClientError } from '../../kit/client-error.ts';
import { errorText } from '../../text/error-text.ts';
import type { WorkflowHost } from '../part.ts';
import { Intents } from '../state/intents.ts';

export type PatientChanges = InputOf<typeof UpdatePatient>['changes'];

export class RecordWriter {
  busy = false;
  /** Why the last one was not kept. */
  failure: string | undefined;
  readonly #host: WorkflowHost;
  readonly #name: string;
  readonly #intents = new Intents();

  /** `name` is the intent's. */
  constructor(host: WorkflowHost, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /**
   * True when the service has it; `changed` is said when somebody else wrote meanwhile, and the record is then read anew. `revision`: of the record that
   * the changes were made from, where that may not be the one that is there now.
   */
  async write(changes: PatientChanges, changed: string, revision?: number): Promise<boolean> {
    const { session, state, text } = this.#host;
    const { record } = state.patient;
    if (record === null || this.busy) return false;
    this.busy = true;
    this.failure = undefined;
    this.#host.update();
    try {
      const variables = { id: record.id, expectedRevision: revision ?? record.revision, changes };
      await this.#intents.write(session, this.#name, UpdatePatient, variables);
      await state.patient.load();
      return true;
    } catch (thrown) {
      const error = asClientError(thrown);
      this.failure = error.code === 'REVISION_CONFLICT' ? changed : errorText(text, error);
      this.#host.announce(this.failure, 'assertive');
      if (error.code === 'REVISION_CONFLICT') await state.patient.load();
      return false;
    } finally {
      this.busy = false;
      this.#host.update();
    }
  }
}
