// A running identity room for tests: two organizations with people and applications, over real HTTP on this machine.

import { randomBytes } from 'node:crypto';
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import { icons } from '@pestle/service/for-tests/http';
import {
  createIdentity,
  type Identity,
  type IdentityConfig,
  type Mail,
} from '@pestle/service/for-tests/identity';
import type { Actor } from '@pestle/service/for-tests/kernel';
import { Failure, makeId, type Ports, systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { CookieBrowser } from '../browser/cookie-browser.ts';
import { freePort } from '../network/free-port.ts';
import { openTestStore } from '../stores/test-store.ts';

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  readonly id: UserId;
  readonly email: string;
}

export interface IdentityTestbed {
  readonly store: Store;
  readonly ports: Ports & { clock: { now(): number; aheadMs: number } };
  readonly identity: Identity;
  readonly app: FastifyInstance;
  readonly baseUrl: string;
  readonly identityKey: Uint8Array;
  readonly callback: string;
  readonly riverside: OrganizationId;
  readonly hillside: OrganizationId;
  /** Public application of Riverside, callback `callback`. */
  readonly publicApp: ApplicationId;
  readonly machine: { readonly id: ApplicationId; readonly secret: string };
  readonly hillsideApp: ApplicationId;
  readonly prescriber: Person;
  readonly staff: Person;
  readonly admin: Person;
  /** Of Hillside only. */
  readonly stranger: Person;
  /** Errors that nobody understood. */
  readonly errors: unknown[];
  browser(): CookieBrowser;
  /** Another node of the same deployment, on `store` or on the first node's own; it listens at an address that nobody was told. */
  secondNode(store?: Store): Promise<IdentityNode>;
  close(): Promise<void>;
}

/** One process of the service. */
export interface IdentityNode {
  readonly identity: Identity;
  /** Where this node listens. */
  readonly listensAt: string;
  close(): Promise<void>;
}

/** Opens the room on its first node; `config` changes the identity's configuration. */
export async function openIdentityTestbed(
  config: Partial<IdentityConfig> = {},
  given?: Store,
  hostname = '127.0.0.1',
  sendMail?: (mail: Mail) => Promise<void>,
): Promise<IdentityTestbed> {
  const store = given ?? (await openTestStore());
  const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs };
  const ports = { clock, random: systemPorts.random };
  const port = await freePort();
  const baseUrl = `http://${hostname}:${port}`;
  const errors: unknown[] = [];
  const identityKey = config.identityKey ?? randomBytes(32);
  const identityOn = (one: Store): Promise<Identity> =>
    createIdentity({
      store: one,
      ports,
      config: {
        baseUrl,
        environment: 'sandbox',
        identityKey,
        requireSecondFactor: false,
        ...config,
      },
      onError: (error) => errors.push(error),
      ...(sendMail === undefined ? {} : { sendMail }),
    });
  const identity = await identityOn(store);
  const secondNode = async (another = store): Promise<IdentityNode> => {
    const second = await identityOn(another);
    const app = Fastify({ routerOptions: { ignoreTrailingSlash: false } });
    await app.register(second.routes);
    return {
      identity: second,
      listensAt: await app.listen({ port: 0, host: '127.0.0.1' }),
      close: async () => {
        await app.close();
        await second.close();
      },
    };
  };
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: false } });
  await app.register(icons);
  await app.register(identity.routes);
  // Stands for the API: answers who asked.
  app.post('/graphql', async ({ headers, method, url }, reply) => {
    try {
      return { id: (await identity.authenticate({ headers, method, url })).id };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return reply.code(error.status).header('www-authenticate', 'Bearer').send({ code: error.code });
    }
  });
  await app.listen({ port, host: '127.0.0.1' });
  const seeded = await seed(store, ports, identity, baseUrl);
  return {
    store,
    ports,
    identity,
    app,
    baseUrl,
    identityKey,
    callback: `${baseUrl}/callback`,
    errors,
    ...seeded,
    browser: () => new CookieBrowser(baseUrl),
    secondNode,
    close: async () => {
      await app.close();
      await identity.close();
      if (given === undefined) await store.close();
    },
  };
}

async function seed(store: Store, ports: Ports, identity: Identity, baseUrl: string) {
  const riverside = await addOrganization(store, ports, 'Riverside Family Medicine');
  const hillside = await addOrganization(store, ports, 'Hillside Clinic');
  const callbackUrls = [`${baseUrl}/callback`, 'https://clinic.example/app?tenant=7'];
  const publicApp = await identity.createApplication(riverside, {
    name: 'Clinic page',
    kind: 'public',
    callbackUrls,
    origins: ['https://clinic.example'],
  });
  const machine = await identity.createApplication(riverside, { name: 'Back office', kind: 'confidential' });
  const hillsideApp = await identity.createApplication(hillside, {
    name: 'Hillside page',
    kind: 'public',
    callbackUrls,
    origins: ['https://hillside.example'],
  });
  const person = async (
    orgId: OrganizationId,
    first: string,
    roles: ('prescriber' | 'staff' | 'admin')[],
    profile: object = {},
  ): Promise<Person> => {
    const email = `${first.toLowerCase()}.${ports.random.bytes(4).join('')}@clinic.example`;
    const names = { firstName: first, lastName: 'Test' };
    const id = await identity.createUser(orgId, { email, password: PASSWORD, ...names, roles, ...profile });
    return { id, email };
  };
  return {
    riverside,
    hillside,
    publicApp: publicApp.id,
    machine: { id: machine.id, secret: machine.secret ?? '' },
    hillsideApp: hillsideApp.id,
    prescriber: await person(riverside, 'Paula', ['prescriber'], PROFILE),
    staff: await person(riverside, 'Sam', ['staff']),
    admin: await person(riverside, 'Ada', ['admin']),
    stranger: await person(hillside, 'Stan', ['prescriber'], PROFILE),
  };
}

/** What a prescriber needs besides the role. */
export const PROFILE = {
  npi: npiFrom('199000000'),
  credentials: 'MD',
  phone: '617-555-0100',
  practice: {
    name: 'Riverside',
    street1: '75 Cambridge St',
    city: 'Boston',
    state: 'MA',
    postalCode: '02114',
  },
};

export async function addOrganization(store: Store, ports: Ports, name: string): Promise<OrganizationId> {
  const id = makeId(ports, 'org');
  await store.asKeeper((tx) =>
    tx
      .withTables<{ organization: { org_id: string; name: string } }>()
      .insertInto('organization')
      .values({ org_id: id, name })
      .execute(),
  );
  return id;
}

/** An administrator as an actor, for calls that do not come over HTTP. */
export function actorOf(
  testbed: IdentityTestbed,
  person: Person,
  roles: ('prescriber' | 'staff' | 'admin')[],
  scopes: readonly string[],
): Actor {
  return {
    kind: 'user',
    orgId: testbed.riverside,
    id: person.id,
    clientId: testbed.publicApp,
    scopes: new Set(scopes),
    roles: new Set(roles),
    authTimeSeconds: Math.floor(testbed.ports.clock.now() / 1000),
    methods: ['pwd'],
  };
}
