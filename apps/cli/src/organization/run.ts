// The work of `pestle organization`: makes one with its first administrator and its application, and changes its settings, in the configured store.
import { randomBytes } from 'node:crypto';
import { isTimeZone } from '@pestle/rules/local-time';
import { makeId, systemPorts } from '@pestle/service/kernel';
import { portalCallback } from '../browser-files.ts';
import { configured } from '../configured.ts';
import type { JsonOption } from '../options.ts';
import { answer, UsageError } from '../output.ts';
import { withService } from '../with-service.ts';

const PASSWORD_BYTES = 15;

export interface OrganizationOptions extends JsonOption {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminName: string;
  readonly timeZone: string;
  readonly phone?: string;
  readonly callback: readonly string[];
  readonly origin: readonly string[];
}

export interface SettingsOptions extends JsonOption {
  readonly patientReentry?: 'on' | 'off';
  readonly staffChoosePharmacy?: 'on' | 'off';
}

/** Prints the ids for `svc-client` and a password that is shown this once. Stop a service on the embedded store first. */
export async function createOrganization(
  env: NodeJS.ProcessEnv,
  options: OrganizationOptions,
): Promise<void> {
  const [firstName, ...rest] = options.adminName.trim().split(/\s+/);
  const lastName = rest.join(' ');
  if (firstName === undefined || lastName === '')
    throw new UsageError('--admin-name: write a first and a last name.');
  if (!isTimeZone(options.timeZone))
    throw new UsageError('--time-zone: write an IANA name, such as America/Chicago.');
  const config = configured(env);
  await withService(env, async (service) => {
    const id = makeId(systemPorts, 'org');
    const { identity, organization } = service.rooms;
    await organization.administration.upsert({
      id,
      name: options.name,
      ...(options.phone === undefined ? {} : { phone: options.phone }),
      timeZone: options.timeZone,
      environment: 'production',
    });
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    await identity.createUser(id, {
      email: options.adminEmail,
      password,
      firstName,
      lastName,
      roles: ['admin'],
    });
    const application = await identity.createApplication(id, {
      name: `${options.name}: clinical tool`,
      kind: 'public',
      callbackUrls: options.callback,
      origins: options.origin,
    });
    const { baseUrl } = config;
    const portal = await identity.createApplication(id, {
      name: 'Prescriber portal',
      kind: 'public',
      callbackUrls: [portalCallback(baseUrl)],
      origins: [baseUrl],
    });
    const portalUrl = portalCallback(baseUrl);
    const made = {
      organization: id,
      application: application.id,
      portal: { url: portalUrl, application: portal.id },
      administrator: options.adminEmail,
      password,
    };
    answer(options, made, [
      `Organization  ${id}`,
      `Application   ${application.id}`,
      `Portal        ${portalUrl}   (application ${portal.id})`,
      `Administrator ${options.adminEmail}`,
      `Password      ${password}   (shown this once; change it after the first sign-in at /account)`,
      '',
      'The administrator invites prescribers and staff over the API (docs/reference/api.md).',
    ]);
  });
}

/** What is not named stays. Stop a service on the embedded store first. */
export async function changeSettings(
  env: NodeJS.ProcessEnv,
  id: string,
  { json = false, patientReentry, staffChoosePharmacy }: SettingsOptions,
): Promise<void> {
  if (patientReentry === undefined && staffChoosePharmacy === undefined)
    throw new UsageError('Name a setting: --patient-reentry or --staff-choose-pharmacy.');
  await withService(env, async ({ rooms }) => {
    await rooms.organization.administration.changeSettings(id, {
      ...(patientReentry === undefined ? {} : { patientReentry: patientReentry === 'on' }),
      ...(staffChoosePharmacy === undefined ? {} : { staffMayChoosePharmacy: staffChoosePharmacy === 'on' }),
    });
    answer({ json }, { organization: id, patientReentry, staffChoosePharmacy }, [
      ...(patientReentry === undefined ? [] : [`${id}: patient re-entry is ${patientReentry}.`]),
      ...(staffChoosePharmacy === undefined
        ? []
        : [`${id}: the choice of a pharmacy by staff is ${staffChoosePharmacy}.`]),
    ]);
  });
}
