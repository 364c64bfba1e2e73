// What one form does not prescribe: the `disable-list` and the catalog of the page it stands on, enforced for what that form submits (contract section 3).
import type { CatalogId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { offeredAmong, requireCatalog } from '../../catalog/offered.ts';
import { plainText } from '../../directory/text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { parsedBy } from '../../kernel/validate.ts';
import type { Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';

export const formRulesSchema = v.strictObject({
  /** What this form must not prescribe, each with what its prescriber reads about it. */
  disabledTreatments: v.nullish(
    v.pipe(
      v.array(
        v.strictObject({
          treatmentId: v.custom<TreatmentId>(
            (value) => isId('trt', value),
            'This must be the id of a treatment (trt_…).',
          ),
          reason: v.nullish(
            v.pipe(v.string(), parsedBy(plainText(PRESCRIBING_LIMITS.formReasonCharactersMax))),
          ),
        }),
      ),
      v.maxLength(
        PRESCRIBING_LIMITS.formDisabledTreatmentsMax,
        `A form's own list has ${PRESCRIBING_LIMITS.formDisabledTreatmentsMax} treatments at most; put more on the organization's standing list.`,
      ),
    ),
  ),
  /** False: only the organization's catalog and templates. */
  offCatalog: v.nullish(v.boolean()),
  /** The catalog that counts as the organization's; all of them when left out. */
  catalogId: v.nullish(
    v.custom<CatalogId>((value) => isId('cat', value), 'This must be the id of a catalog (cat_…).'),
  ),
});

export type FormRulesInput = v.InferInput<typeof formRulesSchema>;
export type FormRules = v.InferOutput<typeof formRulesSchema>;

/** Why this form does not prescribe a treatment. */
export interface FormObstacle {
  readonly code: 'TREATMENT_DISABLED';
  /** For the prescriber to read in a review: the form's own words where it gave some. */
  readonly reason: string;
}

const DISABLED = 'This form does not prescribe it.';
const OFF_CATALOG = "This form prescribes only what is in the organization's catalog and templates.";

/** Those of the treatments that the form does not prescribe, with the reason. Throws NOT_FOUND for a catalog that is not there. */
export async function formObstacles(
  tx: Tx,
  actor: Actor,
  form: FormRules | null | undefined,
  treatmentIds: readonly TreatmentId[],
): Promise<ReadonlyMap<string, FormObstacle>> {
  const obstacles = new Map<string, FormObstacle>();
  if (form === null || form === undefined) return obstacles;
  const { catalogId = null, offCatalog } = form;
  if (catalogId !== null) await requireCatalog(tx, actor.orgId, catalogId);
  if (offCatalog === false) {
    const userId = actor.kind === 'user' ? actor.id : null;
    const offered = await offeredAmong(tx, { orgId: actor.orgId, catalogId, userId }, treatmentIds);
    for (const id of treatmentIds)
      if (!offered.has(id)) obstacles.set(id, { code: 'TREATMENT_DISABLED', reason: OFF_CATALOG });
  }
  const wanted = new Set<string>(treatmentIds);
  for (const { treatmentId, reason } of form.disabledTreatments ?? [])
    if (wanted.has(treatmentId))
      obstacles.set(treatmentId, { code: 'TREATMENT_DISABLED', reason: reason ?? DISABLED });
  return obstacles;
}

/** Throws TREATMENT_DISABLED, in a sentence that names neither drug nor the form's words. */
export async function requireByForm(
  tx: Tx,
  actor: Actor,
  form: FormRules | null | undefined,
  treatmentIds: readonly TreatmentId[],
): Promise<void> {
  const obstacles = await formObstacles(tx, actor, form, treatmentIds);
  if (obstacles.size === 0) return;
  throw new Failure(
    'TREATMENT_DISABLED',
    'This form does not prescribe this treatment: it is on its own disable list, or outside the catalog that it is bound to.',
  );
}
