// The challenges of passkeys that were asked for: kept under the sign-in or session that asked, each good for one answer.
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { ArtifactAdapter } from '../provider/adapter.ts';

export interface Challenges {
  /** Replaces the one before. */
  keep(asker: string, challenge: string): Promise<void>;
  /** Null when there is none any more: of two answers at the same moment one gets it. */
  take(asker: string): Promise<string | null>;
}

const MODEL = 'PasskeyChallenge';

export function createChallenges(store: Store, ports: Ports): Challenges {
  const kept = new ArtifactAdapter(store, ports.clock, MODEL);
  return {
    keep: (asker, challenge) => kept.upsert(asker, { challenge }, IDENTITY_LIMITS.signInSeconds),
    take: async (asker) => {
      const payload = await kept.take(asker);
      return payload === undefined ? null : String(payload['challenge']);
    },
  };
}
