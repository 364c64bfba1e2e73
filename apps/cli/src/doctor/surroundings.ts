// Doctor's checks outside the store: Node, configuration, secrets, and address; and whether somebody answers at an address.
import { type Config, ConfigError, type EnvironmentVariables, readConfig } from '@pestle/service/config';
import { isLoopback } from '@pestle/service/kernel';
import { DOCTOR_LIMITS } from '../limits.ts';
import type { Finding } from './finding.ts';
import { note, ok, problem } from './finding.ts';

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 12)) return ok(`Node ${version}`);
  return problem(
    `Node ${version} is too old: Pestle needs 24.12 or newer.`,
    'Start through npm, which uses the Node that the repository brings.',
  );
}

/** The configuration, or what is wrong with it. */
export function checkConfiguration(env: EnvironmentVariables): { config?: Config; findings: Finding[] } {
  try {
    const config = readConfig(env);
    return { config, findings: [ok(`configuration for ${config.environment}`)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      findings: error.problems.map((text) => problem(text, 'See docs/reference/configuration.md.')),
    };
  }
}

export function checkSecrets({
  identityKey,
  linkKey,
  dataKeys,
  identityKeysPrevious = [],
  linkKeysPrevious = [],
}: Pick<
  Config,
  'identityKey' | 'linkKey' | 'dataKeys' | 'identityKeysPrevious' | 'linkKeysPrevious'
>): Finding[] {
  const named = (name: string, keys: readonly Uint8Array[]) => keys.map((key) => [name, key] as const);
  return [
    ['IDENTITY_KEY', identityKey] as const,
    ['LINK_KEY', linkKey] as const,
    ['DATA_KEY', dataKeys.current] as const,
    ...named('IDENTITY_KEYS_PREVIOUS', identityKeysPrevious),
    ...named('LINK_KEYS_PREVIOUS', linkKeysPrevious),
    ...named('DATA_KEYS_PREVIOUS', dataKeys.previous),
  ].map(([name, key]) =>
    new Set(key).size < DOCTOR_LIMITS.keyDistinctBytesMin
      ? problem(`${name} does not look random.`, 'Make one with: openssl rand -base64 32')
      : ok(`${name} is 32 bytes that look random`),
  );
}

export function checkExposure({ baseUrl, host, environment, trustedProxies }: Config): Finding[] {
  const findings: Finding[] = [];
  const { protocol, hostname } = new URL(baseUrl);
  if (environment === 'production' && isLoopback(hostname)) {
    findings.push(
      note(
        `BASE_URL is ${baseUrl}: links on faxes and tokens work on this machine only.`,
        'Set BASE_URL to the public address.',
      ),
    );
  } else {
    findings.push(ok(`reached at ${baseUrl}`));
  }
  if (protocol === 'https:' && trustedProxies.length === 0)
    findings.push(
      note(
        'BASE_URL is https, and no proxy is trusted: every caller seems to come from the proxy that ends TLS.',
        'Set TRUSTED_PROXIES to its address.',
      ),
    );
  if (!isLoopback(host))
    findings.push(note(`HOST is ${host}: other machines can reach the service directly.`));
  return findings;
}

/** Any answer shows that somebody can be reached there; nothing is sent. */
export async function checkAnswers(name: string, variable: string, url: string): Promise<Finding> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(DOCTOR_LIMITS.carrierTimeoutMs),
    });
    await response.body?.cancel();
    return ok(`the ${name} answers`);
  } catch {
    return problem(
      `The ${name} at ${variable} does not answer.`,
      'Check the address, the network and who stands there.',
    );
  }
}
