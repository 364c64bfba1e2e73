// The windows of maintenance of the running service that holds the embedded store.
import type { MaintenanceAdministration } from '@pestle/service/directory';
import type { MaintenanceAct } from '@pestle/service/http';
import { askService } from '../ask-service.ts';

/** The windows of the service that runs on the store in this directory. Its methods throw as those of the administration do; CommandError when it does not answer. */
export function throughOperatorListener(directory: string): MaintenanceAdministration {
  const ask = async <T>(body: MaintenanceAct): Promise<T> =>
    (await askService(directory, '/maintenance', body)) as T;
  return {
    list: (input) => ask({ act: 'list', input }),
    history: (id) => ask({ act: 'history', id }),
    add: (input) => ask({ act: 'add', input }),
    change: (id, input) => ask({ act: 'change', id, input }),
    end: (id, input) => ask({ act: 'end', id, input }),
  };
}
