// Reviews drafts before they are signed: names everything that is missing with where to fix it, and stores word for word what may be signed (W4, W6).
import { checkDraft, type DraftFields } from '@pestle/rules/check-draft';
import { ageInYears, daysBetween } from '@pestle/rules/dates';
import type { DraftId } from '@pestle/rules/ids';
import { packagesOf } from '@pestle/rules/packages';
import { fieldNames, forFields } from '@pestle/rules/prescription-fields';
import { KILOGRAMS_PER_POUND } from '@pestle/rules/strength';
import * as v from 'valibot';
import { addressSchema } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import { duplicatePolicyOf } from '../../organization/inside.ts';
import { countShown } from '../../screening/inside.ts';
import type { Tx } from '../../store/store.ts';
import { requirePerson } from '../acts.ts';
import type { ClinicalContent, SignedScreening } from '../clinical-content.ts';
import { contentHash } from '../clinical-content.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormObstacle } from '../drafts/form-rules.ts';
import { formObstacles, formRulesSchema } from '../drafts/form-rules.ts';
import { obstacleTo } from '../drafts/obstacles.ts';
import { todayAt } from '../drafts/today.ts';
import { duplicatesOf } from '../duplicates/likely-duplicates.ts';
import { draftField } from '../field-columns.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import type { ReviewProblem } from '../review-problem.ts';
import type { DrugScreened } from '../screening/ask.ts';
import { screenedIn } from '../screening/ask.ts';
import { screeningProblems, shownRules, signedScreening } from '../screening/judge.ts';
import { screenDrafts, subjectOfDraft } from '../screening/screen-drafts.ts';
import { type ScreenLocked, withScreening } from '../screening/with-screening.ts';
import type { DraftRow } from '../tables.ts';
import type { ReviewInput } from './review-input.ts';
import {
  clinicalContent,
  envelopeOf,
  loadReviewInput,
  lockOwnDrafts,
  requirePharmacy,
  saltOf,
} from './review-input.ts';
import { oneLine, pharmacyProblems, scriptProblems } from './script-check.ts';
import { storeSignable } from './store-signable.ts';

export interface ReviewedDraft {
  readonly draftId: DraftId;
  /** What the signer sends back; null while an error stands. */
  readonly contentHash: string | null;
  /** The complete record as it would be signed; null when it cannot be made at all. */
  readonly content: ClinicalContent | null;
  /** What speaks against it, and what was answered. */
  readonly screening: SignedScreening & Pick<DrugScreened, 'needsReason'>;
  readonly problems: readonly ReviewProblem[];
}

export interface Review {
  readonly drafts: readonly ReviewedDraft[];
  /** After this moment the review must be made again. */
  readonly expiresAt: string;
}

const reviewSchema = v.strictObject({
  draftIds: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Name at least one draft.'),
    v.maxLength(PRESCRIBING_LIMITS.prescriptionsPerOrderMax, 'An order holds 25 prescriptions at most.'),
    v.check((ids) => new Set(ids).size === ids.length, 'Each draft may be named once.'),
  ),
  /** Where the order would go, so that what that pharmacy cannot take is named now (W6). */
  pharmacyId: v.nullish(v.string()),
  /** The order's own address, which its messages carry in place of the one on record. */
  address: v.nullish(addressSchema),
  /** What the form that shows the review does not prescribe. */
  form: v.nullish(formRulesSchema),
});

export type ReviewAsk = v.InferInput<typeof reviewSchema>;

/**
 * Only the prescriber who will sign may review. Repeating it is harmless: it writes what may be signed, and each time the same.
 * Throws NOT_AUTHORIZED_TO_PRESCRIBE with what is missing.
 */
