// Prescribes again what was signed before: a copy as a draft, which is reviewed and signed anew.
import { diagnosisDescription } from '@pestle/rules/diagnosis';
import type { UserId } from '@pestle/rules/ids';
import { forFields, onRecord, type SignedField, signedFields } from '@pestle/rules/prescription-fields';
import type { WriteKey } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { ClinicalContent } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import { prescriptionOf } from '../prescriptions/prescriptions.ts';
import type { DraftRow } from '../tables.ts';
import type { DraftInput } from './draft-input.ts';
import { createDraft } from './drafts.ts';
import type { FormRulesInput } from './form-rules.ts';

export interface PrescribeAgainInput {
  readonly prescriptionId: string;
  /** Who will sign: the caller where that is a prescriber, else who signed before. */
  readonly prescriberId?: string | null;
  /** What the form that asks does not prescribe. */
  readonly form?: FormRulesInput | null;
}

const REPEATED = signedFields().filter((name) => onRecord(name).once !== true);

/**
 * Everything that was signed but what belonged to that one time: the date before which it was not to be filled, the reason
 * for a repetition and the caller's own id. As every prefill it is made once while the draft is there. Throws what making a
 * draft throws: NOT_AUTHORIZED_TO_PRESCRIBE also where staff name nobody and who signed may not sign now.
 */
export async function prescribeAgain(
  deps: PrescribingDeps,
  actor: Actor,
  input: PrescribeAgainInput,
  write: WriteKey,
): Promise<DraftRow> {
  authorize(actor, 'draft.write');
  const { row, content } = await prescriptionOf(deps, actor, input.prescriptionId);
  const own = actor.kind === 'user' && actor.roles.has('prescriber');
  return await createDraft(
    deps,
    actor,
    {
      patientId: row.patient_id,
      treatmentId: row.treatment_id,
      prescriberId: (input.prescriberId as UserId | null | undefined) ?? (own ? null : row.prescriber_id),
      source: `prescription:${row.id}`,
      ...(forFields(REPEATED, (name) => content[name]) as Partial<Pick<ClinicalContent, SignedField>>),
      dispenseUnit: content.dispenseUnit.code,
      diagnosisCodes: content.diagnosisCodes.map((signed) => ({
        ...signed,
        description: diagnosisDescription(signed),
      })),
      supervisor: content.supervisor as DraftInput['supervisor'],
      form: input.form ?? null,
    },
    write,
  );
}
