// Reads what the two trails say of an act of an operator: the network's, and the one of the organization whose order it is.
import { networkActs } from '@pestle/service/for-tests/audit';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { TEST_ORGANIZATION } from '../practice/people.ts';

export interface BothTrails {
  /** Of one subject, the oldest first: action and operator. */
  readonly network: (subject: string) => Promise<(readonly [action: string, operator: string])[]>;
  /** The same in the test organization, each in a line with its actor; attempts are left out. */
  readonly organization: (subject: string) => Promise<string[]>;
}

export function bothTrails(store: Pick<Store, 'asKeeper' | 'withOrg'>): BothTrails {
  return {
    network: async (subject) =>
      (await store.asKeeper((tx) => networkActs(tx, subject))).map(
        ({ action, operator }) => [action, operator] as const,
      ),
    organization: async (subject) => {
      const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          line: string;
        }>`select concat_ws(' ', action, actor_kind, actor_id) as line from audit_entry where subject_id = ${subject} and action <> 'transmission.attempt' order by at, id`.execute(
          tx,
        ),
      );
      return rows.map(({ line }) => line);
    },
  };
}
