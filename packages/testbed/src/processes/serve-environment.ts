// What `pestle serve` needs before it starts: the configuration of a run as its environment, and a store that holds the seed.
import { seed } from '@pestle/cli/sandbox/seed';
import type { Peers } from '@pestle/sandbox/peers';
import { createService } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The same configuration as the environment of a process. */
export function environmentOf(config: Config, adminPort: number): Record<string, string> {
  const { store, fax, text } = config;
  return {
    ENVIRONMENT: config.environment,
    BASE_URL: config.baseUrl,
    PORT: String(config.port),
    ADMIN_PORT: String(adminPort),
    ...(store.kind === 'postgres' ? { DATABASE_URL: store.url } : { PESTLE_DATA_DIR: store.directory }),
    IDENTITY_KEY: hex(config.identityKey),
    LINK_KEY: hex(config.linkKey),
    DATA_KEY: hex(config.dataKeys.current),
    ...(fax !== null && { FAX_URL: fax.url, FAX_KEY: fax.key, FAX_FROM: fax.from }),
    ...(text !== null && { TEXT_URL: text.url, TEXT_KEY: text.key }),
    LOG_LEVEL: 'warn',
  };
}

/** Brings a store to the seed, without a process that serves it. */
export async function seedStore(
  config: Config,
  peers: Pick<Peers, 'pharmacies' | 'partners'>,
): Promise<void> {
  const service = await createService(config, { log: createLog({ level: 'silent' }) });
  await seed({ service, peers, baseUrl: config.baseUrl });
  await service.close();
}
