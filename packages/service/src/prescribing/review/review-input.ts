// Loads what a review of drafts judges by (patient, prescriber, treatments, pharmacy), and makes of it the record that would be signed, word for word (W4).
import type { DraftId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { SignedField } from '@pestle/rules/prescription-fields';
import { forFields, signedFields } from '@pestle/rules/prescription-fields';
import { findUnit } from '@pestle/rules/units';
import type { TreatmentRow } from '../../catalog/inside.ts';
import { findTreatments } from '../../catalog/inside.ts';
import type { PatientRow, PharmacyRow } from '../../directory/inside.ts';
import { findPatient, findPharmacy, patientAddress } from '../../directory/inside.ts';
import type { PrescriberProfile } from '../../identity/inside.ts';
import type { UserActor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { OrganizationRow } from '../../organization/inside.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { ClinicalContent, Envelope, SignedFields } from '../clinical-content.ts';
import type { LikelyDuplicate } from '../duplicates/likely-duplicates.ts';
import { CONTENT_VERSION, draftField } from '../field-columns.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { Screened } from '../screening/ask.ts';
import { screenedIn } from '../screening/ask.ts';
import { signedScreening } from '../screening/judge.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';

/** What the drafts of one review are judged by. */
export interface ReviewInput {
  readonly patient: PatientRow;
  readonly organization: OrganizationRow;
  readonly prescriber: PrescriberProfile;
  readonly treatments: ReadonlyMap<string, TreatmentRow>;
  readonly pharmacy: PharmacyRow | undefined;
  /** Of each draft what it likely repeats. */
  readonly duplicates: ReadonlyMap<string, readonly LikelyDuplicate[]>;
  /** Of each draft what speaks against it. */
  readonly screened: Screened;
}

/** Reads what the drafts are judged by. Throws INVALID_INPUT when they are not all for one patient. */
export async function loadReviewInput(
  tx: Tx,
  signer: UserActor,
  drafts: readonly DraftRow[],
  prescriber: PrescriberProfile,
  pharmacy: PharmacyRow | undefined,
): Promise<Omit<ReviewInput, 'duplicates' | 'screened'>> {
  const patientId = drafts[0]?.patient_id;
  if (patientId === undefined || drafts.some((draft) => draft.patient_id !== patientId)) {
    throw new Failure('INVALID_INPUT', 'draftIds: all drafts of one order must be for one patient.');
  }
  const patient = await findPatient(tx, signer.orgId, patientId);
  if (patient === undefined) throw notFound('patient');
  const organization = await findOrganization(tx, signer.orgId);
  const treatments = await findTreatments(tx, [...new Set(drafts.map((draft) => draft.treatment_id))]);
  return { patient, organization, prescriber, treatments, pharmacy };
}

/** The signer's own drafts, locked and opened, in the order of the ids. Throws NOT_FOUND for any that is not there. */
export async function lockOwnDrafts(tx: Tx, signer: UserActor, ids: readonly string[]): Promise<DraftRow[]> {
  if (!ids.every((id) => isId('drf', id))) throw notFound('draft');
  const rows = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .selectAll()
    .where('org_id', '=', signer.orgId)
    .where('prescriber_id', '=', signer.id)
    .where('id', 'in', ids as DraftId[])
    .orderBy('id')
    .forUpdate()
    .execute();
  const keys = keysOf(tx);
  const byId = new Map<string, DraftRow>(rows.map((row) => [row.id, openDraft(keys, row)]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw notFound('draft');
    return row;
  });
}

export async function requirePharmacy(tx: Tx, id: string): Promise<PharmacyRow> {
  const pharmacy = await findPharmacy(tx, id);
  if (pharmacy === undefined) throw notFound('pharmacy');
  return pharmacy;
}

/** Undefined while something is missing without which there is no record. */
export function clinicalContent(
  { patient, prescriber, treatments, duplicates, screened }: ReviewInput,
  draft: DraftRow,
  salt: string,
): ClinicalContent | undefined {
  const treatment = treatments.get(draft.treatment_id);
  const unit = draft.dispense_unit === null ? undefined : findUnit(draft.dispense_unit);
  if (treatment === undefined || treatment.drug_description === null) return undefined;
  if (unit === undefined || draft.dispense_quantity === null || draft.instructions === '') return undefined;
  return {
    version: CONTENT_VERSION,
    salt,
    patient: {
      id: patient.id,
      firstName: patient.first_name,
      middleName: patient.middle_name,
      lastName: patient.last_name,
      suffix: patient.suffix,
      dateOfBirth: patient.date_of_birth,
      sex: patient.sex,
    },
    prescriber: {
      id: prescriber.userId,
      firstName: prescriber.firstName,
      lastName: prescriber.lastName,
      credentials: prescriber.credentials,
      npi: prescriber.npi,
    },
    treatment: {
      id: treatment.id,
      kind: treatment.kind,
      name: treatment.name,
      rxcui: treatment.rxcui,
      brandName: treatment.brand_name,
      ingredients: treatment.ingredients,
      strength: treatment.strength,
      doseForm: treatment.dose_form,
      description: treatment.drug_description,
      ndc: treatment.ndc,
      ...(treatment.written_by === null ? {} : { written: true }),
      ...(treatment.compound.length === 0 ? {} : { compound: treatment.compound }),
    },
    ...(signedOf(draft) as SignedFields),
    dispenseQuantity: draft.dispense_quantity,
    dispenseUnit: { code: unit.code, name: unit.name },
    reasons: {
      repeat: draft.repeat_reason,
      amounts: draft.amounts_reason,
      duplicate: draft.duplicate_reason,
      duplicateOf: (duplicates.get(draft.id) ?? []).map((one) => one.prescriptionId),
      screening: signedScreening(screenedIn(screened, draft.id), draft.screening_answers),
    },
  };
}

/** The fields that the signature covers by themselves, as they are written; a text in which nothing stands is null. */
function signedOf(draft: DraftRow): Record<SignedField, unknown> {
  return forFields(signedFields(), (name) => {
    const value = draftField(draft, name);
    return value === '' ? null : value;
  });
}

/** Of the draft, so that reviewing it again gives the same hash; nobody without the organization's key knows it. */
export function saltOf(tx: Tx, draft: DraftRow): string {
  const digest = keysOf(tx).digest('signature salt', draft.id);
  return Buffer.from(digest).toString('hex').slice(0, PRESCRIBING_LIMITS.saltHexCharacters);
}

export function envelopeOf({ patient, prescriber, organization }: ReviewInput): Envelope {
  const { practice } = prescriber;
  return {
    patient: {
      address: patientAddress(patient),
      phone: patient.phone,
      email: patient.email,
      language: patient.language,
    },
    prescriber: {
      practiceName: practice.name,
      address: {
        street1: practice.street1,
        ...(practice.street2 === null || practice.street2 === undefined ? {} : { street2: practice.street2 }),
        city: practice.city,
        state: practice.state,
        postalCode: practice.postalCode,
        country: 'US',
      },
      phone: prescriber.phone,
      phoneExtension: prescriber.phoneExtension,
      fax: prescriber.fax,
    },
    organization: { name: organization.name, phone: organization.phone, timeZone: organization.time_zone },
  };
}
