// Writes what no drug file holds, for one organization: ingredients from the list, so that what is controlled stays refused, and a name that a message can carry.
import { decideControl } from '@pestle/rules/controlled';
import { toQuantity } from '@pestle/rules/decimal';
import type { TreatmentId } from '@pestle/rules/ids';
import { todayIn } from '@pestle/rules/local-time';
import { findUnit } from '@pestle/rules/units';
import {
  WRITTEN_LIMITS,
  type WrittenIngredient,
  type WrittenTreatment,
  writeTreatment,
} from '@pestle/rules/written-treatment';
import { sql } from 'kysely';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { derivedId } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { findOrganization, writtenTreatmentsOf } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { treatmentContent } from '../import/treatment-content.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { CatalogTables } from '../tables.ts';
import { knownIngredients } from './ingredients.ts';

const unit = v.pipe(
  v.string(),
  v.transform((text) => findUnit(text)?.code ?? ''),
  v.check((code) => code !== '', 'Choose one of the NCPDP quantity units, by code or name.'),
);
const line = (charactersMax: number) => v.pipe(v.string(), parsedBy(plainText(charactersMax)));

const writtenSchema = v.strictObject({
  kind: v.picklist(['MEDICATION', 'EQUIPMENT', 'COMPOUND']),
  name: v.nullish(line(WRITTEN_LIMITS.nameCharactersMax)),
  ingredients: v.nullish(
    v.pipe(
      v.array(
        v.strictObject({
          name: line(WRITTEN_LIMITS.ingredientCharactersMax),
          strength: line(WRITTEN_LIMITS.strengthCharactersMax),
          quantity: v.nullish(v.pipe(v.union([v.string(), v.number()]), parsedBy(toQuantity))),
          unit: v.nullish(unit),
        }),
      ),
      v.maxLength(WRITTEN_LIMITS.ingredientsMax, `At most ${WRITTEN_LIMITS.ingredientsMax} ingredients.`),
    ),
  ),
  doseForm: v.nullish(v.string()),
  dispenseUnit: unit,
});

export type WrittenTreatmentInput = v.InferInput<typeof writtenSchema>;

/**
 * The id of what is written; writing the same again answers the same. Throws TREATMENT_DISABLED where the organization does not allow it,
 * CONTROLLED_SUBSTANCE or CONTROL_UNKNOWN for an ingredient that may not be prescribed, INVALID_INPUT with what to write instead.
 */
export async function writeOwnTreatment(
  { store, ports }: { readonly store: Store; readonly ports: Ports },
  actor: Actor,
  input: WrittenTreatmentInput,
  key: WriteKey,
): Promise<{ readonly id: TreatmentId }> {
  authorize(actor, 'draft.write');
  const asked = validate(writtenSchema, input);
  return await writeOnce(store, actor, key, async (tx) => {
    const organization = await findOrganization(tx, actor.orgId);
    if (!writtenTreatmentsOf(organization))
      throw new Failure(
        'TREATMENT_DISABLED',
        'This organization prescribes only what a drug file holds. An administrator may allow more: `writtenTreatments` of the organization.',
      );
    const on = todayIn(organization.time_zone, ports.clock.now());
    const written = await judged(tx, asked, on);
    const row = rowOf(actor.orgId, written, asked.dispenseUnit, on);
    const isNew = await insert(tx, row);
    if (isNew)
      await recordAudit(tx, ports, {
        orgId: actor.orgId,
        actor,
        action: 'treatment.write',
        subject: { kind: 'treatment', id: row.id },
        detail: { kind: written.kind },
      });
    return { id: row.id };
  });
}

async function judged(
  tx: Tx,
  { kind, name, ingredients, doseForm }: v.InferOutput<typeof writtenSchema>,
  on: string,
): Promise<WrittenTreatment> {
  const given = ingredients ?? [];
  const known = await knownIngredients(
    tx,
    given.map((one) => one.name),
  );
  const listed = given.map((one, index): WrittenIngredient => {
    const found = known.get(one.name.toLowerCase());
    if (found === undefined)
      throw notAccepted(
        `ingredients.${index}.name`,
        'Choose an ingredient of the list: `treatmentIngredients`.',
      );
    return {
      name: found,
      strength: one.strength,
      quantity: one.quantity ?? null,
      unitCode: one.unit ?? null,
    };
  });
  requireUncontrolled(listed, doseForm ?? '', kind, on);
  const written = writeTreatment(
    { kind, name: name ?? '', ingredients: listed, doseForm: doseForm ?? '' },
    on,
  );
  if (!written.ok) {
    if (written.code === 'CONTROLLED_SUBSTANCE') throw new Failure('CONTROLLED_SUBSTANCE', written.message);
    throw notAccepted(FIELD_OF[written.code ?? ''] ?? '', written.message, written.code);
  }
  await requireNoBrand(tx, written.value);
  return written.value;
}