export async function reviewDrafts(deps: PrescribingDeps, actor: Actor, input: ReviewAsk): Promise<Review> {
  authorize(actor, 'prescription.sign');
  const signer = requirePerson(actor);
  const asked = validate(reviewSchema, input);
  const at = deps.ports.clock.now();
  const drafts = await withScreening(
    deps,
    signer.orgId,
    () => screenDrafts(deps, signer, asked.draftIds),
    (screen) =>
      deps.store.withOrg(signer.orgId, (tx) => reviewLocked(deps, tx, signer, { ...asked, at, screen })),
  );
  return { drafts, expiresAt: new Date(at + PRESCRIBING_LIMITS.reviewValidityMs).toISOString() };
}

async function reviewLocked(
  deps: PrescribingDeps,
  tx: Tx,
  signer: UserActor,
  asked: v.InferOutput<typeof reviewSchema> & { readonly at: number; readonly screen: ScreenLocked },
): Promise<readonly ReviewedDraft[]> {
  const { draftIds, pharmacyId, address, form } = asked;
  const pharmacy =
    pharmacyId === undefined || pharmacyId === null ? undefined : await requirePharmacy(tx, pharmacyId);
  const rows = await lockOwnDrafts(tx, signer, draftIds);
  const check = await deps.authorizedPrescriber(tx, signer.orgId, signer.id);
  if (!check.ok) {
    throw new Failure('NOT_AUTHORIZED_TO_PRESCRIBE', 'You are not an authorized prescriber yet.', {
      missing: check.missing,
    });
  }
  const duplicates = await duplicatesOf(tx, signer.orgId, rows, asked.at);
  const loaded = await loadReviewInput(tx, signer, rows, check.prescriber, pharmacy);
  const screened = await asked.screen(tx, {
    patient: loaded.patient,
    prescriberId: signer.id,
    subjects: rows.map(subjectOfDraft),
  });
  const byForm = await formObstacles(
    tx,
    signer,
    form,
    rows.map((row) => row.treatment_id),
  );
  const input = { ...loaded, duplicates, screened, byForm, address: address ?? null };
  const results: ReviewedDraft[] = [];
  for (const draft of rows) results.push(await reviewOne(deps, tx, signer, input, draft, rows));
  return results;
}

interface FormReviewInput extends ReviewInput {
  readonly byForm: ReadonlyMap<string, FormObstacle>;
  readonly address: v.InferOutput<typeof addressSchema> | null;
}

async function reviewOne(
  deps: PrescribingDeps,
  tx: Tx,
  signer: UserActor,
  input: FormReviewInput,
  draft: DraftRow,
  all: readonly DraftRow[],
): Promise<ReviewedDraft> {
  const screened = screenedIn(input.screened, draft.id);
  const screening = {
    ...signedScreening(screened, draft.screening_answers),
    needsReason: screened.needsReason,
  };
  await countShown(
    tx,
    signer.orgId,
    draft.id,
    shownRules(screened, screening),
    todayAt(deps.ports, input.organization.time_zone, input.patient),
  );
  const problems = [
    ...draftProblems(deps, input, draft),
    ...repeatProblems(draft, all),
    ...duplicateProblems(draft, input),
    ...screeningProblems(screened, draft.screening_answers),
  ];
  const lawful = await obstacleTo(deps, tx, signer.orgId, input.patient, draft.treatment_id, [
    input.prescriber.practice.state,
    ...(input.pharmacy === undefined ? [] : [input.pharmacy.state]),
  ]);
  const obstacle = lawful ?? input.byForm.get(draft.treatment_id);
  if (obstacle !== undefined) {
    const { code, reason } = obstacle;
    problems.push({ path: 'draft.treatmentId', code, message: reason, severity: 'error' });
  }
  const content = clinicalContent(input, draft, saltOf(tx, draft));
  if (content === undefined)
    return { draftId: draft.id, contentHash: null, content: null, screening, problems };
  const envelope = envelopeOf(input);
  problems.push(...scriptProblems(content, envelope, input.pharmacy, input.address));
  if (input.pharmacy !== undefined) problems.push(...pharmacyProblems(input.pharmacy));
  if (problems.some((problem) => problem.severity === 'error')) {
    return { draftId: draft.id, contentHash: null, content, screening, problems };
  }
  const hash = contentHash(content);
  await storeSignable(deps, tx, signer, input, draft, content, envelope, hash);
  return { draftId: draft.id, contentHash: hash, content, screening, problems };
}

