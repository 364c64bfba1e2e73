// What one form does not prescribe: the `disable-list` and the catalog of the page it stands on, enforced for what that form submits, and the practice's own catalog for every form.
import type { CatalogId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import {
  findTreatments,
  isMedication,
  knownMedications,
  offeredAmong,
  requireCatalog,
} from '../../catalog/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import { findOrganization, offCatalogOf } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { typed } from './typed-text.ts';

/** The page's own words: kept as they are, on whatever lines. */
const reason = v.nullish(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(
      PRESCRIBING_LIMITS.formReasonCharactersMax,
      `A reason may have at most ${PRESCRIBING_LIMITS.formReasonCharactersMax} characters.`,
    ),
    typed,
  ),
);

const listOf = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.nullish(
    v.pipe(
      v.array(entry),
      v.maxLength(
        PRESCRIBING_LIMITS.formDisabledMax,
        `A form's own list has ${PRESCRIBING_LIMITS.formDisabledMax} entries at most; put more on the organization's standing list.`,
      ),
    ),
  );

export const formRulesSchema = v.strictObject({
  /** What this form must not prescribe, each with what its prescriber reads about it. */
  disabledTreatments: listOf(
    v.strictObject({
      treatmentId: v.custom<TreatmentId>(
        (value) => isId('trt', value),
        'This must be the id of a treatment (trt_…).',
      ),
      reason,
    }),
  ),
  /** Medications, for everything that is or holds one of them. */
  disabledMedications: listOf(
    v.strictObject({
      rxcui: v.pipe(v.string(), v.regex(/^[1-9]\d{0,7}$/, 'An RxCUI is 1 to 8 digits.')),
      reason,
    }),
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
const OFF_CATALOG_ANYWHERE =
  'The practice prescribes only what is in its catalog and templates. Its administrators can add this to a catalog.';

/** Those of the treatments that the form or the practice's catalog does not let be prescribed, with the reason. Throws NOT_FOUND for a catalog that is not there. */
export async function formObstacles(
  tx: Tx,
  actor: Actor,
  form: FormRules | null | undefined,
  treatmentIds: readonly TreatmentId[],
): Promise<ReadonlyMap<string, FormObstacle>> {
  const obstacles = new Map<string, FormObstacle>();
  const { catalogId = null, offCatalog } = form ?? {};
  if (catalogId !== null) await requireCatalog(tx, actor.orgId, catalogId);
  const isByForm = offCatalog === false;
  if (isByForm || !offCatalogOf(await findOrganization(tx, actor.orgId))) {
    const userId = actor.kind === 'user' ? actor.id : null;
    const offered = await offeredAmong(tx, { orgId: actor.orgId, catalogId, userId }, treatmentIds);
    const reason = isByForm ? OFF_CATALOG : OFF_CATALOG_ANYWHERE;
    for (const id of treatmentIds)
      if (!offered.has(id)) obstacles.set(id, { code: 'TREATMENT_DISABLED', reason });
  }
  if (form === null || form === undefined) return obstacles;
  const wanted = new Set<string>(treatmentIds);
  const put = (id: string, reason: string | null | undefined): void => {
    obstacles.set(id, { code: 'TREATMENT_DISABLED', reason: reason || DISABLED });
  };
  for (const entry of await medicationsAmong(tx, form, treatmentIds)) put(entry.id, entry.reason);
  for (const { treatmentId, reason } of form.disabledTreatments ?? [])
    if (wanted.has(treatmentId)) put(treatmentId, reason);
  return obstacles;
}

/** The treatments that are or hold a disabled medication. Refuses a code that nothing is known of: it would forbid nothing. */
async function medicationsAmong(
  tx: Tx,
  { disabledMedications }: FormRules,
  treatmentIds: readonly TreatmentId[],
): Promise<ReadonlyArray<{ readonly id: string; readonly reason: string | null | undefined }>> {
  const medications = disabledMedications ?? [];
  if (medications.length === 0) return [];
  const codes = medications.map(({ rxcui }) => rxcui);
  const known = await knownMedications(tx, codes);
  const unknown = codes.findIndex((code) => !known.has(code));
  if (unknown >= 0) {
    const message = 'This is neither an ingredient nor a drug that is known here.';
    const path = `form.disabledMedications.${unknown}.rxcui`;
    throw invalidInput([{ path, code: 'UNKNOWN_MEDICATION', message }]);
  }
  const treatments = [...(await findTreatments(tx, treatmentIds)).values()];
  return medications.flatMap(({ rxcui, reason }) =>
    treatments.filter((one) => isMedication(one, rxcui)).map(({ id }) => ({ id, reason })),
  );
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
    'This form does not prescribe this treatment: it is on its own disable list, or outside the catalog that it or the practice is bound to.',
  );
}
