// W8: a prescription is sent within 72 hours of being written; what waited longer is signed anew.
import type { OrganizationId, PrescriptionId } from '@pestle/rules/ids';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { PrescribingTables } from '../tables.ts';

/** Until when prescriptions written at these moments (ISO 8601) may be sent together: milliseconds since 1970. */
export function sendUntil(writtenAt: readonly string[]): number {
  return Math.min(...writtenAt.map((at) => Date.parse(at))) + PRESCRIBING_LIMITS.sendWithinMs;
}

/** The refusal of what is older. */
export function tooOldToSend(): Failure {
  return new Failure(
    'PRESCRIPTION_TOO_OLD',
    'A prescription is sent within 72 hours of being written. Sign it anew.',
  );
}

/** Throws PRESCRIPTION_TOO_OLD when one of these prescriptions may not be sent any more. */
export async function requireSendable(
  tx: Tx,
  ports: Pick<Ports, 'clock'>,
  orgId: OrganizationId,
  prescriptionIds: readonly PrescriptionId[],
): Promise<void> {
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('prescription')
    .select('written_at')
    .where('org_id', '=', orgId)
    .where('id', 'in', prescriptionIds)
    .execute();
  if (ports.clock.now() > sendUntil(rows.map((row) => row.written_at))) throw tooOldToSend();
}
