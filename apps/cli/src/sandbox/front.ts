// Owns what the sandbox's front page leads to: whose doors it has, how they open, and which documents it shows.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DoorPerson, FrontPage } from '@pestle/sandbox/front/page';
import type { Door, FrontOptions, OpenDoor } from '@pestle/sandbox/front/plugin';
import { applications, patients, type SeedUser, users } from '@pestle/sandbox/seed';
import { CONTROL_ROOM_PATH } from './settings.ts';
import { signInCookies } from './sign-in.ts';

export interface FrontAddresses {
  readonly baseUrl: string;
  /** Null until the clinic listens, and where there is none. */
  readonly clinicUrl: () => string | null;
  readonly consoleUrl: string | null;
}

/** The documents of a checkout; in an installed package there are none. */
const DOCUMENTS = [
  { name: 'Start in 5 minutes', path: '/docs/getting-started', file: '../../../../docs/getting-started.md' },
  { name: 'Elements', path: '/docs/elements', file: '../../../../docs/elements/README.md' },
  { name: 'API', path: '/docs/api', file: '../../../../docs/reference/api.md' },
] as const;

/** As a sign-in at the demo clinic would ask for: the door needs the session alone. */
const SCOPE = 'openid';

export async function frontOptions({
  baseUrl,
  clinicUrl,
  consoleUrl,
}: FrontAddresses): Promise<FrontOptions> {
  const documents = new Map<string, () => Promise<string>>();
  for (const { path, file } of DOCUMENTS) {
    const read = (): Promise<string> => readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
    if (await read().then(...IS_THERE)) documents.set(path, read);
  }
  return {
    documents,
    page: (): FrontPage => ({
      hasClinic: clinicUrl() !== null,
      clinicPeople: people('prescriber', 'staff'),
      portalPeople: people('prescriber', 'admin'),
      patient: firstPatient(),
      prescriber: personOf(firstOf('prescriber')),
      controlRoomPath: CONTROL_ROOM_PATH,
      documents: DOCUMENTS.filter(({ path }) => documents.has(path)),
      consoleUrl,
    }),
    open: (door) => open(door, baseUrl, clinicUrl()),
  };
}

const IS_THERE = [() => true, () => false] as const;

async function open(door: Door, baseUrl: string, clinicUrl: string | null): Promise<OpenDoor | null> {
  const user = users.find(({ id }) => id === door.as);
  const url = user === undefined ? null : addressOf(door, user, { baseUrl, clinicUrl });
  if (user === undefined || url === null) return null;
  const application = door.to === 'clinic' ? applications.public : applications.portal;
  const callback = door.to === 'clinic' ? `${baseUrl}/callback` : `${baseUrl}/portal/`;
  const cookies = await signInCookies(
    { baseUrl, clientId: application.id, redirectUri: callback, scope: SCOPE },
    user,
  );
  return { url, cookies };
}

/** The page behind the door. */
function addressOf(
  { to, patient }: Door,
  { id }: SeedUser,
  { baseUrl, clinicUrl }: { readonly baseUrl: string; readonly clinicUrl: string | null },
): string | null {
  if (to === 'portal') return `${baseUrl}/portal/?sign-in`;
  if (clinicUrl === null) return null;
  const isKnown = patients.some(({ externalId }) => externalId === patient);
  if (patient !== null && !isKnown) return null;
  const query = new URLSearchParams({ as: id, ...(patient === null ? {} : { patient }) });
  return `${clinicUrl}/enter?${query.toString()}`;
}

function firstPatient(): FrontPage['patient'] {
  const [patient] = patients;
  if (patient === undefined) throw new Error('the seed has no patient');
  return { externalId: patient.externalId, name: `${patient.firstName} ${patient.lastName}` };
}

function people(...roles: readonly SeedUser['role'][]): readonly DoorPerson[] {
  return roles.map((role) => personOf(firstOf(role)));
}

function firstOf(role: SeedUser['role']): SeedUser {
  const user = users.find((one) => one.role === role);
  if (user === undefined) throw new Error(`the seed has no ${role}`);
  return user;
}

function personOf({ id, firstName, lastName, role, prescriber }: SeedUser): DoorPerson {
  return { id, name: `${firstName} ${lastName}`, about: prescriber?.credentials ?? role };
}
