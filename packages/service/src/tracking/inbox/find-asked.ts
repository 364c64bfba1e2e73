// Finds whom a pharmacy's request is for: the organization of the prescription that it names, else that of the prescriber (role `door`).
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { Received } from '@pestle/script';
import type { DirectoryTables, HookCredential } from '../../directory/inside.ts';
import { organizationsOfNpi } from '../../identity/inside.ts';
import type { Store } from '../../store/store.ts';
import type { AskingMessage } from '../report/listener.ts';
import { findMeant } from './find-transmission.ts';

export interface Asked {
  readonly orgId: OrganizationId;
  readonly pharmacyId: PharmacyId;
  readonly prescriberOrderNumber: string | undefined;
}

/**
 * Undefined where it is for nobody here. Ids of ours count first; two of them that name different prescriptions name none. A request
 * that names none is for the one organization in which somebody prescribes under the NPI: of two nobody can tell which.
 */
export async function findAsked(
  store: Pick<Store, 'asDoor' | 'withOrg' | 'pipeline'>,
  credential: HookCredential,
  message: Received<AskingMessage>,
): Promise<Asked | undefined> {
  const { header } = message;
  const meant = await findMeant(store, credential, header);
  const ncpdpId = message.pharmacy?.identification?.ncpdpId?.trim() ?? header?.from?.id?.trim() ?? '';
  const own = await pharmaciesNamed(store, credential, ncpdpId);
  if (meant !== undefined) {
    const { orgId, target, pharmacyIds } = meant;
    const pharmacyId = pharmacyIds.find((id) => own.includes(id)) ?? pharmacyIds[0];
    if (pharmacyId === undefined || target.kind !== 'medication') return undefined;
    return { orgId, pharmacyId, prescriberOrderNumber: target.prescriberOrderNumber };
  }
  if (await namesTwo(store, credential, message)) return undefined;
  const [pharmacyId] = own;
  const npi = message.prescriber?.identification?.npi?.trim() ?? '';
  if (pharmacyId === undefined || npi === '') return undefined;
  const [orgId, another] = await store.asDoor((tx) => organizationsOfNpi(tx, npi));
  if (orgId === undefined || another !== undefined) return undefined;
  return { orgId, pharmacyId, prescriberOrderNumber: undefined };
}

/** Each of its two ids names a prescription of ours, but not the same one. */
async function namesTwo(
  store: Pick<Store, 'asDoor' | 'withOrg' | 'pipeline'>,
  credential: HookCredential,
  { header }: Received<AskingMessage>,
): Promise<boolean> {
  const { relatesToMessageId, prescriberOrderNumber } = header ?? {};
  if (relatesToMessageId === undefined || prescriberOrderNumber === undefined) return false;
  const byMessage = await findMeant(store, credential, { relatesToMessageId });
  const byNumber = await findMeant(store, credential, { prescriberOrderNumber });
  return byMessage !== undefined && byNumber !== undefined;
}

/** The sender's pharmacies that a message can come from: its own one, or of a partner's the one with this NCPDP id. */
async function pharmaciesNamed(
  store: Pick<Store, 'asDoor'>,
  { pharmacyId, partnerId }: HookCredential,
  ncpdpId: string,
): Promise<readonly PharmacyId[]> {
  if (pharmacyId !== null) return [pharmacyId as PharmacyId];
  if (partnerId === null) return [];
  const rows = await store.asDoor((tx) =>
    tx
      .withTables<DirectoryTables>()
      .selectFrom('pharmacy')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('ncpdp_id', '=', ncpdpId)
      .orderBy('id')
      .limit(1)
      .execute(),
  );
  return rows.map((row) => row.id);
}
