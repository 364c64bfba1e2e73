// What every resolver of the operators' interface gets: who acts, and the administrations that do it.
import type { CheckRuns, NetworkAdministration } from '../conformance/conformance.ts';
import type {
  QuarantineAdministration,
  QueueAdministration,
  RecallAdministration,
} from '../delivery/inside.ts';
import type { HookKeyAdministration, MaintenanceAdministration } from '../directory/inside.ts';
import type { UserAdministration } from '../identity/identity.ts';
import { Failure } from '../kernel/errors.ts';
import type { PharmacyDeskAdministration } from '../pharmacy-desk/inside.ts';

/** What operators may do: the same that their commands and their console do. */
export interface Administrations {
  readonly network: NetworkAdministration;
  /** Conformance runs, which may outlast a request. */
  readonly checks: CheckRuns;
  readonly hookKeys: HookKeyAdministration;
  readonly windows: MaintenanceAdministration;
  readonly queue: QueueAdministration;
  readonly quarantine: QuarantineAdministration;
  readonly recalls: RecallAdministration;
  readonly users: UserAdministration;
  /** Pharmacies that sign in. */
  readonly pharmacyDesk: PharmacyDeskAdministration;
}

/** An operator, of whom the acts need the name. */
export interface ActingOperator {
  /** As the trail names them. */
  readonly by: string;
}

/** One per request. */
export interface OperatorContext {
  /** Judged from current data before the document runs. Nothing is answered without one. */
  readonly operator: ActingOperator | null;
  readonly administrations: Administrations;
  /** From the header `Idempotency-Key`; null when there was none. */
  readonly idempotencyKey: string | null;
}

/** Who acts, as the trail names them. Throws UNAUTHENTICATED. */
export function byOf({ operator }: Pick<OperatorContext, 'operator'>): string {
  if (operator === null) throw new Failure('UNAUTHENTICATED', "Send an operator's token.");
  return operator.by;
}

/** The key of a write that would otherwise be done twice when it is sent again. Throws IDEMPOTENCY_KEY_REQUIRED. */
export function requestOf({ idempotencyKey }: Pick<OperatorContext, 'idempotencyKey'>): string {
  if (idempotencyKey !== null) return idempotencyKey;
  throw new Failure(
    'IDEMPOTENCY_KEY_REQUIRED',
    'Send the header Idempotency-Key with a value of your own for this write, and the same value when you repeat it.',
  );
}

/** An input without what was not sent or is null: both mean "left out". */
export function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined | null> } {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  ) as { [K in keyof T]: Exclude<T[K], undefined | null> };
}
