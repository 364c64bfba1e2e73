// The room `identity` as the configuration wants it, with the mail that it sends.
import type { Config } from '../config/config.ts';
import { NO_PEOPLE_CONFIG } from '../config/config.ts';
import type { Directory } from '../directory/directory.ts';
import type { Metrics } from '../http/http.ts';
import type { Identity, SendMail } from '../identity/identity.ts';
import { createIdentity } from '../identity/identity.ts';
import type { Log } from '../kernel/log.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { createTroubleLog } from './trouble.ts';

interface IdentityParts {
  readonly ports: Ports;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: Pick<Metrics, 'countMail' | 'countPasswordRange'>;
  /** Knows what maintenance is announced. */
  readonly directory: Pick<Directory, 'maintenance'>;
}

export interface BuiltIdentity {
  readonly identity: Identity;
  /** Null where no mail leaves this deployment. */
  readonly sendMail: SendMail | null;
  readonly closeMail: () => void;
}

export async function buildIdentity(
  config: Config,
  { ports, log, store, metrics, directory }: IdentityParts,
): Promise<BuiltIdentity> {
  const people = config.people ?? NO_PEOPLE_CONFIG;
  const mailer =
    people.mail === null
      ? undefined
      : (await import('./mail.ts')).createMailer(people.mail, log, (outcome) => metrics.countMail(outcome));
  const identity = await createIdentity({
    store,
    ports,
    config: {
      baseUrl: config.baseUrl,
      environment: config.environment,
      identityKey: config.identityKey,
      identityKeysPrevious: config.identityKeysPrevious ?? [],
      requireSecondFactor: config.requireSecondFactor,
      ...(config.console == null ? {} : { consoleUrl: config.console.url }),
      ...(config.stagingUrl === null ? {} : { stagingUrl: config.stagingUrl }),
      ...(people.signingProofAgeSeconds === null
        ? {}
        : { signingProofAgeSeconds: people.signingProofAgeSeconds }),
      ...(people.attestation === null ? {} : { attestation: people.attestation }),
      ...(people.passwordRangeUrl === null ? {} : { passwordRangeUrl: people.passwordRangeUrl }),
      externalIssuers: people.externalIssuers,
    },
    ...(mailer === undefined ? {} : { sendMail: mailer.sendMail }),
    passwordRangeAsked: (outcome) => metrics.countPasswordRange(outcome),
    maintenance: () => directory.maintenance.windows(),
    onError: createTroubleLog(log, 'identity'),
  });
  return { identity, sendMail: mailer?.sendMail ?? null, closeMail: () => mailer?.close() };
}
