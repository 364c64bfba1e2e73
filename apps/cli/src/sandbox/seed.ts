// Fills a store with the sandbox's practice, people, patients, treatments, templates and pharmacies, through the rooms. Repeatable.

import { CLINIC_CALLBACK_PATHS } from '@pestle/clinic/server';
import type { ApplicationId, OrganizationId, PatientId, TemplateId, UserId } from '@pestle/rules/ids';
import type { Peers } from '@pestle/sandbox/peers';
import {
  applications,
  benefitsOfPatients,
  network,
  operator,
  organization,
  patients,
  planFiles,
  SCREENING_ORIGIN,
  type SeedPatient,
  type SeedTemplate,
  type SeedUser,
  screeningFiles,
  templates,
  users,
} from '@pestle/sandbox/seed';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import type { Service } from '@pestle/service';
import { writeKey } from '@pestle/service/audit';
import { treatmentIdOf } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { addPatient, findPatient, newImportSession } from '@pestle/service/directory';
import { PERSON_SCOPES, selectApplication, updateApplication } from '@pestle/service/identity';
import { nowText, type Ports, systemPorts, type UserActor } from '@pestle/service/kernel';
import { createScreening } from '@pestle/service/screening';
import type { Store } from '@pestle/service/store';
import { portalCallback } from '../browser-files.ts';
import { SANDBOX_ZIPS } from './seed-zips.ts';

export interface SeedOptions {
  readonly service: Pick<Service, 'rooms' | 'store'>;
  readonly peers: Pick<Peers, 'pharmacies' | 'partners'>;
  /** The service's address: sign-ins return to it. */
  readonly baseUrl: string;
  /** The demo clinic's: its pages may call the service, and sign-ins return to them. */
  readonly clinicUrl?: string | null;
}

interface Addresses {
  readonly callbackUrls: readonly string[];
  readonly origins: readonly string[];
}

const ORGANIZATION = organization.id as OrganizationId;
const SEEDER = { kind: 'service', id: null } as const;

/** Brings the store to the seed; what people changed meanwhile stays. Pharmacies are written each time: their addresses move. */
export async function seed(options: SeedOptions): Promise<void> {
  const { rooms } = options.service;
  await rooms.organization.administration.upsert({
    id: ORGANIZATION,
    name: organization.name,
    phone: organization.phone,
    timeZone: organization.timeZone,
    environment: 'sandbox',
  });
  await rooms.organization.administration.upsert({
    ...network,
    timeZone: organization.timeZone,
    environment: 'sandbox',
  });
  await seedTreatments(options);
  await seedCoverage(options.service.store);
  await seedScreening(options.service.store);
  await seedPharmacies(options);
  await seedPeople(options);
  await seedPatients(options, systemPorts);
  await seedTemplates(options);
}

async function seedTreatments({ service }: SeedOptions): Promise<void> {
  const verdicts = await service.rooms.catalog.administration.putTreatments(
    newImportSession(),
    curatedTreatments(),
  );
  const refused = verdicts.filter((verdict) => verdict.outcome === 'refused').length;
  if (refused > 0) throw new Error(`${refused} of the sandbox's treatments were refused`);
  await service.rooms.directory.administration.importZips(newImportSession(), SANDBOX_ZIPS);
}

/** The invented plans, by the same import as public files. */
export async function seedCoverage(store: Store): Promise<void> {
  const { administration } = createCoverage({ store });
  for (const file of ['plans', 'drugs', 'costs'] as const) {
    await administration.importFormulary(file, async (write) => {
      const verdicts = await write(newImportSession(), planFiles[file]);
      const refused = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict.message] : []));
      if (refused.length > 0) throw new Error(`the sandbox's ${file} were refused: ${refused.join(' ')}`);
    });
  }
}