function requireUncontrolled(
  ingredients: readonly WrittenIngredient[],
  doseForm: string,
  kind: WrittenTreatment['kind'],
  on: string,
): void {
  if (ingredients.length === 0) return;
  const { status } = decideControl({ ingredients: ingredients.map(({ name }) => name), doseForm, kind, on });
  if (status === 'controlled')
    throw new Failure(
      'CONTROLLED_SUBSTANCE',
      'Controlled substances cannot be prescribed here. `treatmentIngredients` says of each ingredient whether it is one.',
    );
  if (status === 'unknown')
    throw new Failure(
      'CONTROL_UNKNOWN',
      'It cannot be shown that one of the ingredients is uncontrolled. `treatmentIngredients` says which.',
    );
}

/** A brand in small letters, its words apart, without how it is released: `MS CONTIN XR` is `ms contin`. */
const BRAND = sql<string>`regexp_replace(btrim(regexp_replace(lower(brand_name), '[^a-z0-9]+', ' ', 'g')), '( (xr|er|sr|cr|dr|ir|la|xl|odt))+$', '')`;

/** A brand of the drug file in the name stands for its ingredients, whatever was chosen. */
async function requireNoBrand(tx: Tx, { name, ingredients }: WrittenTreatment): Promise<void> {
  const words = ` ${name
    .toLowerCase()
    .replaceAll(/(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')} `;
  if (words.trim() === '') return;
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('treatment')
    .select(['ingredients', 'federal_status'])
    .where('written_by', 'is', null)
    .where('brand_name', 'is not', null)
    .where(sql<boolean>`(length(${BRAND}) > 2 and position(' ' || ${BRAND} || ' ' in ${words}) > 0)`)
    .execute();
  const chosen = new Set(ingredients.map((one) => one.name));
  const other = rows.filter((row) => row.ingredients.some((one) => !chosen.has(one)));
  if (other.some((row) => row.federal_status === 'controlled'))
    throw new Failure(
      'CONTROLLED_SUBSTANCE',
      'The name mentions a controlled substance, which cannot be prescribed here.',
    );
  if (other.length > 0)
    throw notAccepted(
      'name',
      'The name mentions a drug of the list: choose that from the search, or leave it out.',
      'NAME_MENTIONS_BRAND',
    );
}

/** The same words of the same organization are the same treatment. */
function rowOf(orgId: string, written: WrittenTreatment, unitCode: string, on: string) {
  const { kind, name, ingredients, doseForm, route, strength, description } = written;
  const made = treatmentContent(
    {
      rxcui: null,
      kind,
      name: description,
      ...(name === '' || kind === 'EQUIPMENT' ? {} : { brandName: name }),
      ingredients: ingredients.map((one) => one.name),
      strength: strength ?? '',
      doseForm,
      route: route ?? '',
      unitCode,
      commonness: 0,
    },
    on,
  );
  if (!made.ok) throw notAccepted('', made.message);
  const compound = kind === 'COMPOUND' ? ingredients : [];
  const words = JSON.stringify([orgId, kind, name, ingredients, doseForm, unitCode]);
  return {
    ...made.content,
    packages: JSON.stringify(made.content.packages),
    id: derivedId('trt', `written:${words}`),
    written_by: orgId,
    compound: JSON.stringify(compound),
  };
}

async function insert(tx: Tx, row: ReturnType<typeof rowOf>): Promise<boolean> {
  const tables = tx.withTables<CatalogTables>();
  const { count } = await tables
    .selectFrom('treatment')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('written_by', '=', row.written_by)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.writtenTreatmentsMax)
    throw notAccepted(
      '',
      `An organization writes at most ${LIMITS.writtenTreatmentsMax} treatments by hand.`,
    );
  const done = await tables
    .insertInto('treatment')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** What a refusal of the whole is about, where that is one field. */
const FIELD_OF: Readonly<Record<string, string>> = {
  NAME_TOO_LONG: 'name',
  NAME_CHARACTERS: 'name',
  NAME_MISSING: 'name',
  NAME_MENTIONS_DRUG: 'name',
  INGREDIENT_MISSING: 'ingredients',
  DOSE_FORM_MISSING: 'doseForm',
};

function notAccepted(path: string, message: string, code = 'NOT_ACCEPTED'): Failure {
  return invalidInput([{ path, code, message }]);
}
