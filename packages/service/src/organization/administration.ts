// What those who run the service write of an organization: that it exists, and what it asks of its people. Each write may be repeated.
import type { OrganizationId } from '@pestle/rules/ids';
import { toPhone10 } from '@pestle/rules/phone';
import { sql } from 'kysely';
import * as v from 'valibot';
import { notFound } from '../kernel/errors.ts';
import { plainText } from '../kernel/text.ts';
import { idInput, parsedBy, timeZoneInput, validate } from '../kernel/validate.ts';
import type { Store } from '../store/store.ts';
import { ORGANIZATION_LIMITS as LIMITS } from './limits.ts';
import type { OrganizationTables } from './organizations.ts';

const organizationSchema = v.strictObject({
  id: idInput('org'),
  name: v.pipe(v.string(), parsedBy(plainText(LIMITS.nameCharactersMax))),
  phone: v.nullish(v.pipe(v.string(), parsedBy(toPhone10))),
  timeZone: timeZoneInput,
  environment: v.picklist(['production', 'staging', 'sandbox']),
});

/** What an organization asks of its people; what is left out stays. */
const settingsSchema = v.strictObject({
  /** Prescribers enter whom they sign for once more; at first no. */
  patientReentry: v.optional(v.boolean()),
  /** Staff choose the pharmacy of an order, and another one later; at first they may. */
  staffMayChoosePharmacy: v.optional(v.boolean()),
});

export type OrganizationInput = v.InferInput<typeof organizationSchema>;
export type SettingsInput = v.InferInput<typeof settingsSchema>;

export interface OrganizationAdministration {
  /** Makes the organization, or brings it to what is given. */
  upsert(input: OrganizationInput): Promise<void>;
  /** By name, those whose name has these words in it, or whose id it is; `more` where there are more than are listed. */
  list(
    search: string,
  ): Promise<{ readonly organizations: readonly ListedOrganization[]; readonly more: boolean }>;
  /** What is left out stays. Throws NOT_FOUND. */
  changeSettings(organizationId: string, settings: SettingsInput): Promise<void>;
}

export interface ListedOrganization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly environment: 'production' | 'staging' | 'sandbox';
}

export function createOrganizationAdministration(store: Store): OrganizationAdministration {
  return {
    upsert: (input) => upsert(store, input),
    list: (search) => list(store, search),
    changeSettings: (id, settings) => changeSettings(store, id, settings),
  };
}

async function list(store: Store, search: string): ReturnType<OrganizationAdministration['list']> {
  const words = search.trim().slice(0, LIMITS.nameCharactersMax);
  const rows = await store.asKeeper((tx) =>
    tx
      .withTables<OrganizationTables>()
      .selectFrom('organization')
      .select(['org_id', 'name', 'environment'])
      .where((where) =>
        where.or([
          where(sql`position(lower(${words}) in lower(name))`, '>', 0),
          where('org_id', '=', words as OrganizationId),
        ]),
      )
      .orderBy('name')
      .orderBy('org_id')
      .limit(LIMITS.listedMax + 1)
      .execute(),
  );
  return {
    organizations: rows
      .slice(0, LIMITS.listedMax)
      .map(({ org_id: id, name, environment }) => ({ id, name, environment })),
    more: rows.length > LIMITS.listedMax,
  };
}

async function upsert(store: Store, input: OrganizationInput): Promise<void> {
  const { id, name, phone = null, timeZone, environment } = validate(organizationSchema, input);
  const columns = { name, phone, time_zone: timeZone, environment };
  await store.asKeeper((tx) =>
    tx
      .withTables<OrganizationWriting>()
      .insertInto('organization')
      .values({ org_id: id as OrganizationId, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
      .execute(),
  );
}

/** The columns without those that the database fills. */
type OrganizationWriting = {
  organization: Omit<OrganizationTables['organization'], 'settings' | 'created_at'>;
};

async function changeSettings(store: Store, id: string, input: SettingsInput): Promise<void> {
  const settings = JSON.stringify(validate(settingsSchema, input));
  const changed = await store.asKeeper((tx) =>
    tx
      .withTables<OrganizationTables>()
      .updateTable('organization')
      .set({ settings: sql`settings || ${settings}::jsonb` })
      .where('org_id', '=', id as OrganizationId)
      .returning('org_id')
      .executeTakeFirst(),
  );
  if (changed === undefined) throw notFound('organization');
}
