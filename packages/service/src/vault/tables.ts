// The tables of wrapped keys: those of organizations and those of the network.
import type { Generated } from 'kysely';

interface KeyColumns {
  purpose: 'data' | 'index';
  version: number;
  /** Which master key wrapped it. */
  master_id: string;
  wrapped: Uint8Array;
  /** From when it seals. */
  active_from: string;
  /** Nothing is sealed with an older version any more. */
  resealed_at: Generated<string | null>;
}

export type VaultTables = {
  data_key: KeyColumns & { org_id: string };
  network_key: KeyColumns;
};
