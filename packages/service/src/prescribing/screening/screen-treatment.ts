// Asks what speaks against a treatment for a patient while it is being written, before there is a draft of it.
import { isId } from '@pestle/rules/ids';
import type { ServiceOffer } from '@pestle/rules/screening';
import { findTreatments, findTreatmentsByRxcui, type TreatmentRow } from '../../catalog/inside.ts';
import { findPatient, type PatientRow } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import { requirePerson } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { PrescribingTables } from '../tables.ts';
import { type DrugScreened, type ScreenedPatient, screenedIn, screenOutside } from './ask.ts';

/** What is being written, and for whom. */
export interface TreatmentAsk {
  /** Service id or external id. */
  readonly patientId: string;
  readonly treatmentId: string;
  /** The draft that is being edited: it is not compared with itself. */
  readonly draftId?: string | null;
}

/** What a suggestion would change of what is being written. */
export interface OfferedChange extends Omit<ServiceOffer, 'rxcui'> {
  /** Null: the treatment stays. */
  readonly treatmentId: string | null;
}

export interface TreatmentScreened {
  readonly patientId: PatientRow['id'];
  readonly screening: DrugScreened & { readonly answers: readonly [] };
  readonly offers: readonly OfferedChange[];
}

/** What names it where no draft does. */
const BEING_WRITTEN = 'being-written';

/** It keeps nothing and refuses nothing that could be prescribed. Throws FORBIDDEN, and NOT_FOUND for a patient or treatment that is not there. */
export async function screeningOf(
  deps: PrescribingDeps,
  actor: Actor,
  ask: TreatmentAsk,
): Promise<TreatmentScreened> {
  authorize(actor, 'draft.write');
  const { id: prescriberId, orgId } = requirePerson(actor);
  const key = ask.draftId ?? BEING_WRITTEN;
  const { patient, treatment } = await deps.store.withOrg(orgId, (tx) => requireThere(tx, orgId, ask));
  const asked: ScreenedPatient = {
    patient,
    prescriberId,
    moment: 'select',
    subjects: [{ key, treatmentId: treatment.id, instructions: '' }],
  };
  const screening = screenedIn(await screenOutside(deps, orgId, async () => asked), key);
  return {
    patientId: patient.id,
    screening: { ...screening, answers: [] },
    offers: await knownOffers(deps, actor, screening),
  };
}

async function requireThere(
  tx: Tx,
  orgId: Actor['orgId'],
  ask: TreatmentAsk,
): Promise<{ readonly patient: PatientRow; readonly treatment: TreatmentRow }> {
  const patient = await findPatient(tx, orgId, ask.patientId);
  if (patient === undefined) throw notFound('patient');
  const treatment = (await findTreatments(tx, [ask.treatmentId])).get(ask.treatmentId);
  if (treatment === undefined) throw notFound('treatment');
  await requireDraft(tx, orgId, patient, ask.draftId ?? null);
  return { patient, treatment };
}

/** A draft of this patient: another one is answered as if it were not there. */
async function requireDraft(
  tx: Tx,
  orgId: Actor['orgId'],
  patient: PatientRow,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  const found = isId('drf', id)
    ? await tx
        .withTables<PrescribingTables>()
        .selectFrom('draft')
        .select('id')
        .where('id', '=', id)
        .where('org_id', '=', orgId)
        .where('patient_id', '=', patient.id)
        .executeTakeFirst()
    : undefined;
  if (found === undefined) throw notFound('draft');
}

/** Those that can be done here: what is suggested in place of it must be in the drug file. */
async function knownOffers(
  { store }: PrescribingDeps,
  { orgId }: Actor,
  { findings }: DrugScreened,
): Promise<readonly OfferedChange[]> {
  const offers = findings.flatMap(({ card }) => card?.offers ?? []);
  const codes = offers.flatMap(({ rxcui }) => rxcui ?? []);
  const rows = codes.length === 0 ? [] : await store.withOrg(orgId, (tx) => findTreatmentsByRxcui(tx, codes));
  return offers.flatMap(({ rxcui, ...offer }): OfferedChange[] => {
    if (rxcui === null) return [{ ...offer, treatmentId: null }];
    const found = rows.find((row) => row.rxcui === rxcui);
    return found === undefined ? [] : [{ ...offer, treatmentId: found.id }];
  });
}
