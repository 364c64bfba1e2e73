// `pestle serve`: the service as configured by the environment, until it is told to stop.

import { createService, openStore } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog, isLoopback, STOP_LIMITS } from '@pestle/service/kernel';
import {
  appliedMigrations,
  knownMigrations,
  refuseUnfinishedMove,
  type Store,
  StoreNotUsableError,
} from '@pestle/service/store';
import { BUILD_REMEDY, browserBuild, browserFiles } from './browser-files.ts';
import { configured } from './configured.ts';
import { stopInTheEnd } from './last-resort.ts';
import { CommandError, portInUse, say } from './output.ts';

/** What a production deployment must know today; each line goes when its hardening is done. */
const NOT_HARDENED: readonly string[] = [
  'review: nobody independent has looked at it yet',
  'network: quotas are counted on each node; against floods of connections put a proxy in front',
];

/** Runs until SIGINT or SIGTERM. Throws CommandError for what the operator can mend. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = configured(env);
  const log = createLog({ level: config.logLevel });
  const store = await openStore(config).catch((error: unknown) => {
    throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
  });
  if (store.kind === 'postgres') await requireCurrentSchema(store);
  const build = await browserBuild().catch((error: unknown) => {
    log.error({ err: error }, 'the elements and the portal are not built');
    return undefined;
  });
  const extensions =
    build === undefined
      ? []
      : browserFiles(build, {
          baseUrl: config.baseUrl,
          released: config.environment === 'production',
          store: () => store,
        });
  const service = await createService(config, { log, store, extensions }).catch((error: unknown) => {
    throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
  });
  stopInTheEnd({ log, stop: () => service.close(), stopMsMax: STOP_LIMITS.totalMs });
  const { url, adminUrl } = await service.listen().catch(async (error: unknown) => {
    await service.close();
    throw takenPort(error, config) ?? error;
  });
  say(
    `Pestle (${config.environment}) listens at ${url}, reached at ${config.baseUrl}, on the ${config.store.kind} store.`,
    ...(adminUrl === null ? [] : [`Figures and health for operators: ${adminUrl}`]),
    ...(build === undefined
      ? [`The elements and the portal are not served. Stop the service, then: ${BUILD_REMEDY}`]
      : []),
    ...(isLoopback(config.host) ? [] : ['It can be reached from other machines.']),
    'Not hardened yet:',
    ...NOT_HARDENED.map((line) => `  - ${line}`),
  );
}

/** Of the two ports that a node listens at, the one that is taken; PORT is the first of them. */
function takenPort(error: unknown, { port, admin }: Config): CommandError | undefined {
  const taken = (error as { port?: unknown } | null)?.port;
  return admin !== null && taken === admin.port && taken !== port
    ? portInUse(error, admin.port, 'ADMIN_PORT')
    : portInUse(error, port, 'PORT');
}

/** Without it the first request would fail on a table that is not there. */
async function requireCurrentSchema(store: Store): Promise<void> {
  const advice = await store.asDoor(appliedMigrations).then(
    (applied) =>
      knownMigrations().every((name) => applied.includes(name)) ? undefined : 'The schema is not current.',
    () => 'PostgreSQL does not answer, or its schema is missing.',
  );
  if (advice === undefined) return;
  const moving = await refuseUnfinishedMove(store).then(
    () => undefined,
    (error: unknown) => (error instanceof StoreNotUsableError ? error.message : undefined),
  );
  await store.close();
  throw new CommandError(
    moving ?? `${advice} Run "pestle migrate", or "pestle doctor" to see what is wrong.`,
  );
}