/** The sandbox's own interactions and allergens, by the same import as public files, which takes none of a day to come: in the past that is laid first they are not there yet. */
export async function seedScreening(store: Store): Promise<void> {
  if (Date.now() < Date.parse(SCREENING_ORIGIN.datedOn)) return;
  const { administration } = createScreening({ store });
  for (const file of ['interactions', 'classes', 'allergens'] as const) {
    await administration.importScreening(file, SCREENING_ORIGIN, async (write) => {
      const verdicts = await write(newImportSession(), screeningFiles[file]);
      const refused = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict.message] : []));
      if (refused.length > 0) throw new Error(`the sandbox's ${file} were refused: ${refused.join(' ')}`);
    });
  }
}

async function seedPharmacies({ service, peers }: SeedOptions): Promise<void> {
  const { administration } = service.rooms.directory;
  for (const { id, name, endpoint, hookCredential } of peers.partners) {
    const partnerId = id as `ptn_${string}`;
    await administration.upsertPartner({ id: partnerId, name, endpoint });
    await administration.addHookCredential({ ...hookCredential, partnerId });
  }
  for (const pharmacy of peers.pharmacies) {
    const { hookCredential, openingHours, latitude, longitude, address, integration, statusWords } = pharmacy;
    const id = await administration.upsertPharmacy({
      id: pharmacy.id as `phr_${string}`,
      npi: pharmacy.npi,
      ncpdpId: pharmacy.ncpdpId,
      name: pharmacy.name,
      kind: pharmacy.kind,
      address,
      latitude,
      longitude,
      timeZone: pharmacy.timeZone,
      phone: pharmacy.phone,
      fax: pharmacy.fax,
      integration,
      ...(openingHours === undefined ? {} : { openingHours }),
      ...(statusWords === undefined ? {} : { statusWords }),
    });
    await administration.addHookCredential({ ...hookCredential, pharmacyId: id });
  }
}

async function seedPeople(options: SeedOptions): Promise<void> {
  const { identity } = options.service.rooms;
  for (const user of users) await identity.createUser(ORGANIZATION, userInput(user));
  await identity.createUser(network.id as OrganizationId, { ...operator, roles: ['operator'] });
  const { public: page, portal, machine } = applications;
  await identity.createApplication(ORGANIZATION, {
    id: page.id,
    name: page.name,
    kind: 'public',
    callbackUrls: page.callbackUrls,
    origins: page.origins,
  });
  await identity.createApplication(ORGANIZATION, {
    id: machine.id,
    name: machine.name,
    kind: 'confidential',
    secret: machine.secret,
  });
  await allowAddresses(options, page.id as ApplicationId, page);
  await allowAddresses(options, page.id as ApplicationId, addressesOfPages(options));
  const own = { callbackUrls: [portalCallback(options.baseUrl)], origins: [options.baseUrl] };
  await identity.createApplication(ORGANIZATION, {
    id: portal.id,
    name: portal.name,
    kind: 'public',
    ...own,
  });
  await allowAddresses(options, portal.id as ApplicationId, own);
}

/** The seed knows the usual addresses; where the sandbox and its clinic really are is allowed too. */
function addressesOfPages({ baseUrl, clinicUrl = null }: SeedOptions): Addresses {
  const origins = [baseUrl, ...(clinicUrl === null ? [] : [clinicUrl])];
  const callbacks = [
    `${baseUrl}/`,
    `${baseUrl}/callback`,
    ...(clinicUrl === null ? [] : CLINIC_CALLBACK_PATHS.map((path) => clinicUrl + path)),
  ];
  return { callbackUrls: callbacks, origins };
}

