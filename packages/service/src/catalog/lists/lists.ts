// What callers may do with an organization's catalogs and its list of what is not prescribed: administrators write, everybody reads.
import type { CatalogId, TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import { makeId, type Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { CatalogRow, TreatmentRow } from '../tables.ts';
import { findTreatments } from '../treatments.ts';
import {
  catalogTreatmentRows,
  disabledRows,
  findCatalogs,
  insertCatalog,
  insertDisabled,
  listTreatments,
  lockCatalog,
  removeCatalog,
  removeDisabled,
  touchCatalog,
  unlistTreatments,
} from './lists-sql.ts';

const name = v.pipe(v.string(), parsedBy(plainText(LIMITS.catalogNameCharactersMax)));
const treatmentIds = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.check((id) => isId('trt', id), 'This is not the id of a treatment.'),
    ),
  ),
  v.maxLength(LIMITS.treatmentIdsMax, `At most ${LIMITS.treatmentIdsMax} treatments at once.`),
);
const newCatalogSchema = v.strictObject({ name, treatmentIds: v.nullish(treatmentIds) });
const catalogChangesSchema = v.strictObject({
  name: v.nullish(name),
  addTreatmentIds: v.nullish(treatmentIds),
  removeTreatmentIds: v.nullish(treatmentIds),
});
const disableSchema = v.strictObject({
  treatmentIds,
  reason: v.nullish(v.pipe(v.string(), parsedBy(plainText(LIMITS.disabledReasonCharactersMax)))),
});

export type NewCatalog = v.InferInput<typeof newCatalogSchema>;
export type CatalogChanges = v.InferInput<typeof catalogChangesSchema>;
export type Disabling = v.InferInput<typeof disableSchema>;

export interface CatalogUpdate {
  readonly id: string;
  readonly expectedRevision: number;
  readonly changes: CatalogChanges;
}

export interface DisabledTreatment {
  readonly treatment: TreatmentRow;
  readonly reason: string | null;
}

export interface TreatmentLists {
  /** All catalogs of the organization, in the order of their names. */
  catalogs(actor: Actor): Promise<readonly CatalogRow[]>;
  /** Throws NOT_FOUND. */
  catalog(actor: Actor, id: string): Promise<CatalogRow>;
  catalogTreatments(actor: Actor, catalogId: string, page: PageRequest): Promise<Page<TreatmentRow>>;
  createCatalog(actor: Actor, input: NewCatalog, key: WriteKey): Promise<CatalogRow>;
  updateCatalog(actor: Actor, input: CatalogUpdate, key: WriteKey): Promise<CatalogRow>;
  deleteCatalog(actor: Actor, id: string, key: WriteKey): Promise<string>;
  /** The standing list of what is not prescribed here. */
  disabledTreatments(actor: Actor, page: PageRequest): Promise<Page<DisabledTreatment>>;
  disableTreatments(actor: Actor, input: Disabling, key: WriteKey): Promise<readonly string[]>;
  enableTreatments(actor: Actor, ids: readonly string[], key: WriteKey): Promise<readonly string[]>;
}

