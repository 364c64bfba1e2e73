// Owns which pages the portal has, who sees them, and how each is loaded: a part of its own, asked for when somebody goes there.
import type { Me } from '@pestle/client';
import type { PortalIcon } from '../page/icons.ts';
import { hasDesk } from '../roles.ts';
import type { Route } from '../routes.ts';
import type { ShellText } from '../text/en/shell.ts';

type Role = Me['roles'][number];

export interface NavigationEntry {
  readonly name: keyof ShellText['pages'];
  readonly path: string;
  readonly icon: PortalIcon;
  /** Whoever has one of these roles; everybody when left out. */
  readonly roles?: readonly Role[];
  /** The pages that belong to it. */
  readonly pages: readonly Route['page'][];
  /** It begins another group. */
  readonly first?: true;
}

const ENTRIES: readonly NavigationEntry[] = [
  { name: 'desk', path: '/portal/desk', icon: 'desk', roles: ['PRESCRIBER', 'STAFF'], pages: ['desk'] },
  {
    name: 'drafts',
    path: '/portal/drafts',
    icon: 'drafts',
    roles: ['PRESCRIBER'],
    pages: ['drafts', 'sign'],
  },
  {
    name: 'patients',
    path: '/portal/patients',
    icon: 'patients',
    pages: ['patients', 'patient', 'new-patient', 'edit-patient', 'prescribe'],
  },
  { name: 'orders', path: '/portal/orders', icon: 'orders', pages: ['orders', 'order', 'prescription'] },
  { name: 'team', path: '/portal/team', icon: 'team', pages: ['team', 'person', 'invite'], first: true },
  { name: 'catalog', path: '/portal/catalog', icon: 'catalog', pages: ['catalog'] },
  { name: 'templates', path: '/portal/templates', icon: 'templates', pages: ['templates'] },
  { name: 'disabled', path: '/portal/disabled', icon: 'disabled', pages: ['disabled'] },
  { name: 'pharmacies', path: '/portal/pharmacies', icon: 'pharmacies', pages: ['pharmacies'] },
  {
    name: 'settings',
    path: '/portal/settings',
    icon: 'applications',
    roles: ['ADMIN'],
    pages: ['settings'],
    first: true,
  },
  { name: 'policies', path: '/portal/policies', icon: 'policies', roles: ['ADMIN'], pages: ['policies'] },
  { name: 'audit', path: '/portal/audit', icon: 'audit', roles: ['ADMIN'], pages: ['audit'] },
];

export function entriesFor({ roles }: Pick<Me, 'roles'>): readonly NavigationEntry[] {
  return ENTRIES.filter(
    (entry) => entry.roles === undefined || entry.roles.some((role) => roles.includes(role)),
  );
}

/** Where somebody begins: what needs them. */
export function homeOf(me: Pick<Me, 'roles'>): Route {
  return { page: hasDesk(me) ? 'desk' : 'orders' };
}

export type LoadedPage = Exclude<Route['page'], 'home' | 'unknown'>;

/** The tag of each page. */
export const TAGS: Readonly<Record<LoadedPage, string>> = {
  desk: 'pestle-portal-desk',
  orders: 'pestle-portal-orders',
  order: 'pestle-portal-order',
  'call-in': 'pestle-portal-call-in',
  prescription: 'pestle-portal-prescription',
  patients: 'pestle-portal-patients',
  patient: 'pestle-portal-patient',
  'new-patient': 'pestle-portal-patient-form',
  'edit-patient': 'pestle-portal-patient-form',
  prescribe: 'pestle-portal-prescribe',
  drafts: 'pestle-portal-drafts',
  sign: 'pestle-portal-sign',
  settings: 'pestle-portal-settings',
  team: 'pestle-portal-team',
  person: 'pestle-portal-person',
  invite: 'pestle-portal-invite',
  policies: 'pestle-portal-policies',
  catalog: 'pestle-portal-catalog',
  templates: 'pestle-portal-templates',
  disabled: 'pestle-portal-disabled',
  pharmacies: 'pestle-portal-pharmacies',
  audit: 'pestle-portal-audit',
};

const LOADERS: Readonly<Record<LoadedPage, () => Promise<CustomElementConstructor>>> = {
  desk: async () => (await import('../desk/desk-page.ts')).DeskPage,
  orders: async () => (await import('../orders/orders-page.ts')).OrdersPage,
  order: async () => (await import('../orders/order-page.ts')).OrderPage,
  'call-in': async () => (await import('../orders/call-in-page.ts')).CallInPage,
  prescription: async () => (await import('../prescription/prescription-page.ts')).PrescriptionPage,
  patients: async () => (await import('../patients/patients-page.ts')).PatientsPage,
  patient: async () => (await import('../patients/patient-page.ts')).PatientPage,
  'new-patient': async () => (await import('../patients/patient-form-page.ts')).PatientFormPage,
  'edit-patient': async () => (await import('../patients/patient-form-page.ts')).PatientFormPage,
  prescribe: async () => (await import('../patients/prescribe-page.ts')).PrescribePage,
  drafts: async () => (await import('../drafts/drafts-page.ts')).DraftsPage,
  sign: async () => (await import('../drafts/sign-page.ts')).SignPage,
  team: async () => (await import('../team/team-page.ts')).TeamPage,
  person: async () => (await import('../team/person-page.ts')).PersonPage,
  invite: async () => (await import('../team/invite-page.ts')).InvitePage,
  catalog: async () => (await import('../lists/catalog-page.ts')).CatalogPage,
  templates: async () => (await import('../lists/templates-page.ts')).TemplatesPage,
  disabled: async () => (await import('../lists/disabled-page.ts')).DisabledPage,
  pharmacies: async () => (await import('../pharmacies/pharmacies-page.ts')).PharmaciesPage,
  policies: async () => (await import('../policies/policies-page.ts')).PoliciesPage,
  audit: async () => (await import('../audit/audit-page.ts')).AuditPage,
  settings: async () => (await import('../applications/settings-page.ts')).SettingsPage,
};

/** Resolves when the page can be drawn. */
export async function loadPage(page: LoadedPage): Promise<void> {
  const tag = TAGS[page];
  if (customElements.get(tag) !== undefined) return;
  const constructor = await LOADERS[page]();
  if (customElements.get(tag) === undefined) customElements.define(tag, constructor);
}
