// Reads the configuration from the environment: one table of variables, checked together, every problem named at once.
import { isIP } from 'node:net';
import * as v from 'valibot';
import type { PayerSettings } from '../coverage/inside.ts';
import { SETTABLE_LIMITS } from '../kernel/limits.ts';
import type { LogOptions } from '../kernel/log.ts';
import { isPrivateRange } from '../kernel/outgoing/network-policy.ts';
import type { Environment } from '../store/inside.ts';
import type { TraceSettings } from '../tracing/inside.ts';
import type { MasterKeys } from '../vault/vault.ts';
import type { ConsoleConfig } from './addresses.ts';
import { addressOf, consoleOf, port } from './addresses.ts';
import type { AlertConfig } from './alerts.ts';
import { alertsOf } from './alerts.ts';
import type { FaxConfig, TextConfig } from './carriers.ts';
import { faxOf, textOf } from './carriers.ts';
import { payersOf } from './payers.ts';
import type { PeopleConfig } from './people.ts';
import { peopleOf } from './people.ts';
import type { EnvironmentVariables, Reader } from './reader.ts';
import { createReader, parseKey } from './reader.ts';
import { tracesOf } from './traces.ts';

export interface Config {
  readonly environment: Environment;
  /** The public address, without a slash at the end. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** The operators' listener: figures and health. */
  readonly admin: { readonly host: string; readonly port: number } | null;
  /** The operators' console; none when left out. */
  readonly console?: ConsoleConfig | null;
  readonly store:
    | { readonly kind: 'postgres'; readonly url: string; readonly connectionsMax: number | null }
    | { readonly kind: 'embedded'; readonly directory: string };
  readonly logLevel: LogOptions['level'];
  /** Private ranges in which endpoints may live that name a network inside them. */
  readonly deliveryAllow: readonly string[];
  readonly trustedProxies: readonly string[];
  /** 32 bytes: seals signing keys and second factors, signs cookies. */
  readonly identityKey: Uint8Array;
  /** 32 bytes: the secrets on faxes derive from it. */
  readonly linkKey: Uint8Array;
  /** Keys from before a rotation, or the one that is to come: they still verify and open. */
  readonly identityKeysPrevious?: readonly Uint8Array[];
  readonly linkKeysPrevious?: readonly Uint8Array[];
  /** 32 bytes each: wrap the keys that seal health information. */
  readonly dataKeys: MasterKeys;
  readonly requireSecondFactor: boolean;
  readonly stagingUrl: string | null;
  /** Whom a pharmacy or integrator can ask. */
  readonly operatorContact: string | null;
  /** Who we are to pharmacies, in the header of SCRIPT messages. */
  readonly scriptSender: { readonly id: string; readonly tertiaryId: string };
  readonly fax: FaxConfig | null;
  readonly text: TextConfig | null;
  /** Where alerts are posted; nowhere when left out. */
  readonly alerts?: AlertConfig | null;
  /** Where traces go; nowhere when left out, and nothing of them is loaded. */
  readonly traces?: TraceSettings | null;
  /** Who is asked in real time what a plan covers; nobody when left out. */
  readonly payers?: readonly PayerSettings[];
  /** How people sign in and sign; what the sandbox has when left out. */
  readonly people?: PeopleConfig;
  /** How long a message waits for a pharmacy's maintenance to end before it goes by fax; the limit when left out. */
  readonly maintenanceWaitMs?: number;
  /** Deliveries of one node at a time; the limit when left out. */
  readonly deliveriesAtATime?: number;
  /** A file outside of the store that remembers it, so that an older state is noticed; none when left out. */
  readonly witnessFile?: string | null;
  /** Begins a quarantine at the start, once for each value. */
  readonly startInQuarantine?: string | null;
  /** Where deliveries may go: public addresses only, or our own machine too (the sandbox). */
  readonly deliveries: 'public' | 'loopback';
  /** Requests a minute of one user or machine to the API; null or left out for no quota (the sandbox). */
  readonly requestsPerMinute?: number | null;
}

