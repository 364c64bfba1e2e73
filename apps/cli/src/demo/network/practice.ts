// The demo's two organizations: one that prescribes for the patients of the file, and a neighbour whose rows must never be seen by it.

import type { ApplicationId, OrganizationId, PatientId } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import type { Service } from '@pestle/service';
import { writeKey } from '@pestle/service/audit';
import { addPatient, type NewPatient } from '@pestle/service/directory';
import { PERSON_SCOPES } from '@pestle/service/identity';
import { Failure, systemPorts, type UserActor } from '@pestle/service/kernel';
import type { Tx } from '@pestle/service/store';
import type { ReadPatient } from '../data/patients.ts';
import { DEMO_LIMITS } from '../settings.ts';

export interface Organization {
  readonly id: OrganizationId;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly prescribers: readonly { readonly email: string; readonly password: string }[];
}

/** Public, like every password of a simulation. */
const PASSWORD = 'demo passphrase for loopback';
const PEOPLE = ['Amara Okafor', 'Daniel Reyes', 'Mei Tanaka', 'Nora Lindqvist', 'Samuel Katz', 'Priya Raman'];

export async function makeOrganization(
  service: Pick<Service, 'rooms'>,
  baseUrl: string,
  { number, name, prescribers }: { number: number; name: string; prescribers: number },
): Promise<Organization> {
  const { organization, identity } = service.rooms;
  const id = `org_01DEM${'0'.repeat(19)}${number}A` as OrganizationId;
  await organization.administration.upsert({
    id,
    name,
    phone: '6175550100',
    timeZone: 'America/New_York',
    environment: 'sandbox',
  });
  const redirectUri = `${baseUrl}/callback`;
  const application = await identity.createApplication(id, {
    name: `${name} web`,
    kind: 'public',
    callbackUrls: [redirectUri],
    origins: [baseUrl],
  });
  const people: Organization['prescribers'][number][] = [];
  for (let index = 0; index < prescribers; index += 1) {
    const [firstName = 'Alex', lastName = 'Morgan'] = (PEOPLE[index] ?? '').split(' ');
    const email = `prescriber${index + 1}.organization${number}@example.org`;
    await identity.createUser(id, {
      email,
      password: PASSWORD,
      firstName,
      lastName,
      roles: ['prescriber'],
      npi: npiFrom(`1${number}000000${index}`),
      credentials: 'MD',
      phone: '6175550101',
      fax: '6175550102',
      practice: { name, street1: '3 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      licenceStates: ['MA'],
    });
    people.push({ email, password: PASSWORD });
  }
  await stateNotScreened(service, id, application.id, number);
  return { id, clientId: application.id, redirectUri, prescribers: people };
}

/** The demo's data hold no interactions: its administrator states that the practice does not use screening, as a practice's own would. */
async function stateNotScreened(
  { rooms: { organization, identity } }: Pick<Service, 'rooms'>,
  orgId: OrganizationId,
  clientId: ApplicationId,
  number: number,
): Promise<void> {
  const id = await identity.createUser(orgId, {
    email: `administrator.organization${number}@example.org`,
    password: PASSWORD,
    firstName: 'Ada',
    lastName: 'Minton',
    roles: ['admin'],
  });
  const actor: UserActor = {
    kind: 'user',
    orgId,
    clientId,
    id,
    roles: new Set(['admin']),
    scopes: new Set(PERSON_SCOPES),
    authTimeSeconds: Math.floor(systemPorts.clock.now() / 1_000),
    methods: ['pwd'],
  };
  const { revision } = await organization.own(actor);
  const input = { revision, screening: 'not-used' } as const;
  await organization.change(actor, input, writeKey(`screening of ${orgId}`, 'updateOrganization', input));
}

export interface PatientImport {
  readonly read: number;
  readonly imported: number;
  /** By the field and code that refused them. */
  readonly refusedByReason: Readonly<Record<string, number>>;
  /** Taken without a value that cannot be used, as the imports do: by field and code. What SCRIPT then misses, the review names. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** The service's id by the id in the file. */
  readonly ids: ReadonlyMap<string, PatientId>;
  /** The reason by the id in the file. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Patients as they are in the file; what the directory refuses is counted with its reason. */
export async function importPatients(
  { store }: Pick<Service, 'store'>,
  orgId: OrganizationId,
  patients: readonly ReadPatient[],
): Promise<PatientImport> {
  const ids = new Map<string, PatientId>();
  const refused = new Map<string, string>();
  const leftOut: Record<string, number> = {};
  for (let at = 0; at < patients.length; at += DEMO_LIMITS.patientBatchRows) {
    const batch = patients.slice(at, at + DEMO_LIMITS.patientBatchRows);
    const outcomes = await store.withOrg(orgId, async (tx) => {
      const made: Outcome[] = [];
      for (const patient of batch) made.push(await importOne(tx, orgId, patient));
      return made;
    });
    for (const [index, { externalId }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      if ('id' in outcome) ids.set(externalId, outcome.id);
      else refused.set(externalId, outcome.reason);
      for (const what of outcome.leftOut) leftOut[what] = (leftOut[what] ?? 0) + 1;
    }
  }
  const refusedByReason: Record<string, number> = {};
  for (const reason of refused.values()) refusedByReason[reason] = (refusedByReason[reason] ?? 0) + 1;
  return { read: patients.length, imported: ids.size, refusedByReason, leftOut, ids, refused };
}

type Outcome = ({ readonly id: PatientId } | { readonly reason: string }) & {
  readonly leftOut: readonly string[];
};

/** What can be told later, so that a patient without it can be kept. */
const OPTIONAL = ['phone', 'address', 'benefits'] as const;

/** A refusal comes before anything is written, so that the transaction goes on. */
async function importOne(tx: Tx, orgId: OrganizationId, { input }: ReadPatient): Promise<Outcome> {
  const actor = { kind: 'service', id: null } as const;
  const leftOut: string[] = [];
  let kept: NewPatient = input;
  for (;;) {
    try {
      return { id: await addPatient(tx, systemPorts, { orgId, actor, input: kept }), leftOut };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const reason = reasonOf(error);
      const unusable = OPTIONAL.find((name) => reason.startsWith(name) && kept[name] !== undefined);
      if (unusable === undefined) return { reason, leftOut };
      const { [unusable]: _, ...rest } = kept;
      kept = rest;
      leftOut.push(reason);
    }
  }
}

/** `phone INVALID`, without the value. */
function reasonOf(failure: Failure): string {
  const [field] = failure.detail.fields ?? [];
  return field === undefined ? failure.code : `${field.path} ${field.code}`;
}
