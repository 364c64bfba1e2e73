// Reads what a coverage check is about: the patient, the drafts, and the pharmacy whose terms hold.
import type { DraftId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { findTreatments, type TreatmentRow } from '../../catalog/inside.ts';
import type { AskedDrug, AskedPharmacy } from '../../coverage/inside.ts';
import type { PharmacyKind } from '../../directory/inside.ts';
import { findPatient, findPharmacy, type PatientRow, type PharmacyRow } from '../../directory/inside.ts';
import { selectUser } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { coveragePolicyOf, findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { todayOf } from '../drafts/today.ts';
import { PRESCRIBING_LIMITS as LIMITS } from '../limits.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';

export interface CoverageAsk {
  /** Service id or external id. */
  readonly patientId: string;
  /** Each of this patient; at most 25. */
  readonly draftIds: readonly string[];
  /** The one whose terms count; the patient's preferred or the nearest one when left out. */
  readonly pharmacyId?: string | null;
  readonly language: 'EN' | 'ES';
}

export interface Subject {
  readonly patient: PatientRow;
  /** In the order in which they were asked about. */
  readonly drafts: readonly DraftRow[];
  readonly treatments: ReadonlyMap<string, TreatmentRow>;
  readonly prescriberNpi: string | null;
  readonly today: string;
  /** The practice lets payers be asked. */
  readonly asksPayers: boolean;
  readonly pharmacy: PharmacyRow | null;
  readonly pharmacyBy: 'SELECTED' | 'PREFERRED' | 'NEAREST' | null;
}

/** Throws INVALID_INPUT, and NOT_FOUND for a patient, a draft of this patient, or a pharmacy that is not there. */
export async function readSubject(deps: PrescribingDeps, actor: Actor, ask: CoverageAsk): Promise<Subject> {
  const ids = [...new Set(ask.draftIds)];
  if (ids.length === 0 || ids.length > LIMITS.coverageDraftsMax) {
    const message = `Ask about 1 to ${LIMITS.coverageDraftsMax} drafts.`;
    throw invalidInput([{ path: 'draftIds', code: ids.length === 0 ? 'TOO_FEW' : 'TOO_MANY', message }]);
  }
  const read = await deps.store.withOrg(actor.orgId, async (tx) => {
    const patient = await findPatient(tx, actor.orgId, ask.patientId);
    if (patient === undefined) throw notFound('patient');
    const drafts = await draftsOf(tx, actor, patient, ids);
    const prescriber = await selectUser(tx, actor.orgId, drafts[0]?.prescriber_id ?? '');
    return {
      patient,
      drafts,
      treatments: await findTreatments(
        tx,
        drafts.map(({ treatment_id: id }) => id),
      ),
      prescriberNpi: prescriber?.npi ?? null,
      today: await todayOf(deps.ports, tx, actor.orgId, patient),
      asksPayers: coveragePolicyOf(await findOrganization(tx, actor.orgId)) !== 'never',
      ...(await chosenPharmacy(tx, patient, ask.pharmacyId ?? null)),
    };
  });
  if (read.pharmacy !== null) return read;
  const pharmacy = await nearestTo(deps, actor, read.patient, 'LOCAL_PICKUP');
  return { ...read, pharmacy, pharmacyBy: pharmacy === null ? null : 'NEAREST' };
}

async function draftsOf(
  tx: Tx,
  actor: Actor,
  patient: PatientRow,
  ids: readonly string[],
): Promise<readonly DraftRow[]> {
  if (!ids.every((id) => isId('drf', id))) throw notFound('draft');
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .selectAll()
    .where('org_id', '=', actor.orgId)
    .where('patient_id', '=', patient.id)
    .where('id', 'in', ids as readonly DraftId[])
    .execute();
  const found = new Map<string, DraftRow>(rows.map((row) => [row.id, openDraft(keysOf(tx), row)]));
  if (found.size < ids.length) throw notFound('draft');
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The one that was named, else the one that the patient prefers while it is open. */
async function chosenPharmacy(
  tx: Tx,
  { preferred_pharmacy_id: preferredId }: PatientRow,
  selectedId: string | null,
): Promise<Pick<Subject, 'pharmacy' | 'pharmacyBy'>> {
  if (selectedId !== null) {
    const pharmacy = await findPharmacy(tx, selectedId);
    if (pharmacy === undefined) throw notFound('pharmacy');
    return { pharmacy, pharmacyBy: 'SELECTED' };
  }
  const preferred = preferredId === null ? undefined : await findPharmacy(tx, preferredId);
  return preferred?.active === true
    ? { pharmacy: preferred, pharmacyBy: 'PREFERRED' }
    : { pharmacy: null, pharmacyBy: null };
}

/** Null without an address that the directory knows, or without a pharmacy of the kind there. */
export async function nearestTo(
  { pharmaciesNear }: PrescribingDeps,
  { orgId }: Actor,
  { postal_code: postalCode, city, state }: PatientRow,
  kind: PharmacyKind,
): Promise<PharmacyRow | null> {
  if (postalCode === null && (city === null || state === null)) return null;
  try {
    const { items } = await pharmaciesNear(orgId, {
      near: { postalCode, city, state },
      kinds: [kind],
      first: 1,
      ...(kind === 'MAIL_ORDER' ? { radiusKm: LIMITS.mailOrderRadiusKm } : {}),
    });
    return items[0]?.pharmacy ?? null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'INVALID_INPUT') return null;
    throw error;
  }
}

export function askedDrug(draft: DraftRow, treatment: TreatmentRow | undefined): AskedDrug {
  return {
    key: draft.id,
    rxcui: treatment?.rxcui ?? null,
    ndc: treatment?.ndc ?? null,
    name: treatment?.name ?? '',
    quantity: draft.dispense_quantity,
    unitCode: draft.dispense_unit,
    daysSupply: draft.days_supply,
    dispenseAsWritten: draft.dispense_as_written,
  };
}

export function askedPharmacy({ id, name, kind, npi, ncpdp_id: ncpdpId }: PharmacyRow): AskedPharmacy {
  return { id, name, kind, npi, ncpdpId };
}
