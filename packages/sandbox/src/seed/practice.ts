// Owns the sandbox's practice: the organization, its applications and the people who sign in. Every secret here is public.
import type { Address } from '../pharmacies/types.ts';

/** A place where a prescriber works; its phone and fax stand on messages and faxes. */
export type SeedPracticeLocation = {
  readonly name: string;
  readonly address: Address;
  /** Ten digits. */
  readonly phone: string;
  /** Ten digits. */
  readonly fax: string;
};

export type SeedOrganization = {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly phone: string;
  readonly practiceLocations: readonly SeedPracticeLocation[];
};

export type SeedApplications = {
  /** The public application: its id is `svc-client`'s `id`. */
  readonly public: {
    readonly id: string;
    readonly name: string;
    readonly callbackUrls: readonly string[];
    readonly origins: readonly string[];
  };
  /** Through which the prescriber portal, which the service serves, signs people in. */
  readonly portal: { readonly id: string; readonly name: string };
  /** The machine client: client credentials, may prepare and read, never sign. */
  readonly machine: { readonly id: string; readonly name: string; readonly secret: string };
};

export type SeedUser = {
  readonly id: string;
  readonly role: 'prescriber' | 'staff' | 'admin';
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** Prescribers only. */
  readonly prescriber?: {
    readonly npi: string;
    readonly credentials: string;
    /** Name of one of the organization's practice locations. */
    readonly practiceLocation: string;
  };
};

const BOSTON = 'Riverside Family Medicine, Boston';
const COLUMBUS = 'Riverside Family Medicine, Columbus';

/** The organization of the sandbox. */
export const organization: SeedOrganization = {
  id: 'org_0R1VERS1DE0C11N1C000000000',
  name: 'Riverside Family Medicine',
  timeZone: 'America/New_York',
  phone: '6175550150',
  practiceLocations: [
    {
      name: BOSTON,
      address: {
        street1: '75 Cambridge St',
        street2: 'Floor 3',
        city: 'Boston',
        state: 'MA',
        postalCode: '02114',
        country: 'US',
      },
      phone: '6175550150',
      fax: '6175550151',
    },
    {
      name: COLUMBUS,
      address: {
        street1: '150 E Broad St',
        city: 'Columbus',
        state: 'OH',
        postalCode: '43215',
        country: 'US',
      },
      phone: '6145550152',
      fax: '6145550153',
    },
  ],
};

/**
 * Where pages of one's own are usually served while they are written: the sandbox and its clinic (8080, 8082), and the defaults of the
 * development servers of Next, Express and React (3000, the next when it is taken 3001), Angular (4200), Astro (4321), Vite (5173, 5174,
 * its preview 4173) and Django (8000). Each by name and by number: a browser takes them for two origins.
 */
const PAGE_PORTS = [3000, 3001, 4173, 4200, 4321, 5173, 5174, 8000, 8080, 8082] as const;
const PAGE_ORIGINS: readonly string[] = PAGE_PORTS.flatMap((port) => [
  `http://127.0.0.1:${port}`,
  `http://localhost:${port}`,
]);

/** The applications of the organization. */
export const applications: SeedApplications = {
  public: {
    id: 'app_0C11N1C0PAGE00000000000000',
    name: 'Clinic page',
    callbackUrls: PAGE_ORIGINS.flatMap((origin) => [`${origin}/`, `${origin}/callback`]),
    origins: PAGE_ORIGINS,
  },
  portal: { id: 'app_0P0RTA10000000000000000000', name: 'Prescriber portal' },
  machine: {
    id: 'app_0C11N1C0MACH1NE00000000000',
    name: 'Clinic back office',
    secret: 'sandbox-machine-secret-not-for-production',
  },
};

/** Those who run the sandbox's network: an organization of their own. */
export const network = { id: 'org_0NETW0RK000000000000000000', name: 'Sandbox Network' } as const;

/** Signs in to the operators' console; the first sign-in adds an authenticator app. */
export const operator = {
  id: 'usr_00PERAT0R000TT000000000000',
  email: 'otto@network.example',
  password: 'sandbox-otto-2026',
  firstName: 'Otto',
  lastName: 'Berg',
} as const;

/** The people of the sandbox. */
export const users: readonly SeedUser[] = [
  {
    id: 'usr_0DR0R1VERA0000000000000000',
    role: 'prescriber',
    email: 'rivera@riverside.example',
    password: 'sandbox-rivera-2026',
    firstName: 'Elena',
    lastName: 'Rivera',
    phone: '6175550154',
    prescriber: { npi: '2990000251', credentials: 'MD', practiceLocation: BOSTON },
  },
  {
    id: 'usr_0DR00KAF0R0000000000000000',
    role: 'prescriber',
    email: 'okafor@riverside.example',
    password: 'sandbox-okafor-2026',
    firstName: 'Daniel',
    lastName: 'Okafor',
    phone: '6145550155',
    prescriber: { npi: '2990000269', credentials: 'NP', practiceLocation: COLUMBUS },
  },
  {
    id: 'usr_0STAFF0SAM0000000000000000',
    role: 'staff',
    email: 'sam@riverside.example',
    password: 'sandbox-sam-2026',
    firstName: 'Sam',
    lastName: 'Whitfield',
    phone: '6175550156',
  },
  {
    id: 'usr_0ADM1N0ADA0000000000000000',
    role: 'admin',
    email: 'ada@riverside.example',
    password: 'sandbox-ada-2026',
    firstName: 'Ada',
    lastName: 'Lindqvist',
    phone: '6175550157',
  },
];
