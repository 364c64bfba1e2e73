// Brings who signs in, and by which applications from which addresses.
import { CLINIC_CALLBACK_PATHS } from '@pestle/clinic/server';
import type { ApplicationId, OrganizationId } from '@pestle/rules/ids';
import { applications, network, operator, organization, type SeedUser, users } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { selectApplication, updateApplication } from '@pestle/service/identity';
import { nowText, systemPorts } from '@pestle/service/kernel';
import { portalCallback } from '../../browser-files.ts';
import { ORGANIZATION, type SeedOptions } from './practice.ts';

interface Addresses {
  readonly callbackUrls: readonly string[];
  readonly origins: readonly string[];
}

export async function seedPeople(options: SeedOptions): Promise<void> {
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
  await allowPages(options);
  const own = { callbackUrls: [portalCallback(options.baseUrl)], origins: [options.baseUrl] };
  await identity.createApplication(ORGANIZATION, {
    id: portal.id,
    name: portal.name,
    kind: 'public',
    ...own,
  });
  await allowAddresses(options, portal.id as ApplicationId, own);
}

export async function allowPages(options: SeedOptions): Promise<void> {
  await allowAddresses(options, applications.public.id as ApplicationId, addressesOfPages(options));
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
