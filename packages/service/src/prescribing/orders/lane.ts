// Which lane a pharmacy's work goes through: its own endpoint, its network partner's, or the fax (D1, D3).
import { pharmacyEndpoint } from '../../directory/endpoints.ts';
import type { PharmacyRow } from '../../directory/pharmacies.ts';
import { FAX_LANE } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';

export async function laneOf(tx: Tx, pharmacy: PharmacyRow): Promise<string> {
  const endpoint = await pharmacyEndpoint(tx, pharmacy.id);
  if (endpoint?.takesPrescriptions !== true) return FAX_LANE;
  return endpoint.partner === null ? `pharmacy:${pharmacy.id}` : `partner:${endpoint.partner.id}`;
}