/** Names what is wrong with the configuration and how to mend it; never repeats a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const boolean = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);
const requestsPerMinute = v.pipe(v.string(), v.regex(/^[1-9]\d{1,6}$/), v.transform(Number));
const deliveriesAtATime = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(10_000),
);
const waitMinutes = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.maxValue(240));
const senderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9.-]{1,35}$/));
const quarantineLabel = v.pipe(v.string(), v.regex(/^[\w.:-]{1,60}$/));

/** The configuration in `env`. Throws ConfigError naming every problem. */
export function readConfig(env: EnvironmentVariables): Config {
  const reader = createReader(env);
  const { one, key, problem } = reader;
  const environment = one('ENVIRONMENT', v.picklist(['production', 'staging', 'sandbox'])) ?? 'production';
  const host = one('HOST', v.string()) ?? '127.0.0.1';
  const listenPort = one('PORT', port) ?? 8080;
  const baseUrl = addressOf(
    { name: 'BASE_URL', given: one('BASE_URL', v.string()), host, port: listenPort },
    environment,
    problem,
  );
  const databaseUrl = one('DATABASE_URL', v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//)));
  const connectionsMax = one(
    'DATABASE_CONNECTIONS_MAX',
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)),
  );
  const directory = one('PESTLE_DATA_DIR', v.string()) ?? '.pestle/data';
  const identityKey = key('IDENTITY_KEY');
  const linkKey = key('LINK_KEY');
  const dataKey = key('DATA_KEY');
  if (identityKey !== undefined && linkKey !== undefined && Buffer.from(identityKey).equals(linkKey))
    problem('LINK_KEY must differ from IDENTITY_KEY.');
  if ([identityKey, linkKey].some((other) => other !== undefined && dataKey?.equals(other) === true))
    problem('DATA_KEY must differ from IDENTITY_KEY and LINK_KEY.');
  const config: Config = {
    environment,
    baseUrl,
    host,
    port: listenPort,
    admin: adminOf(reader),
    console: consoleOf(reader, baseUrl, environment),
    store:
      databaseUrl === undefined
        ? { kind: 'embedded', directory }
        : { kind: 'postgres', url: databaseUrl, connectionsMax: connectionsMax ?? null },
    ...olderStateOf(reader, databaseUrl === undefined ? directory : null),
    logLevel: one('LOG_LEVEL', v.picklist(['silent', 'error', 'warn', 'info', 'debug'])) ?? 'info',
    deliveryAllow: rangesOf(one('DELIVERY_ALLOW', v.string()) ?? '', problem),
    trustedProxies: proxiesOf(one('TRUSTED_PROXIES', v.string()) ?? '', problem),
    identityKey: identityKey ?? new Uint8Array(),
    linkKey: linkKey ?? new Uint8Array(),
    dataKeys: {
      current: dataKey ?? new Uint8Array(),
      previous: previousKeysOf(reader, 'DATA_KEYS_PREVIOUS'),
    },
    identityKeysPrevious: previousKeysOf(reader, 'IDENTITY_KEYS_PREVIOUS'),
    linkKeysPrevious: previousKeysOf(reader, 'LINK_KEYS_PREVIOUS'),
    requireSecondFactor: one('REQUIRE_SECOND_FACTOR', boolean) ?? environment !== 'sandbox',
    stagingUrl: one('STAGING_URL', v.pipe(v.string(), v.url())) ?? null,
    operatorContact: one('OPERATOR_CONTACT', v.pipe(v.string(), v.maxLength(200))) ?? null,
    scriptSender: {
      id: one('SCRIPT_SENDER_ID', senderId) ?? 'PESTLE',
      tertiaryId: one('SCRIPT_SENDER_TERTIARY_ID', senderId) ?? 'PESTLE',
    },
    fax: faxOf(reader),
    text: textOf(reader),
    alerts: alertsOf(reader),
    traces: tracesOf(reader),
    payers: payersOf(reader, environment === 'sandbox' ? 'loopback' : 'public'),
    people: peopleOf(reader, environment),
    ...deliveriesOf(reader),
    deliveries: environment === 'sandbox' ? 'loopback' : 'public',
    requestsPerMinute:
      one('API_REQUESTS_PER_MINUTE', requestsPerMinute) ??
      (environment === 'sandbox' ? null : SETTABLE_LIMITS.requestsPerMinute),
  };
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}

function deliveriesOf({ one }: Reader): Pick<Config, 'maintenanceWaitMs' | 'deliveriesAtATime'> {
  return {
    maintenanceWaitMs:
      (one('MAINTENANCE_WAIT_MINUTES', waitMinutes) ?? SETTABLE_LIMITS.maintenanceWaitMs / 60_000) * 60_000,
    deliveriesAtATime: one('DELIVERIES_AT_A_TIME', deliveriesAtATime) ?? SETTABLE_LIMITS.deliveriesAtATime,
  };
}

function adminOf({ one }: Reader): Config['admin'] {
  const adminPort = one('ADMIN_PORT', port);
  return adminPort === undefined
    ? null
    : { host: one('ADMIN_HOST', v.string()) ?? '127.0.0.1', port: adminPort };
}

function previousKeysOf(
  { one, problem }: Reader,
  name: 'DATA_KEYS_PREVIOUS' | 'IDENTITY_KEYS_PREVIOUS' | 'LINK_KEYS_PREVIOUS',
): Uint8Array[] {
  const given = (one(name, v.string()) ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const keys = given.flatMap((text) => parseKey(text) ?? []);
  if (keys.length < given.length) problem(`${name} is not a comma list of keys of 32 bytes.`);
  return keys;
}

function proxiesOf(text: string, problem: (text: string) => void): string[] {
  const proxies = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const wrong = proxies.some((one) => isIP(one.split('/')[0] ?? '') === 0);
  if (wrong) problem('TRUSTED_PROXIES is not a comma list of addresses or CIDR ranges.');
  return proxies;
}

/** Loopback, link-local and what clouds answer their own machines stay closed: nothing but private ranges can be opened. */
function rangesOf(text: string, problem: (words: string) => void): readonly string[] {
  const ranges = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (!ranges.every(isPrivateRange))
    problem(
      'DELIVERY_ALLOW is not a comma list of private ranges, such as 10.20.0.0/16 (RFC 1918, RFC 6598 or RFC 4193).',
    );
  return ranges;
}

/** The part of the configuration that decides how people sign in and sign: issuers of organizations, attestation, proofs, mail. */
export { NO_PEOPLE_CONFIG } from './people.ts';

/** Beside the embedded store's directory, not in it: what is put back there is not put back with it. */
function olderStateOf(
  { one }: Reader,
  directory: string | null,
): Pick<Config, 'witnessFile' | 'startInQuarantine'> {
  return {
    witnessFile: one('WITNESS_FILE', v.string()) ?? (directory === null ? null : `${directory}.witness`),
    startInQuarantine: one('START_IN_QUARANTINE', quarantineLabel) ?? null,
  };
}