function draftProblems(deps: PrescribingDeps, input: FormReviewInput, draft: DraftRow): ReviewProblem[] {
  const today = todayAt(deps.ports, input.organization.time_zone, input.patient);
  const treatment = input.treatments.get(draft.treatment_id);
  const issues = checkDraft(
    {
      ...(forFields(fieldNames(), (name) => draftField(draft, name)) as DraftFields),
      treatmentId: draft.treatment_id,
      medicine:
        treatment === undefined
          ? null
          : {
              ...treatment,
              doseForm: treatment.dose_form,
              kilograms: childKilograms(input.patient, today),
              ageDays: daysBetween(input.patient.date_of_birth, today),
            },
      instructions: oneLine(draft.instructions),
      notes: oneLine(draft.notes),
    },
    today,
    treatment === undefined
      ? []
      : packagesOf({ unitCode: treatment.unit_code, strength: treatment.strength }, treatment.packages),
  );
  return issues.map(({ field, code, message, severity }) => ({
    path: `draft.${field}`,
    code,
    message,
    severity,
  }));
}

/** From this age on doses go by no weight. */
const ADULT_YEARS = 18;

/** What a child weighs; undefined for adults, and where nobody has said. */
function childKilograms(
  { date_of_birth: born, weight, weight_unit: unit }: FormReviewInput['patient'],
  today: string,
): number | undefined {
  if (weight === null || (ageInYears(born, today) ?? ADULT_YEARS) >= ADULT_YEARS) return undefined;
  return Number(weight) * (unit === 'lbs' ? KILOGRAMS_PER_POUND : 1);
}

/** W2: the same treatment twice on one order needs a stated reason (tapers). */
function repeatProblems(draft: DraftRow, all: readonly DraftRow[]): ReviewProblem[] {
  const first = all.find((other) => other.treatment_id === draft.treatment_id);
  if (first === undefined || first.id === draft.id || draft.repeat_reason !== null) return [];
  return [
    {
      path: 'draft.repeatReason',
      code: 'SAME_TREATMENT_TWICE',
      message:
        'The same treatment is already on this order. State why it is prescribed twice, or delete one.',
      severity: 'error',
    },
  ];
}

/** What is likely the same as the patient has already is prescribed again for a stated reason only. */
function duplicateProblems(draft: DraftRow, { duplicates, organization }: ReviewInput): ReviewProblem[] {
  const found = duplicates.get(draft.id) ?? [];
  const unread: ReviewProblem[] = found.some((one) => one.unreadable)
    ? [
        {
          path: 'draft.treatmentId',
          code: 'EARLIER_UNREADABLE',
          message:
            'An earlier prescription of the patient with this drug cannot be read: its stored bytes were changed. Ask the patient or the pharmacy what was prescribed before you sign.',
          severity: 'warning',
        },
      ]
    : [];
  // What cannot be read may have ended long ago: for that a reason stays enough.
  if (
    duplicatePolicyOf(organization) === 'refuse-same' &&
    found.some(({ sameTreatment, unreadable }) => sameTreatment && !unreadable)
  )
    return [
      ...unread,
      {
        path: 'draft.treatmentId',
        code: 'SAME_AGAIN',
        message:
          'The practice does not prescribe the very same again while an earlier prescription of it lasts. Cancel that one first, or delete this one.',
        severity: 'error',
      },
    ];
  if (found.length === 0 || draft.duplicate_reason !== null) return unread;
  return [
    ...unread,
    {
      path: 'draft.duplicateReason',
      code: 'LIKELY_DUPLICATE',
      message:
        'The patient was likely prescribed the same before. State why it is prescribed again, or delete it.',
      severity: 'error',
    },
  ];
}
