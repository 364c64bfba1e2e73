// What those who run the service write of an organization: that it exists, and what it asks of its people. Each write may be repeated.
import type { OrganizationId } from '@pestle/rules/ids';
import { toPhone10 } from '@pestle/rules/phone';
import { sql } from 'kysely';
import * as v from 'valibot';
import { recordAudit } from '../audit/audit.ts';
import { operatorName } from '../audit/inside.ts';
import type { Ports } from '../kernel/ports.ts';
import { plainText } from '../kernel/text.ts';
import { idInput, parsedBy, timeZoneInput, validate } from '../kernel/validate.ts';
import type { Store } from '../store/store.ts';
import { ORGANIZATION_LIMITS as LIMITS } from './limits.ts';
import type { OrganizationTables } from './organizations.ts';
import {
  namesOf,
  readSettings,
  refuseStatements,
  requireOwner,
  type SettingsInput,
  type WorksOnDesk,
  writeSettings,
} from './settings.ts';

const organizationSchema = v.strictObject({
  id: idInput('org'),
  name: v.pipe(v.string(), parsedBy(plainText(LIMITS.nameCharactersMax))),
  phone: v.nullish(v.pipe(v.string(), parsedBy(toPhone10))),
  timeZone: timeZoneInput,
  environment: v.picklist(['production', 'staging', 'sandbox']),
});

export type OrganizationInput = v.InferInput<typeof organizationSchema>;

export interface OrganizationAdministration {
  /** Makes the organization, or brings it to what is given. */
  upsert(input: OrganizationInput): Promise<void>;
  /** By name, those whose name has these words in it, or whose id it is; `more` where there are more than are listed. */
  list(
    search: string,
  ): Promise<{ readonly organizations: readonly ListedOrganization[]; readonly more: boolean }>;
  /** What is left out stays, whatever it was meanwhile; `by` is the operator, for the trail. Throws NOT_FOUND, INVALID_INPUT. */
  changeSettings(organizationId: string, settings: SettingsInput, by: string): Promise<void>;
}

export interface ListedOrganization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly environment: 'production' | 'staging' | 'sandbox';
}

export interface AdministrationDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly worksOnDesk: WorksOnDesk;
}

export function createOrganizationAdministration(deps: AdministrationDeps): OrganizationAdministration {
  const { store } = deps;
  return {
    upsert: (input) => upsert(store, input),
    list: (search) => list(store, search),
    changeSettings: (id, settings, by) => changeSettings(deps, { id, settings, by }),
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
      .withTables<OrganizationTables>()
      .insertInto('organization')
      .values({ org_id: id as OrganizationId, ...columns })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet(columns))
      .execute(),
  );
}

interface SettingsAct {
  readonly id: string;
  readonly settings: SettingsInput;
  readonly by: string;
}

async function changeSettings(
  { store, ports, worksOnDesk }: AdministrationDeps,
  { id, settings: input, by }: SettingsAct,
): Promise<void> {
  const settings = readSettings(input);
  refuseStatements(settings);
  const actor = { kind: 'operator', id: validate(operatorName, by, 'by') } as const;
  const orgId = id as OrganizationId;
  await store.withOrg(orgId, async (tx) => {
    await requireOwner(tx, orgId, settings, worksOnDesk);
    await writeSettings(tx, orgId, settings, null);
    await recordAudit(tx, ports, {
      orgId,
      actor,
      action: 'organization.change',
      subject: { kind: 'organization', id },
      detail: { settings: namesOf(settings) },
    });
  });
}
