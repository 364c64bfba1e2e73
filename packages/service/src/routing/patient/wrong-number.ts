// The table `wrong_number`: telephone numbers whose holder said that they are not this patient. No text about the patient goes there again until somebody of the practice says that the number is right.
import type { OrderId, OrganizationId, PatientId } from '@pestle/rules/ids';
import type { Tx } from '../../store/store.ts';
import type { PhoneHashes } from './phone-hash.ts';

export type WrongNumberTables = {
  wrong_number: {
    org_id: OrganizationId;
    patient_id: PatientId;
    phone_hash: string;
    order_id: OrderId;
    reported_at: string;
    /** Until then it lies on the desk. */
    settled_at: string | null;
    settled_as: 'corrected' | 'right' | null;
  };
};

/** A number of a patient; null where they have none. */
export interface PatientNumber {
  readonly orgId: OrganizationId;
  readonly patientId: PatientId;
  readonly phone: string | null;
}

/** Whether this number was said to be somebody else's, and nobody has said since that it is right. */
export async function isWrongNumber(
  tx: Tx,
  hashes: PhoneHashes,
  { orgId, patientId, phone }: PatientNumber & { readonly phone: string },
): Promise<boolean> {
  const row = await tx
    .withTables<WrongNumberTables>()
    .selectFrom('wrong_number')
    .select('phone_hash')
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .where('phone_hash', 'in', [...hashes(phone)])
    .where((where) => where.or([where('settled_as', 'is', null), where('settled_as', '<>', 'right')]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts down that whoever has the number is somebody else. Said twice it is said once; of a number that was settled it is said anew. */
export async function reportWrongNumber(
  tx: Tx,
  hashes: PhoneHashes,
  {
    orgId,
    patientId,
    phone,
    orderId,
    at,
  }: PatientNumber & { readonly phone: string; readonly orderId: OrderId; readonly at: string },
): Promise<void> {
  const [hash] = hashes(phone);
  await tx
    .withTables<WrongNumberTables>()
    .insertInto('wrong_number')
    .values({
      org_id: orgId,
      patient_id: patientId,
      phone_hash: hash,
      order_id: orderId,
      reported_at: at,
      settled_at: null,
      settled_as: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'patient_id', 'phone_hash'])
        .doUpdateSet({ order_id: orderId, reported_at: at, settled_at: null, settled_as: null })
        .where('wrong_number.settled_at', 'is not', null),
    )
    .execute();
}

/**
 * The patient has this number now. What was said of others is settled; a number that was said to be somebody else's, and that the patient gets
 * once more, waits anew.
 */
export async function numberChanged(
  tx: Tx,
  hashes: PhoneHashes,
  { orgId, patientId, phone, at }: PatientNumber & { readonly at: string },
): Promise<void> {
  const own = phone === null ? [] : [...hashes(phone)];
  const rows = () =>
    tx
      .withTables<WrongNumberTables>()
      .updateTable('wrong_number')
      .where('org_id', '=', orgId)
      .where('patient_id', '=', patientId);
  const open = rows().set({ settled_at: at, settled_as: 'corrected' }).where('settled_at', 'is', null);
  await (own.length === 0 ? open : open.where('phone_hash', 'not in', own)).execute();
  if (own.length > 0)
    await rows()
      .set({ reported_at: at, settled_at: null, settled_as: null })
      .where('settled_as', '=', 'corrected')
      .where('phone_hash', 'in', own)
      .execute();
}

/** Somebody of the practice says that the number is this patient's: texts go there again, and whatever else was said of the patient's numbers is settled. */
export async function numberIsRight(
  tx: Tx,
  hashes: PhoneHashes,
  { orgId, patientId, phone, at }: PatientNumber & { readonly at: string },
): Promise<void> {
  await numberChanged(tx, hashes, { orgId, patientId, phone: null, at });
  if (phone === null) return;
  await tx
    .withTables<WrongNumberTables>()
    .updateTable('wrong_number')
    .set({ settled_at: at, settled_as: 'right' })
    .where('org_id', '=', orgId)
    .where('patient_id', '=', patientId)
    .where('phone_hash', 'in', [...hashes(phone)])
    .execute();
}
