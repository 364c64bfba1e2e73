// The door of the room `screening` for callers: what speaks against drugs, in imported data or asked of another service. It keeps no patient.

import type { OrganizationId } from '@pestle/rules/ids';
import type { FastifyPluginAsync } from 'fastify';
import type { WriteKey } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { BoundedMap } from '../kernel/bounded-map.ts';
import { Failure } from '../kernel/errors.ts';
import type { Ports } from '../kernel/ports.ts';
import { systemPorts } from '../kernel/ports.ts';
import { findOrganization, screeningPolicyOf } from '../organization/inside.ts';
import type { Store, Tx } from '../store/store.ts';
import { findAllergens, type OfferedAllergen } from './allergens/find-allergens.ts';
import { type CdsDeps, createCdsScreener, type KnownService } from './cds/client.ts';
import { type Told, type ToTell, tellOverridden } from './cds/feedback.ts';
import { type KeySet, keySetRoute } from './cds/key-set.ts';
import { publicKeys } from './cds/proof.ts';
import {
  createServiceAdministration,
  knownService,
  removeOwnService,
  type ScreeningService,
  type ScreeningServiceAdministration,
  type ScreeningServiceInput,
  type SettingsDeps,
  setOwnService,
  shownService,
} from './cds/settings.ts';
import { type CountedRule, countedRules } from './counts.ts';
import { createEmbeddedScreener } from './engine/embedded.ts';
import { createScreeningAdministration, type ScreeningAdministration } from './import/screening-imports.ts';
import { SCREENING_LIMITS as LIMITS } from './limits.ts';
import type { Screener, ScreenerAnswer, ScreenerWithin, ScreeningQuestion } from './screener.ts';

export type { OfferedAllergen } from './allergens/find-allergens.ts';
export type { CdsService } from './cds/discovery.ts';
export type {
  ScreeningService,
  ScreeningServiceAdministration,
  ScreeningServiceInput,
} from './cds/settings.ts';
export type { CountedRule } from './counts.ts';

export interface ScreeningDependencies {
  readonly store: Store;
  readonly ports?: Ports;
  /** Asked in place of the imported data and of organizations' own services. */
  readonly screener?: Screener;
  /** How organizations' own services are reached; without it there are none. */
  readonly services?: Pick<CdsDeps, 'exchange' | 'issuer'> & { readonly httpsOnly: boolean };
  /** Hears that a service did not take what came of its cards. */
  readonly onUntold?: (orgId: OrganizationId) => void;
  /** False where nobody is treated: then data never grow too old to count. */
  readonly ages?: boolean;
  /** For tests; `answerTimeMs` of the limits otherwise. */
  readonly answerTimeMs?: number;
}

export interface Screening {
  /** Writes what publishers say of drugs; no caller of the API reaches it. */
  readonly administration: ScreeningAdministration;
  /** The services of organizations, for those who run the service; null where none can be reached. */
  readonly serviceAdministration: ScreeningServiceAdministration | null;
  /** False where the organization has stated that it does not use screening: then nobody is asked. */
  readonly isUsed: (tx: Tx, orgId: OrganizationId) => Promise<boolean>;
  /** Whether another service is asked, which may be slow: then before the transaction that needs the answer. */
  readonly asksElsewhere: (orgId: OrganizationId) => Promise<boolean>;
  /** What speaks against the drugs. Without data nothing counts as checked. Never throws for what a screener does wrong. */
  readonly ask: (question: ScreeningQuestion) => Promise<ScreenerAnswer>;
  /** What the imported data say, within the asker's transaction. */
  readonly askWithin: ScreenerWithin;
  /** Tells another service which of its cards somebody went on against. */
  readonly tellOverridden: (orgId: OrganizationId, feedback: ToTell) => Promise<Told>;
  /** Something is not told any more; whoever runs the service hears of it, without content. */
  readonly untold: (orgId: OrganizationId) => void;
  /** What people do not tolerate, by what is typed. */
  readonly allergens: (actor: Actor, text: string) => Promise<readonly OfferedAllergen[]>;
  /** How often each rule was shown and overridden in the organization. */
  readonly countedRules: (actor: Actor) => Promise<readonly CountedRule[]>;
  /** The organization's own service; null where it has none. For administrators. */
  readonly service: (actor: Actor) => Promise<ScreeningService | null>;
  readonly setService: (
    actor: Actor,
    input: ScreeningServiceInput,
    write: WriteKey,
  ) => Promise<ScreeningService>;
  readonly removeService: (actor: Actor, write: WriteKey) => Promise<void>;
  /** The public keys of organizations' services, for those who verify them; none where no service can be reached. */
  readonly routes: readonly FastifyPluginAsync[];
}

