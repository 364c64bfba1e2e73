// A store whose work is named in traces: by the names of statements and by role, never by values.
import { traced } from '../kernel/traced/traced.ts';
import type { Store } from './store.ts';

/** The same store; only where traces are configured. */
export function tracedStore<S extends Store>(store: S): S {
  const transaction = <T>(role: string, work: () => Promise<T>): Promise<T> =>
    traced({ name: 'store transaction', facts: { 'db.role': role } }, work);
  const named: S = {
    ...store,
    withOrg: (orgId, work, also) => transaction('app', () => store.withOrg(orgId, work, also)),
    asDoor: (work) => transaction('door', () => store.asDoor(work)),
    asCourier: (work) => transaction('courier', () => store.asCourier(work)),
    asKeeper: (work) => transaction('keeper', () => store.asKeeper(work)),
    pipeline: (groups) => {
      const names = groups.flatMap(({ steps }) => steps.map(({ statement }) => statement.name));
      const facts = {
        'db.role': groups.map(({ scope }) => scope.role).join(','),
        'db.statements': names.join(','),
      };
      return traced({ name: 'store pipeline', facts }, () => store.pipeline(groups));
    },
  };
  return named;
}
