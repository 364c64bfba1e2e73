// Why no fax can go out to a pharmacy today: it is gone, has no number, or law forbids it (D2).

import type { PharmacyId } from '@pestle/rules/ids';
import { todayIn } from '@pestle/rules/local-time';
import { findPharmacy } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import { signedOf } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { faxDecision, faxDrugOf } from './policy.ts';
import type { FaxDocument } from './policy-rules.ts';

export interface FaxObstacle {
  readonly reason: 'PHARMACY_GONE' | 'FAX_FORBIDDEN' | 'NO_FAX_NUMBER';
  readonly detail: Record<string, unknown>;
}

/** Undefined where the document may go out as a fax. */
export async function faxObstacle(
  tx: Tx,
  ports: Ports,
  document: FaxDocument,
  fill: Pick<FillRow, 'org_id' | 'prescription_id'>,
  pharmacyId: PharmacyId,
): Promise<FaxObstacle | undefined> {
  const pharmacy = await findPharmacy(tx, pharmacyId);
  if (pharmacy === undefined) return { reason: 'PHARMACY_GONE', detail: {} };
  const { state, time_zone: timeZone, fax } = pharmacy;
  const on = todayIn(timeZone ?? 'America/New_York', ports.clock.now());
  const drug = faxDrugOf((await signedOf(tx, fill)).content, state, on);
  const decision = faxDecision({ document, pharmacyState: state, on, drug, payer: null });
  if (!decision.allowed) return { reason: 'FAX_FORBIDDEN', detail: { state, source: decision.source } };
  return fax === null ? { reason: 'NO_FAX_NUMBER', detail: {} } : undefined;
}
