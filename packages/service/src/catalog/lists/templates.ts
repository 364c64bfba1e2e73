// What callers may do with templates, which are preset drafts of an organization or of one person.

import { checkDraft, type DraftFields } from '@pestle/rules/check-draft';
import { toQuantity } from '@pestle/rules/decimal';
import type { TemplateId } from '@pestle/rules/ids';
import { findUnit } from '@pestle/rules/units';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, type FieldProblem, invalidInput, notFound } from '../../kernel/errors.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import { makeId, type Ports } from '../../kernel/ports.ts';
import { plainText, searchWords } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import { findOrganization, offCatalogOf } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { offeredAmong } from '../offered.ts';
import type { TemplateRow } from '../tables.ts';
import { findTreatment } from '../treatments.ts';
import {
  deleteTemplateRow,
  findTemplates,
  insertTemplate,
  searchTemplateRows,
  updateTemplateRow,
} from './templates-sql.ts';

const fields = {
  dispenseQuantity: v.nullish(v.union([v.string(), v.number()])),
  dispenseUnit: v.nullish(v.string()),
  dispenseAsWritten: v.nullish(v.boolean()),
  fillsAllowed: v.nullish(v.number()),
  daysSupply: v.nullish(v.number()),
  instructions: v.nullish(v.string()),
  notes: v.nullish(v.string()),
};
const name = v.pipe(v.string(), parsedBy(plainText(LIMITS.templateNameCharactersMax)));

export const newTemplateSchema = v.strictObject({
  name,
  /** True: only its maker sees it. False: the organization's, which an admin makes. */
  personal: v.boolean(),
  treatmentId: v.string(),
  ...fields,
});
export const templateChangesSchema = v.strictObject({
  name: v.optional(name),
  treatmentId: v.optional(v.string()),
  ...fields,
});

export type NewTemplate = v.InferInput<typeof newTemplateSchema>;
export type TemplateChanges = v.InferInput<typeof templateChangesSchema>;

export interface TemplateUpdate {
  readonly id: string;
  readonly expectedRevision: number;
  readonly changes: TemplateChanges;
}

export interface TemplateSearch extends PageRequest {
  readonly text?: string | null;
  /** True: only the caller's own; false: only the organization's; both when left out. */
  readonly personal?: boolean | null;
}

export interface Templates {
  /** The organization's templates and the caller's own, in the order of their names. */
  templates(actor: Actor, search: TemplateSearch): Promise<Page<TemplateRow>>;
  /** `id`: in seeding, where pages are written for it. */
  createTemplate(actor: Actor, input: NewTemplate, key: WriteKey, id?: TemplateId): Promise<TemplateRow>;
  updateTemplate(actor: Actor, input: TemplateUpdate, key: WriteKey): Promise<TemplateRow>;
  /** Answers the id that is gone. */
  deleteTemplate(actor: Actor, id: string, key: WriteKey): Promise<string>;
}

export function createTemplates(store: Store, ports: Ports): Templates {
  const byId = (actor: Actor, ids: readonly string[]): Promise<Map<string, TemplateRow>> =>
    store.withOrg(actor.orgId, (tx) => findTemplates(tx, ownerOf(actor), ids));
  const read = async (actor: Actor, id: string): Promise<TemplateRow> => {
    const row = (await byId(actor, [id])).get(id);
    if (row === undefined) throw notFound('template');
    return row;
  };
  return {
    templates: async (actor, search) => {
      authorize(actor, 'catalog.read');
      const size = pageSize(search);
      const owned = ownedBy(search.personal);
      return await store.withOrg(actor.orgId, async (tx) => {
        const cursors = cursorsOf(keysOf(tx), ['templates', search.text ?? null, owned ?? null]);
        const rows = await searchTemplateRows(tx, {
          ...ownerOf(actor),
          wordBeginnings: searchWords(search.text ?? '').slice(0, LIMITS.searchWordsMax),
          limit: size + 1,
          owned,
          after: readCursor(search, cursors, ['string', 'string']),
        });
        return pageOf(
          rows,
          size,
          cursors,
          (row) => [row.name, row.id],
          (row) => row,
        );
      });
    },
    createTemplate: async (actor, input, key, given = makeId(ports, 'tpl')) => {
      const checked = validate(newTemplateSchema, input);
      authorize(actor, checked.personal ? 'template.write' : 'template.write-organization');
      const { id } = await writeOnce(store, actor, key, async (tx) => ({
        id: await addTemplate(tx, ports, actor, { id: given, ...checked }),
      }));
      return read(actor, id);
    },
    updateTemplate: async (actor, input, key) => {
      authorize(actor, 'template.write');
      await writeOnce(store, actor, key, (tx) => changeTemplate(tx, ports, actor, input));
      return read(actor, input.id);
    },
    deleteTemplate: async (actor, id, key) => {
      authorize(actor, 'template.write');
      await writeOnce(store, actor, key, (tx) => removeTemplate(tx, ports, actor, id));
      return id;
    },
  };
}

function ownerOf(actor: Actor): { orgId: Actor['orgId']; userId: string | null } {
  return { orgId: actor.orgId, userId: actor.kind === 'user' ? actor.id : null };
}

function ownedBy(personal: boolean | null | undefined): 'organization' | 'personal' | undefined {
  if (personal === null || personal === undefined) return undefined;
  return personal ? 'personal' : 'organization';
}

