// The service's database on a cluster: made and migrated as the guide for operators says, with the two logins that it has there.
import { grantServing, letDoctorRead, migrate, withPostgresOwner } from '@pestle/service/store';
import { sql } from 'kysely';
import type { Database } from '../stage/database.ts';
import { ownerQuery } from '../stage/database.ts';
import type { Cluster } from './cluster.ts';

const NAME = 'pestle';
const OWNER = { login: 'pestle_owner', password: 'choose-one' } as const;
export const SERVING = { login: 'pestle_serve', password: 'choose-another' } as const;
/** Connections of two nodes, and room for those that wait for a standby when their client has gone. */
const SERVING_CONNECTIONS_MAX = 64;

export async function makeDatabase(cluster: Cluster): Promise<Omit<Database, 'close'>> {
  await withPostgresOwner(cluster.superuserUrl('postgres'), async (superuser) => {
    await sql
      .raw(`create role ${OWNER.login} login createrole password '${OWNER.password}'`)
      .execute(superuser);
    await sql
      .raw(
        `create role ${SERVING.login} login password '${SERVING.password}' connection limit ${SERVING_CONNECTIONS_MAX}`,
      )
      .execute(superuser);
    await sql
      .raw(`create database ${NAME} owner ${OWNER.login} encoding 'UTF8' template template0`)
      .execute(superuser);
  });
  await withPostgresOwner(cluster.url(OWNER.login, OWNER.password, NAME), async (owner) => {
    await migrate(owner);
    await grantServing(owner, SERVING.login);
    await letDoctorRead(owner);
  });
  return {
    url: cluster.url(SERVING.login, SERVING.password, NAME),
    query: ownerQuery(cluster.superuserUrl(NAME)),
  };
}
