// The database under a stage: a PostgreSQL cluster of its own, or whichever another gives; asked as the schema's owner for what the judge reads.
import type { OwnerQuery } from '@pestle/cli/check/owner-query';
import { letDoctorRead, withPostgresOwner } from '@pestle/service/store';
import type { PostgresServer } from '@pestle/testbed/stores/postgres-server';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

export interface Database {
  /** Of the login that the nodes use. */
  readonly url: string;
  readonly query: OwnerQuery;
  /** The server behind it, where it is one that a fault may stop. */
  readonly server?: PostgresServer;
  close(): Promise<void>;
}

/** For a fault's `cannotRun`. */
export function withoutPostgres(): string | undefined {
  return skipWithoutPostgres === false ? undefined : skipWithoutPostgres;
}

/** The same for any cluster: the owner's URL is the only one that sees all. */
export function ownerQuery(ownerUrl: string): OwnerQuery {
  return (text) =>
    withPostgresOwner(ownerUrl, async (owner) => {
      const { rows } = await sql.raw<Record<string, unknown>>(text).execute(owner);
      return rows;
    });
}

/** @param settings Lines of `postgresql.conf`; without any, what the operating system has taken counts as kept. */
export async function openOwnDatabase(settings?: readonly string[]): Promise<Database> {
  const postgres = await openPostgresTestStore(settings);
  await postgres.asOwner(letDoctorRead);
  return {
    url: postgres.url,
    query: ownerQuery(postgres.server.ownerUrl('pestle')),
    server: postgres.server,
    close: () => postgres.close(),
  };
}
