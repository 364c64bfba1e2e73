// Finds the transmission that an inbound SCRIPT message relates to, for a sender that may speak for its pharmacy (role `door`).
import type { FillId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { HookCredential } from '../../directory/credentials/hook-credentials.ts';
import type { Store } from '../../store/store.ts';

export interface FoundTransmission {
  readonly org_id: OrganizationId;
  readonly id: TransmissionId;
  readonly fill_id: FillId;
  readonly pharmacy_id: PharmacyId;
}

/** Undefined for an unknown MessageID and for one of another pharmacy alike. */
export async function findTransmission(
  store: Pick<Store, 'asDoor'>,
  credential: HookCredential,
  messageId: string,
): Promise<FoundTransmission | undefined> {
  return await store.asDoor(async (tx) => {
    const { rows } = await sql<FoundTransmission>`
      select t.org_id, t.id, t.fill_id, t.pharmacy_id
        from transmission t join pharmacy p on p.id = t.pharmacy_id
        where t.message_id = ${messageId}
          and (p.id = ${credential.pharmacyId} or p.partner_id = ${credential.partnerId})`.execute(tx);
    return rows[0];
  });
}