async function addTemplate(
  tx: Tx,
  ports: Ports,
  actor: Actor,
  input: v.InferOutput<typeof newTemplateSchema> & { readonly id: TemplateId },
): Promise<TemplateId> {
  const { id, personal, name, ...draft } = input;
  const owner = personal ? actor.id : null;
  if (personal) await requireInCatalog(tx, actor, draft.treatmentId);
  await insertTemplate(tx, {
    org_id: actor.orgId,
    id,
    name,
    owner_user_id: owner,
    ...(await draftColumns(tx, name, draft)),
  });
  await audited(tx, ports, actor, { action: 'template.create', id });
  return id;
}

async function changeTemplate(
  tx: Tx,
  ports: Ports,
  actor: Actor,
  input: TemplateUpdate,
): Promise<{ id: string }> {
  const changes = validate(templateChangesSchema, input.changes);
  const current = await ownTemplate(tx, actor, input.id);
  const whole = {
    dispenseQuantity: current.dispense_quantity,
    dispenseUnit: current.dispense_unit,
    dispenseAsWritten: current.dispense_as_written,
    fillsAllowed: current.fills_allowed,
    daysSupply: current.days_supply,
    instructions: current.instructions,
    notes: current.notes,
    ...changes,
    treatmentId: changes.treatmentId ?? current.treatment_id,
  };
  if (current.owner_user_id !== null && changes.treatmentId !== undefined)
    await requireInCatalog(tx, actor, changes.treatmentId);
  const { name = current.name } = changes;
  const set = { name, ...(await draftColumns(tx, name, whole)) };
  const key = { orgId: actor.orgId, id: current.id, revision: input.expectedRevision };
  if (!(await updateTemplateRow(tx, key, set))) {
    throw new Failure(
      'REVISION_CONFLICT',
      'This template was changed since you read it. Read it again and make your change to that.',
    );
  }
  await audited(tx, ports, actor, { action: 'template.update', id: current.id });
  return { id: current.id };
}

async function removeTemplate(tx: Tx, ports: Ports, actor: Actor, id: string): Promise<{ id: string }> {
  const current = await ownTemplate(tx, actor, id);
  await deleteTemplateRow(tx, actor.orgId, current.id);
  await audited(tx, ports, actor, { action: 'template.delete', id });
  return { id };
}

/** The template, when the caller may change it: the maker a personal one, an admin the organization's. */
async function ownTemplate(tx: Tx, actor: Actor, id: string): Promise<TemplateRow> {
  const row = (await findTemplates(tx, ownerOf(actor), [id])).get(id);
  if (row === undefined) throw notFound('template');
  if (row.owner_user_id === null) authorize(actor, 'template.write-organization');
  return row;
}

/** Where the practice prescribes from its lists only, nobody lengthens them by a template of their own. Throws TREATMENT_DISABLED. */
async function requireInCatalog(tx: Tx, actor: Actor, treatmentId: string): Promise<void> {
  if (offCatalogOf(await findOrganization(tx, actor.orgId))) return;
  const lists = { orgId: actor.orgId, catalogId: null, userId: null };
  if ((await offeredAmong(tx, lists, [treatmentId])).has(treatmentId)) return;
  throw new Failure(
    'TREATMENT_DISABLED',
    'The practice prescribes only what is in its catalog and templates. Ask an administrator to add this to a catalog.',
  );
}

type Draft = Omit<v.InferOutput<typeof newTemplateSchema>, 'name' | 'personal'>;

/** The columns of the preset; what is filled in must be what a draft takes, what is left out stays open (W1). */
async function draftColumns(tx: Tx, name: string, draft: Draft) {
  const treatment = await findTreatment(tx, draft.treatmentId);
  const problems: FieldProblem[] = checkDraft(fieldsOf(draft), '0001-01-01')
    // Numbers that contradict the directions are told, and mended, where the template is used.
    .filter(
      ({ code, severity }) => !['REQUIRED', 'AMOUNTS_CONTRADICT'].includes(code) && severity === 'error',
    )
    .map(({ field, code, message }) => ({ path: field, code, message }));
  if (treatment === undefined) {
    problems.push({ path: 'treatmentId', code: 'NOT_FOUND', message: 'There is no such treatment.' });
  }
  if (treatment === undefined || problems.length > 0) throw invalidInput(problems);
  const quantity = toQuantity(draft.dispenseQuantity ?? '');
  return {
    treatment_id: treatment.id,
    dispense_quantity: quantity.ok ? quantity.value : null,
    dispense_unit: findUnit(draft.dispenseUnit ?? '')?.code ?? null,
    dispense_as_written: draft.dispenseAsWritten ?? false,
    fills_allowed: draft.fillsAllowed ?? null,
    days_supply: draft.daysSupply ?? null,
    instructions: filled(draft.instructions),
    notes: filled(draft.notes),
    search_words: searchWords(`${name} ${treatment.search_name}`).join(' '),
  };
}

/** As the check of drafts takes them: what is left out is null. */
function fieldsOf(draft: Draft): DraftFields {
  return {
    treatmentId: draft.treatmentId,
    dispenseQuantity: draft.dispenseQuantity ?? null,
    dispenseUnit: draft.dispenseUnit ?? null,
    fillsAllowed: draft.fillsAllowed ?? null,
    daysSupply: draft.daysSupply ?? null,
    instructions: draft.instructions ?? null,
    notes: draft.notes ?? null,
  };
}

function filled(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text.trim();
}

function audited(
  tx: Tx,
  ports: Ports,
  actor: Actor,
  { action, id }: { action: string; id: string },
): Promise<void> {
  return recordAudit(tx, ports, { orgId: actor.orgId, actor, action, subject: { kind: 'template', id } });
}
