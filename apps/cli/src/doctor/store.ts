// Doctor's checks of the store: reachable, current, durable, private, and served by a login that row-level security binds.
import { existsSync, statSync } from 'node:fs';
import type { Config } from '@pestle/service/config';
import {
  appliedMigrations,
  DirectoryInUseError,
  type Environment,
  environmentOf,
  knownMigrations,
  openEmbeddedStore,
  openPostgresStore,
  readServingSession,
  refuseUnfinishedMove,
  type ServingSession,
  STORE_LIMITS,
  type Store,
  StoreNotUsableError,
} from '@pestle/service/store';
import { DOCTOR_LIMITS } from '../limits.ts';
import type { Finding } from './finding.ts';
import { note, ok, problem } from './finding.ts';
import { checkPrivateEndpoints } from './private-endpoints.ts';

type Configured = Pick<Config, 'environment' | 'deliveryAllow'>;

export async function checkStore(config: Configured & Pick<Config, 'store'>): Promise<Finding[]> {
  const { store } = config;
  return store.kind === 'postgres'
    ? checkPostgres(store.url, config)
    : checkEmbedded(store.directory, config);
}

/** Nothing to say of a store that nobody has served, or whose schema is older than this check. */
async function checkEnvironment(store: Store, wanted: Environment): Promise<Finding[]> {
  const is = await environmentOf(store).catch(() => undefined);
  if (is === undefined) return [];
  return [
    is === wanted
      ? ok(`the store is a ${is} store`)
      : problem(
          `The store is a ${is} store, and ENVIRONMENT says ${wanted}: the service will not start on it.`,
          `ENVIRONMENT=${is}, or another store`,
        ),
  ];
}

/** Opens the directory as the service would, which counts the fsyncs of a commit and refuses to run on none. */
async function checkEmbedded(directory: string, config: Configured): Promise<Finding[]> {
  if (!existsSync(directory))
    return [note(`the embedded store will be made in ${directory} at the first start`)];
  const findings = [checkPermissions(directory)];
  try {
    const store = await openEmbeddedStore(directory);
    try {
      findings.push(
        ok('the embedded store opens, and a commit reaches the disk'),
        ...(await checkEnvironment(store, config.environment)),
        ...(await checkPrivateEndpoints(store, config)),
      );
      if (store.sizeBytes() > STORE_LIMITS.embeddedAdvisedBytesMax)
        findings.push(
          note(
            'the embedded store is larger than 1 GB.',
            'Move to PostgreSQL: pestle move (docs/guides/moving.md).',
          ),
        );
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      findings.push(note('the embedded store is in use by a running service: not opened'));
    else
      findings.push(
        error instanceof StoreNotUsableError
          ? problem('The embedded store does not open.', error.message)
          : problem(
              'The embedded store is not durable here.',
              'Use a local disk, or PostgreSQL (DATABASE_URL).',
            ),
      );
  }
  return findings;
}

function checkPermissions(directory: string): Finding {
  const OTHERS = 0o077;
  const { mode } = statSync(directory);
  if (process.platform === 'win32' || (mode & OTHERS) === 0)
    return ok(`${directory} is readable by its owner only`);
  return problem(`Others on this machine can look into ${directory}.`, `chmod 700 ${directory}`);
}

async function checkPostgres(url: string, config: Configured): Promise<Finding[]> {
  const store = openPostgresStore(url, { connectionsMax: 1 });
  try {
    await store.ping();
  } catch {
    await store.close().catch(() => undefined);
    return [
      problem(
        'PostgreSQL does not answer, or the login is not a member of the role app.',
        'Check DATABASE_URL and the server; then: pestle migrate --serving-login NAME',
      ),
    ];
  }
  try {
    const moving = await unfinishedMove(store);
    if (moving !== undefined)
      return [
        problem(
          'A move into this database has not come to its end: the service will not start on it.',
          moving,
        ),
      ];
    return [
      ok('PostgreSQL answers'),
      ...(await checkSession(store)),
      await checkMigrations(store),
      ...(await checkEnvironment(store, config.environment)),
      ...(await checkPrivateEndpoints(store, config)),
    ];
  } finally {
    await store.close();
  }
}

/** What to do about it. A store that cannot be asked is judged by the other checks. */
async function unfinishedMove(store: Store): Promise<string | undefined> {
  return await refuseUnfinishedMove(store).then(
    () => undefined,
    (error: unknown) => (error instanceof StoreNotUsableError ? error.message : undefined),
  );
}

async function checkSession(store: Store): Promise<Finding[]> {
  const before = Date.now();
  const session = await store.asDoor(readServingSession);
  const findings: Finding[] = [];
  findings.push(
    session.version >= DOCTOR_LIMITS.postgresVersionMin
      ? ok(`PostgreSQL ${session.version}`)
      : problem(
          `PostgreSQL ${session.version} is too old.`,
          `Use ${DOCTOR_LIMITS.postgresVersionMin} or newer.`,
        ),
  );
  const skewMs = Math.abs(Date.parse(session.now) - (before + Date.now()) / 2);
  findings.push(
    skewMs <= DOCTOR_LIMITS.clockSkewMsMax
      ? ok('the clocks of this machine and the database agree')
      : problem(
          `The clocks of this machine and the database differ by ${Math.round(skewMs / 1000)} s.`,
          'Synchronize both (NTP).',
        ),
  );
  findings.push(loginFinding(session));
  return findings;
}

function loginFinding({ superuser, bypass, owns, missing }: ServingSession): Finding {
  if (superuser || bypass) {
    return problem(
      `The serving login ${superuser ? 'is a superuser' : 'has BYPASSRLS'}: row-level security does not hold for it.`,
      'Serve by a login of its own: create role NAME login, then pestle migrate --serving-login NAME',
    );
  }
  if (owns) {
    return problem(
      'The serving login owns tables: it could switch row-level security off.',
      'Let another role own the schema (MIGRATE_DATABASE_URL), and serve by a login that owns nothing.',
    );
  }
  if (missing.length > 0) {
    return problem(
      `The serving login is not a member of ${missing.join(', ')}.`,
      'pestle migrate --serving-login NAME',
    );
  }
  return ok('the serving login owns nothing and row-level security binds it');
}

async function checkMigrations(store: Store): Promise<Finding> {
  const applied = await store.asDoor(appliedMigrations).catch(() => undefined);
  if (applied === undefined)
    return problem('The schema is missing, or the login may not look at it.', 'pestle migrate');
  const missing = knownMigrations().filter((name) => !applied.includes(name));
  if (missing.length > 0) return problem(`The schema lacks ${missing.join(', ')}.`, 'pestle migrate');
  const unknown = applied.filter((name) => !knownMigrations().includes(name));
  if (unknown.length > 0) return note('the schema is newer than this program.', 'Update this node.');
  return ok('the schema is current');
}
