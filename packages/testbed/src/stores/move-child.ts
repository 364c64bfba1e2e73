// Child process of the tests of a move: moves a store, and is killed without warning as soon as the move has come to a certain phase.

import { moveStoreAudited } from '@pestle/service/audit';
import { systemPorts } from '@pestle/service/kernel';

const [, , directory, to, phase, table] = process.argv;
if (directory === undefined || to === undefined)
  throw new Error('usage: move-child DIRECTORY URL PHASE [TABLE]');
await moveStoreAudited(systemPorts, {
  directory,
  to,
  by: 'Olga Operator',
  witness: null,
  onNews: (news) => {
    if (news.phase === phase && (table === undefined || ('table' in news && news.table === table)))
      process.kill(process.pid, 'SIGKILL');
  },
});
