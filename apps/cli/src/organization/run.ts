// The work of `pestle organization create`: makes one with its first administrator and its application, in the configured store.
import { randomBytes } from 'node:crypto';
import { isTimeZone } from '@pestle/rules/local-time';
import type { Service } from '@pestle/service';
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

/** The options that a refusal may be of. */
const optionsOf = ({ callback, origin }: OrganizationOptions): Readonly<Record<string, string>> => ({
  name: '--name',
  phone: '--phone',
  email: '--admin-email',
  firstName: '--admin-name',
  lastName: '--admin-name',
  ...Object.fromEntries(callback.map((_url, index) => [`callbackUrls[${index}]`, '--callback'])),
  ...Object.fromEntries(origin.map((_url, index) => [`origins[${index}]`, '--origin'])),
});

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
  if (options.callback.length === 0 && options.origin.length > 0)
    throw new UsageError('--callback: name the page of this origin to which a sign-in returns.');
  const { baseUrl } = configured(env);
  const names = { firstName, lastName };
  await withService(
    env,
    async ({ rooms }) => {
      const made = await make(rooms, options, { baseUrl, ...names });
      answer(options, made, linesOf(made));
    },
    optionsOf(options),
  );
}

interface Made {
  readonly organization: string;
  /** Of the clinical tool; null without `--callback`. */
  readonly application: string | null;
  readonly portal: { readonly url: string; readonly application: string };
  readonly administrator: string;
  /** Null for somebody who has chosen one already. */
  readonly password: string | null;
}

/** All that may be refused is looked at before the first write, so that nothing is left half made. */
async function make(
  { identity, organization }: Service['rooms'],
  { name, phone, timeZone, callback, origin, adminEmail: email }: OrganizationOptions,
  { baseUrl, ...names }: { readonly baseUrl: string; readonly firstName: string; readonly lastName: string },
): Promise<Made> {
  const url = portalCallback(baseUrl);
  const portalOnly = [
    { name: 'Prescriber portal', kind: 'public', callbackUrls: [url], origins: [baseUrl] },
  ] as const;
  const tool = {
    name: `${name}: clinical tool`,
    kind: 'public',
    callbackUrls: callback,
    origins: origin,
  } as const;
  const wanted = callback.length === 0 ? portalOnly : [...portalOnly, tool];
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const admin = { email, password, ...names, roles: ['admin' as const] };
  const { hasPassword } = await identity.foresee(admin, wanted);
  const id = makeId(systemPorts, 'org');
  const contact = phone === undefined ? {} : { phone };
  await organization.administration.upsert({ id, name, ...contact, timeZone, environment: 'production' });
  await identity.createUser(id, admin);
  const [ofPortal, ofTool] = await Promise.all(wanted.map((one) => identity.createApplication(id, one)));
  return {
    organization: id,
    application: ofTool?.id ?? null,
    portal: { url, application: ofPortal?.id ?? '' },
    administrator: email,
    password: hasPassword ? null : password,
  };
}

function linesOf({ organization, application, portal, administrator, password }: Made): readonly string[] {
  const shownOnce = `${password}   (shown this once; change it after the first sign-in at /account)`;
  return [
    `Organization  ${organization}`,
    `Application   ${application ?? 'none (a page on which people prescribe needs --callback)'}`,
    `Portal        ${portal.url}   (application ${portal.application})`,
    `Administrator ${administrator}`,
    `Password      ${password === null ? 'the one that this person has chosen already' : shownOnce}`,
    '',
    `Invite the others: pestle user invite ${organization} --email … --name … --role …, or over the API (docs/reference/api.md).`,
  ];
}
