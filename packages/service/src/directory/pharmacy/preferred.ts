// Owns which pharmacies a practice prefers: its people find them first. What a pharmacy can receive stands with how it is reached.
import type { PharmacyId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { type WriteKey, writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { electronicAmong } from '../endpoints.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { DirectoryTables, PharmacyRow } from '../tables.ts';
import { findPharmacy } from './pharmacy-rows.ts';

export interface PreferredPharmacies {
  /** For each of the pharmacies, whether the caller's practice prefers it. */
  preferredAmong(actor: Actor, ids: readonly string[]): Promise<Map<string, boolean>>;
  /** The version of SCRIPT in which each that takes prescriptions by it does; others are left out. */
  scriptVersions(actor: Actor, ids: readonly string[]): Promise<Map<string, string>>;
  /** Throws FORBIDDEN for who is no administrator, NOT_FOUND, and INVALID_INPUT beyond `practicePharmaciesMax`. */
  preferPharmacy(
    actor: Actor,
    wish: { readonly id: string; readonly preferred: boolean },
    key: WriteKey,
  ): Promise<PharmacyRow>;
}

export function createPreferredPharmacies(store: Store, ports: Ports): PreferredPharmacies {
  return {
    preferredAmong: async (actor, ids) => {
      authorize(actor, 'pharmacy.read');
      if (ids.length === 0) return new Map();
      const rows = await store.withOrg(actor.orgId, (tx) =>
        tx
          .withTables<DirectoryTables>()
          .selectFrom('practice_pharmacy')
          .select('pharmacy_id')
          .where('org_id', '=', actor.orgId)
          .where('pharmacy_id', 'in', ids as readonly PharmacyId[])
          .execute(),
      );
      const preferred = new Set<string>(rows.map(({ pharmacy_id: id }) => id));
      return new Map(ids.map((id) => [id, preferred.has(id)]));
    },
    scriptVersions: async (actor, ids) => {
      authorize(actor, 'pharmacy.read');
      if (ids.length === 0) return new Map();
      return await store.withOrg(actor.orgId, (tx) => versionsAmong(tx, ids));
    },
    preferPharmacy: async (actor, { id, preferred }, key) => {
      authorize(actor, 'pharmacy.prefer');
      const { pharmacyId } = await writeOnce(store, actor, key, async (tx) => {
        const pharmacy = await findPharmacy(tx, id);
        if (pharmacy === undefined) throw notFound('pharmacy');
        await (preferred ? add(tx, actor, pharmacy.id, nowText(ports)) : take(tx, actor, pharmacy.id));
        await recordAudit(tx, ports, {
          orgId: actor.orgId,
          actor,
          action: preferred ? 'pharmacy.prefer' : 'pharmacy.prefer-no-more',
          subject: { kind: 'pharmacy', id: pharmacy.id },
        });
        return { pharmacyId: pharmacy.id };
      });
      const row = await store.withOrg(actor.orgId, (tx) => findPharmacy(tx, pharmacyId));
      if (row === undefined) throw notFound('pharmacy');
      return row;
    },
  };
}

async function versionsAmong(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const electronic = await electronicAmong(tx, ids);
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy_endpoint')
    .select(['pharmacy_id', 'integration'])
    .where('pharmacy_id', 'in', ids as readonly PharmacyId[])
    .execute();
  return new Map(
    rows.flatMap(({ pharmacy_id: id, integration: { channel, script } }) =>
      channel === 'script' && script !== undefined && electronic.get(id) === true
        ? [[id, script.version]]
        : [],
    ),
  );
}

async function add(tx: Tx, { orgId }: Actor, id: PharmacyId, at: string): Promise<void> {
  const tables = tx.withTables<DirectoryTables>();
  const { count } = await tables
    .selectFrom('practice_pharmacy')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('org_id', '=', orgId)
    .where('pharmacy_id', '<>', id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.practicePharmaciesMax) {
    const message = `A practice prefers ${LIMITS.practicePharmaciesMax} pharmacies at most: take one off first.`;
    throw invalidInput([{ path: 'id', code: 'TOO_MANY', message }]);
  }
  await tables
    .insertInto('practice_pharmacy')
    .values({ org_id: orgId, pharmacy_id: id, preferred_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function take(tx: Tx, { orgId }: Actor, id: PharmacyId): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .deleteFrom('practice_pharmacy')
    .where('org_id', '=', orgId)
    .where('pharmacy_id', '=', id)
    .execute();
}
