// Which pharmacy may be chosen, and which lane its work goes through: its own endpoint, its network partner's, or the fax (D1, D3).
import type { PharmacyId } from '@pestle/rules/ids';
import type { PharmacyRow } from '../../directory/inside.ts';
import { findPharmacy, pharmacyEndpoint } from '../../directory/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { electronicLane, FAX_LANE } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';

export async function laneOf(tx: Tx, pharmacy: PharmacyRow): Promise<string> {
  const endpoint = await pharmacyEndpoint(tx, pharmacy.id);
  if (endpoint?.takesPrescriptions !== true) return FAX_LANE;
  return electronicLane(pharmacy.id, endpoint.partner?.id ?? null);
}

/** A pharmacy that may be chosen. Throws NOT_FOUND, PHARMACY_NOT_SELECTABLE. */
export async function selectablePharmacy(tx: Tx, id: string): Promise<PharmacyRow> {
  const pharmacy = await findPharmacy(tx, id);
  if (pharmacy === undefined) throw notFound('pharmacy');
  if (pharmacy.active && pharmacy.serves_public) return pharmacy;
  throw new Failure(
    'PHARMACY_NOT_SELECTABLE',
    'This pharmacy cannot be chosen: it is closed or does not serve the public.',
  );
}

/** The lane to a pharmacy that may be chosen. Throws NOT_FOUND, PHARMACY_NOT_SELECTABLE. */
export async function selectableLane(tx: Tx, pharmacyId: PharmacyId): Promise<string> {
  return await laneOf(tx, await selectablePharmacy(tx, pharmacyId));
}
