// Puts the audit trail together for the service: what notes reads and refusals, and what chains all entries.
import type { Log } from '../kernel/log.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import type { Checkpoint } from './chain/checkpoint.ts';
import { checkpointFields, createCheckpointKey } from './chain/checkpoint.ts';
import { createSealer } from './chain/seal.ts';
import type { AuditTrail } from './trail/trail.ts';
import { createAuditTrail } from './trail/trail.ts';

export interface AuditDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly log: Pick<Log, 'info' | 'warn' | 'fatal'>;
  /** The key of checkpoints derives from it. */
  readonly identityKey: Uint8Array;
}

export interface Audit {
  readonly trail: AuditTrail;
  /** Chains what waits, and signs heads that are due. Housekeeping calls it every second. */
  seal(): Promise<void>;
  /** Writes what waits, chains everything and signs every head: at the end of the process. */
  close(): Promise<void>;
}

export function createAudit({ store, ports, log, identityKey }: AuditDeps): Audit {
  const trail = createAuditTrail({ store, ports });
  const sealer = createSealer({
    store,
    clock: ports.clock,
    key: createCheckpointKey(identityKey),
    // Wherever logs are shipped to, checkpoints are kept outside of the store (docs/reference/audit.md).
    onCheckpoint: (checkpoint: Checkpoint) =>
      log.info({ checkpoint: checkpointFields(checkpoint) }, 'audit checkpoint'),
    onBroken: (organizationId) =>
      log.fatal(
        { organizationId },
        'the audit chain was cut or rewritten: nothing more is signed for it; run pestle audit verify',
      ),
  });
  return {
    trail,
    seal: async () => {
      await sealer.seal();
    },
    close: async () => {
      try {
        await trail.close();
        await sealer.seal('everything');
      } catch (error) {
        log.warn({ err: error }, 'audit entries wait to be chained by the next process');
      }
    },
  };
}