async function allowAddresses(
  { service }: SeedOptions,
  id: ApplicationId,
  addresses: Addresses,
): Promise<void> {
  await service.store.withOrg(ORGANIZATION, async (tx) => {
    const application = await selectApplication(tx, ORGANIZATION, id);
    if (application === undefined) return;
    const { name, kind, scopes, active } = application;
    const all = {
      callbackUrls: [...new Set([...application.callbackUrls, ...addresses.callbackUrls])],
      origins: [...new Set([...application.origins, ...addresses.origins])],
    };
    const known =
      all.callbackUrls.length === application.callbackUrls.length &&
      all.origins.length === application.origins.length;
    if (known) return;
    await updateApplication(
      tx,
      { orgId: ORGANIZATION, id, revision: null },
      { name, kind, scopes, active, ...all },
      nowText(systemPorts),
    );
  });
}

type UserInput = Parameters<Service['rooms']['identity']['createUser']>[1];

function userInput({
  id,
  role,
  email,
  password,
  firstName,
  lastName,
  phone,
  prescriber,
}: SeedUser): UserInput {
  const common = { id, email, password, firstName, lastName, phone, roles: [role] };
  if (prescriber === undefined) return common;
  const practice = organization.practiceLocations.find(({ name }) => name === prescriber.practiceLocation);
  if (practice === undefined) throw new Error(`the seed has no practice location for ${id}`);
  const { street1, street2, city, state, postalCode } = practice.address;
  return {
    ...common,
    phone: practice.phone,
    fax: practice.fax,
    npi: prescriber.npi,
    credentials: prescriber.credentials,
    practice: {
      name: practice.name,
      street1,
      ...(street2 === undefined ? {} : { street2 }),
      city,
      state,
      postalCode,
    },
    licenceStates: [state],
  };
}

async function seedPatients({ service }: SeedOptions, ports: Ports): Promise<void> {
  await service.store.withOrg(ORGANIZATION, async (tx) => {
    for (const patient of patients) {
      const id = patient.id as PatientId;
      if ((await findPatient(tx, ORGANIZATION, id)) !== undefined) continue;
      await addPatient(tx, ports, { orgId: ORGANIZATION, actor: SEEDER, input: patientInput(patient), id });
    }
  });
}

function patientInput(patient: SeedPatient): Parameters<typeof addPatient>[2]['input'] {
  const {
    externalId,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    phone,
    address,
    language,
    weightKg,
    deceasedAt,
  } = patient;
  return {
    externalId,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    address,
    ...(phone === undefined ? {} : { phone }),
    ...(language === undefined ? {} : { language }),
    ...(weightKg === undefined ? {} : { weight: { value: weightKg, unit: 'kg' as const } }),
    ...(deceasedAt === undefined ? {} : { deceasedOn: deceasedAt }),
    benefits: [...(benefitsOfPatients[patient.id] ?? [])],
  };
}

/** Templates are made as their people would make them; a name that is there already is left as it is. */
async function seedTemplates({ service }: SeedOptions): Promise<void> {
  const { catalog } = service.rooms;
  for (const template of templates) {
    const actor = seedActor(template.ownerId ?? ADMIN);
    const existing = await catalog.templates(actor, { first: 100 });
    if (existing.items.some(({ name }) => name === template.name)) continue;
    const { id, name, ownerId, rxcui, ...draft }: SeedTemplate = template;
    const input = { name, personal: ownerId !== undefined, treatmentId: treatmentIdOf(rxcui), ...draft };
    const key = writeKey(`seed-${id}`, 'createTemplate', input);
    await catalog.createTemplate(actor, input, key, id as TemplateId);
  }
}

const ADMIN = users.find(({ role }) => role === 'admin')?.id ?? '';

/** A person of the seed before anybody can sign in. */
export function seedActor(userId: string): UserActor {
  const user = users.find(({ id }) => id === userId);
  if (user === undefined) throw new Error(`the seed has no user ${userId}`);
  return {
    kind: 'user',
    id: user.id as UserId,
    orgId: ORGANIZATION,
    clientId: applications.public.id as ApplicationId,
    scopes: new Set(PERSON_SCOPES),
    roles: new Set([user.role]),
    authTimeSeconds: Math.floor(Date.now() / 1000),
    methods: ['pwd'],
  };
}
