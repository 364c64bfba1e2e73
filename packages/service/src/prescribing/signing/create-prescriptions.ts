// Signs reviewed drafts without an order: prescriptions that are saved, to be ordered later.
import * as v from 'valibot';
import type { WriteKey } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { validate } from '../../kernel/validate.ts';
import type { PrescribingDeps } from '../deps.ts';
import { formRulesSchema } from '../drafts/form-rules.ts';
import { prescriptionsByIds } from '../prescriptions/prescriptions.ts';
import type { PrescriptionRecord } from '../records.ts';
import { signatureSchema } from './sign-request.ts';
import { sign } from './signing.ts';

const prescriptionsSchema = v.strictObject({ drafts: signatureSchema, form: v.nullish(formRulesSchema) });
export type PrescriptionsInput = v.InferInput<typeof prescriptionsSchema>;

/** Signs reviewed drafts without an order; the prescriptions can be ordered within 72 hours. */
export async function createPrescriptions(
  deps: PrescribingDeps,
  actor: Actor,
  input: PrescriptionsInput,
  write: WriteKey,
): Promise<readonly PrescriptionRecord[]> {
  const { drafts, form = null } = validate(prescriptionsSchema, input);
  const { ids, prescriptions } = await sign(deps, actor, drafts, { plan: undefined, form }, write);
  if (prescriptions !== undefined) return prescriptions;
  return await deps.store.withOrg(actor.orgId, (tx) =>
    prescriptionsByIds(tx, actor.orgId, ids.prescriptionIds, false),
  );
}
