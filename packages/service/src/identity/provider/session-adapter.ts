// Sessions of the OpenID provider as the store has them, without those in which nobody worked for their organization's time.
import type { AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { sessionStands } from '../sessions/browser-sessions.ts';
import { ArtifactAdapter } from './adapter.ts';

/** A session that has ended by itself is none to the provider: neither its cookie nor a refresh token from it opens anything. */
export class SessionAdapter extends ArtifactAdapter {
  readonly #stands: (uid: string) => Promise<boolean>;

  constructor(store: Store, clock: Clock) {
    super(store, clock, 'Session');
    this.#stands = (uid) => store.asDoor((tx) => sessionStands(tx, { clock }, uid));
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return await this.#standing(await super.find(id));
  }

  override async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return await this.#standing(await super.findByUid(uid));
  }

  async #standing(found: AdapterPayload | undefined): Promise<AdapterPayload | undefined> {
    if (found?.uid === undefined) return found;
    return (await this.#stands(found.uid)) ? found : undefined;
  }
}