export function createScreening(deps: ScreeningDependencies): Screening {
  const { store, ports = systemPorts, ages = true } = deps;
  const embedded = createEmbeddedScreener(ages);
  const askWithin: ScreenerWithin = async (tx, question) =>
    (await embedded(tx, question)) ?? unanswered(question, 'NO_DATA');
  const own = createOwnServices(deps, store, ports);
  const elsewhere = async (
    orgId: OrganizationId,
  ): Promise<{ readonly screener: Screener; readonly timeMs: number } | undefined> => {
    const timeMs = deps.answerTimeMs ?? LIMITS.answerTimeMs;
    if (deps.screener !== undefined) return { screener: deps.screener, timeMs };
    const known = await own?.of(orgId);
    return known === undefined || own === undefined
      ? undefined
      : { screener: createCdsScreener(own.deps, known), timeMs: known.timeoutMs };
  };
  return {
    administration: createScreeningAdministration(store, ports),
    serviceAdministration: own === undefined ? null : createServiceAdministration(own.deps),
    isUsed: async (tx, orgId) => screeningPolicyOf(await findOrganization(tx, orgId)) !== 'not-used',
    asksElsewhere: async (orgId) => (await elsewhere(orgId)) !== undefined,
    ask: async (question) => {
      const asked = await elsewhere(question.orgId);
      return asked === undefined
        ? await store.withOrg(question.orgId, (tx) => askWithin(tx, question))
        : await withinTime(asked.screener, question, asked.timeMs);
    },
    askWithin,
    tellOverridden: async (orgId, feedback) => {
      const known = await own?.of(orgId);
      // Who asks nobody any more owes nobody an answer.
      if (known === undefined || own === undefined || feedback.overridden.length === 0) return 'told';
      const told = await tellOverridden(own.deps, known, feedback);
      if (told === 'refused' || (told === 'later' && feedback.last)) deps.onUntold?.(orgId);
      return told;
    },
    untold: (orgId) => deps.onUntold?.(orgId),
    allergens: (actor, text) => findAllergens(store, actor, text),
    countedRules: async (actor) => {
      authorize(actor, 'audit.read');
      return await countedRules(store, actor.orgId);
    },
    service: async (actor) => {
      authorize(actor, 'organization.change');
      return own === undefined ? null : await shownService(own.deps, actor.orgId);
    },
    setService: async (actor, input, write) => {
      authorize(actor, 'organization.change');
      return await setOwnService(reachable(own), actor, input, write);
    },
    removeService: async (actor, write) => {
      authorize(actor, 'organization.change');
      await removeOwnService(reachable(own), actor, write);
    },
    routes: own === undefined ? [] : [keySetRoute(own.keysOf)],
  };
}

interface OwnServices {
  readonly deps: SettingsDeps;
  /** What is known of an organization's service, for a few seconds: every review asks. */
  readonly of: (orgId: OrganizationId) => Promise<KnownService | undefined>;
  /** The public keys of it, known as long: anybody may ask, and pushes nothing out of what reviews know. */
  readonly keysOf: (orgId: OrganizationId) => Promise<KeySet | undefined>;
}

function createOwnServices(
  { services }: ScreeningDependencies,
  store: Store,
  ports: Ports,
): OwnServices | undefined {
  if (services === undefined) return undefined;
  const read = (orgId: OrganizationId): Promise<KnownService | undefined> =>
    store.withOrg(orgId, (tx) => knownService(tx, orgId));
  const known = knownForAWhile(ports, read);
  const published = knownForAWhile(ports, async (orgId) => {
    const service = await read(orgId);
    return service === undefined ? undefined : publicKeys(service.keys);
  });
  const changed = (orgId: OrganizationId): void => {
    known.forget(orgId);
    published.forget(orgId);
  };
  return {
    deps: { ...services, clock: ports.clock, store, ports, changed },
    of: known.of,
    keysOf: published.of,
  };
}

/** What is read of an organization, for a few seconds. */
function knownForAWhile<Known>(
  { clock }: Ports,
  read: (orgId: OrganizationId) => Promise<Known | undefined>,
): {
  readonly of: (orgId: OrganizationId) => Promise<Known | undefined>;
  readonly forget: (orgId: OrganizationId) => void;
} {
  const known = new BoundedMap<{ readonly found: Known | undefined }>(
    clock,
    LIMITS.servicesKnownMax,
    'cache',
  );
  return {
    of: async (orgId) => {
      const kept = known.get(orgId);
      if (kept !== undefined) return kept.found;
      const found = await read(orgId);
      known.set(orgId, { found }, clock.now() + LIMITS.serviceKnownMs);
      return found;
    },
    forget: (orgId) => known.delete(orgId),
  };
}

function reachable(own: OwnServices | undefined): SettingsDeps {
  if (own === undefined)
    throw new Failure('INVALID_INPUT', 'This deployment reaches no services of organizations.');
  return own.deps;
}

/** What another service says, whatever it does: throws, or hangs. */
async function withinTime(
  screener: Screener,
  question: ScreeningQuestion,
  answerTimeMs: number,
): Promise<ScreenerAnswer> {
  const time = AbortSignal.timeout(answerTimeMs);
  const late = new Promise<null>((resolve) => {
    time.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    return (await Promise.race([screener.ask(question), late])) ?? unanswered(question, 'NO_ANSWER');
  } catch {
    return unanswered(question, 'NO_ANSWER');
  }
}

function unanswered(question: ScreeningQuestion, trouble: 'NO_DATA' | 'NO_ANSWER'): ScreenerAnswer {
  return {
    source: null,
    dataDate: null,
    drugs: new Map(question.drugs.map(({ key }) => [key, { findings: [], troubles: [trouble] }])),
  };
}
