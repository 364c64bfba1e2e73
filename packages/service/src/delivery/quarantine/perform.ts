// Performs an act on a quarantine that a command sent to the service which holds the store. What one of another version sends is checked here.
import { Failure } from '../../kernel/errors.ts';
import type { QuarantineAdministration } from './quarantine.ts';

/** A method of the administration and its argument. */
export interface QuarantineAct {
  readonly act: keyof QuarantineAdministration;
  readonly lane?: string;
  readonly input?: unknown;
}

export async function performQuarantineAct(
  quarantine: QuarantineAdministration,
  body: unknown,
): Promise<unknown> {
  const { act, lane, input } = (body ?? {}) as Partial<QuarantineAct>;
  switch (act) {
    case 'show':
      return await quarantine.show();
    case 'held':
      return await quarantine.held(typeof lane === 'string' ? lane : '');
    case 'begin':
    case 'end':
      return await quarantine[act](input as Parameters<QuarantineAdministration['begin']>[0]);
    case 'reconcile':
      return await quarantine.reconcile(input as Parameters<QuarantineAdministration['reconcile']>[0]);
    case 'received':
      return await quarantine.received(input as Parameters<QuarantineAdministration['received']>[0]);
    case undefined:
    default:
      throw new Failure('INVALID_INPUT', 'act: this must be show, held, begin, reconcile, received or end.');
  }
}