export function createTreatmentLists(store: Store, ports: Ports): TreatmentLists {
  const read = async (actor: Actor, id: string): Promise<CatalogRow> => {
    const rows = await store.withOrg(actor.orgId, (tx) => findCatalogs(tx, actor.orgId));
    const row = rows.find((catalog) => catalog.id === id);
    if (row === undefined) throw notFound('catalog');
    return row;
  };
  const write = <Result extends object>(
    actor: Actor,
    key: WriteKey,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> => {
    authorize(actor, 'catalog.write');
    return nameGuarded(() => writeOnce(store, actor, key, work));
  };
  return {
    catalogs: async (actor) => {
      authorize(actor, 'catalog.read');
      return store.withOrg(actor.orgId, (tx) => findCatalogs(tx, actor.orgId));
    },
    catalog: async (actor, id) => {
      authorize(actor, 'catalog.read');
      return await read(actor, id);
    },
    catalogTreatments: async (actor, catalogId, page) => {
      authorize(actor, 'catalog.read');
      await read(actor, catalogId);
      const size = pageSize(page);
      return await store.withOrg(actor.orgId, async (tx) => {
        const cursors = cursorsOf(keysOf(tx), ['catalogTreatments', catalogId]);
        const after = readCursor(page, cursors, ['string', 'string']);
        const window = { orgId: actor.orgId, catalogId, after, limit: size + 1 };
        return pageOf(await catalogTreatmentRows(tx, window), size, cursors, nameKey, (row) => row);
      });
    },
    createCatalog: async (actor, input, key) => {
      const { id } = await write(actor, key, (tx) => addCatalog(tx, ports, actor, input));
      return read(actor, id);
    },
    updateCatalog: async (actor, input, key) => {
      const { id } = await write(actor, key, (tx) => changeCatalog(tx, ports, actor, input));
      return read(actor, id);
    },
    deleteCatalog: async (actor, id, key) => {
      await write(actor, key, async (tx) => {
        if (!(await removeCatalog(tx, actor.orgId, id))) throw notFound('catalog');
        await audited(tx, ports, actor, { action: 'catalog.delete', kind: 'catalog', id });
        return { id };
      });
      return id;
    },
    ...disabledList(store, ports, write),
  };
}

type Write = <Result extends object>(
  actor: Actor,
  key: WriteKey,
  work: (tx: Tx) => Promise<Result>,
) => Promise<Result>;

function disabledList(
  store: Store,
  ports: Ports,
  write: Write,
): Pick<TreatmentLists, 'disabledTreatments' | 'disableTreatments' | 'enableTreatments'> {
  return {
    disabledTreatments: async (actor, page) => {
      authorize(actor, 'catalog.read');
      const size = pageSize(page);
      return await store.withOrg(actor.orgId, async (tx) => {
        const cursors = cursorsOf(keysOf(tx), ['disabledTreatments']);
        const after = readCursor(page, cursors, ['string', 'string']);
        const rows = await disabledRows(tx, { orgId: actor.orgId, after, limit: size + 1 });
        return pageOf(rows, size, cursors, nameKey, ({ reason, ...treatment }) => ({ treatment, reason }));
      });
    },
    disableTreatments: async (actor, input, key) => {
      const { treatmentIds: ids, reason = null } = validate(disableSchema, input);
      const { ids: done } = await write(actor, key, async (tx) => {
        await requireTreatments(tx, ids, 'treatmentIds');
        await insertDisabled(tx, actor.orgId, ids, reason);
        for (const id of ids)
          await audited(tx, ports, actor, { action: 'treatment.disable', kind: 'treatment', id });
        return { ids };
      });
      return done;
    },
    enableTreatments: async (actor, ids, key) => {
      const checked = validate(treatmentIds, ids);
      const { ids: done } = await write(actor, key, async (tx) => {
        await removeDisabled(tx, actor.orgId, checked);
        for (const id of checked)
          await audited(tx, ports, actor, { action: 'treatment.enable', kind: 'treatment', id });
        return { ids: checked };
      });
      return done;
    },
  };
}

function nameKey(row: { readonly name: string; readonly id: string }): readonly [string, string] {
  return [row.name, row.id];
}

async function addCatalog(tx: Tx, ports: Ports, actor: Actor, input: NewCatalog): Promise<{ id: CatalogId }> {
  const { name: catalogName, treatmentIds: ids } = validate(newCatalogSchema, input);
  const others = await findCatalogs(tx, actor.orgId);
  if (others.length >= LIMITS.catalogsMax) {
    const message = `An organization may have ${LIMITS.catalogsMax} catalogs: delete one first.`;
    throw invalidInput([{ path: 'name', code: 'TOO_MANY', message }]);
  }
  const id = makeId(ports, 'cat');
  await insertCatalog(tx, { org_id: actor.orgId, id, name: catalogName });
  await addTo(tx, actor, id, ids ?? [], 'treatmentIds');
  await audited(tx, ports, actor, { action: 'catalog.create', kind: 'catalog', id });
  return { id };
}

async function changeCatalog(
  tx: Tx,
  ports: Ports,
  actor: Actor,
  input: CatalogUpdate,
): Promise<{ id: CatalogId }> {
  const changes = validate(catalogChangesSchema, input.changes);
  const current = await lockCatalog(tx, actor.orgId, input.id);
  if (current === undefined) throw notFound('catalog');
  if (current.revision !== input.expectedRevision) {
    throw new Failure(
      'REVISION_CONFLICT',
      'This catalog was changed since you read it. Read it again and make your change to that.',
    );
  }
  const { id } = current;
  await unlistTreatments(tx, actor.orgId, id, changes.removeTreatmentIds ?? []);
  await addTo(tx, actor, id, changes.addTreatmentIds ?? [], 'addTreatmentIds');
  await touchCatalog(tx, actor.orgId, id, changes.name ?? current.name);
  await audited(tx, ports, actor, { action: 'catalog.update', kind: 'catalog', id });
  return { id };
}

async function addTo(
  tx: Tx,
  actor: Actor,
  id: CatalogId,
  ids: readonly string[],
  path: string,
): Promise<void> {
  const known = await requireTreatments(tx, ids, path);
  await listTreatments(tx, actor.orgId, id, known);
}

async function requireTreatments(
  tx: Tx,
  ids: readonly string[],
  path: string,
): Promise<readonly TreatmentId[]> {
  const known = await findTreatments(tx, ids);
  const problems = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `${path}[${index}]`, code: 'NOT_FOUND', message: 'There is no such treatment.' }],
  );
  if (problems.length > 0) throw invalidInput(problems);
  return [...known.values()].map(({ id }) => id);
}

function audited(
  tx: Tx,
  ports: Ports,
  actor: Actor,
  act: { readonly action: string; readonly kind: string; readonly id: string },
): Promise<void> {
  const subject = { kind: act.kind, id: act.id };
  return recordAudit(tx, ports, { orgId: actor.orgId, actor, action: act.action, subject });
}

async function nameGuarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.uniqueViolation || violatedConstraint(error) !== 'catalog_name')
      throw error;
    throw new Failure('NAME_TAKEN', 'Another catalog of this organization has this name. Choose another.');
  }
}
