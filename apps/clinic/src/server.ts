// The demo clinic's web server: two pages and their files, on an origin of their own, under a strict policy.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { formatDate } from '@pestle/rules/dates';
import { formatPhone } from '@pestle/rules/phone';

/** A patient as the clinic's own records have it. */
export interface ClinicPatient {
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  readonly phone?: string;
  readonly weightKg?: number;
  readonly address: {
    readonly street1: string;
    readonly street2?: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
  };
}

export interface ClinicOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The service's address, from which the elements are loaded. */
  readonly serviceUrl: string;
  /** Of the elements that the service serves. */
  readonly version: string;
  /** `integrity` of their script. */
  readonly integrity: string;
  readonly applicationId: string;
  readonly organizationId: string;
  readonly patients: readonly ClinicPatient[];
  /** Where the sandbox's phone and fax machine are looked at, with a slash at the end; without it the charts do not lead there. */
  readonly devicesUrl?: string;
}

export interface Clinic {
  readonly url: string;
  close(): Promise<void>;
}

/** Paths to which a sign-in may return, besides `/`. */
export const CLINIC_CALLBACK_PATHS: readonly string[] = ['/', '/chart'];

const folder = new URL('../public/', import.meta.url);
const FILES: Readonly<Record<string, string>> = {
  '/clinic.js': 'text/javascript; charset=utf-8',
  '/clinic.css': 'text/css; charset=utf-8',
  '/favicon.svg': 'image/svg+xml',
  // Browsers ask for this one by themselves.
  '/favicon.ico': 'image/x-icon',
};

/** Listens. Rejects when the address is in use. */
export async function startClinic(options: ClinicOptions): Promise<Clinic> {
  const server = createServer((request, response) => {
    try {
      answer(options, request, response);
    } catch {
      // An address that is none, a file that is gone: thrown to nobody, it would end the process that serves the page.
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('This cannot be shown.\n');
    }
  });
  // A connection that cannot be taken.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  };
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** What the elements need of a host's policy, and nothing else. */
export function clinicPolicy(serviceUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${serviceUrl}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${serviceUrl}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

function answer(options: ClinicOptions, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://clinic');
  response.setHeader('content-security-policy', clinicPolicy(options.serviceUrl));
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('cache-control', 'no-store');
  const type = FILES[pathname];
  if (type !== undefined) {
    response.writeHead(200, { 'content-type': type }).end(bytesOf(pathname.slice(1)));
    return;
  }
  if (pathname === '/enter') return enter(searchParams, response);
  const page =
    pathname === '/'
      ? listPage(options, asUser(searchParams))
      : pathname === '/chart'
        ? chartPage(options, searchParams.get('patient') ?? '', asUser(searchParams))
        : undefined;
  if (page === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

/**
 * The way in from the sandbox's front page, in the name of another person than before: what this origin keeps of an earlier sign-in is forgotten,
 * so that the next page uses the session which that page has just begun.
 */
function enter(parameters: URLSearchParams, response: ServerResponse): void {
  const user = asUser(parameters);
  const patient = parameters.get('patient');
  const query = new URLSearchParams({
    ...(patient === null ? {} : { patient }),
    ...(user === null ? {} : { as: user }),
  });
  response
    .writeHead(303, {
      location: `${patient === null ? '/' : '/chart'}?${query.toString()}`,
      'clear-site-data': '"storage"',
    })
    .end();
}

/** Who opened the page from the sandbox's front, `usr_…`; null for everybody else. */
function asUser(parameters: URLSearchParams): string | null {
  const id = parameters.get('as') ?? '';
  return /^usr_[0-9A-Z]{26}$/.test(id) ? id : null;
}

function listPage({ patients, serviceUrl }: ClinicOptions, user: string | null): string {
  const rows = patients.map(({ externalId, firstName, lastName, dateOfBirth, address }) => {
    const as = user === null ? '' : `&amp;as=${user}`;
    const link = `<a href="chart?patient=${encodeURIComponent(externalId)}${as}">${escaped(`${lastName}, ${firstName}`)}</a>`;
    const cells = [formatDate(dateOfBirth), externalId, `${address.city}, ${address.state}`].map(escaped);
    return `<tr><td>${link}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return filled('index.html', { service: escaped(serviceUrl), rows: rows.join('\n            ') });
}

/** Undefined for a patient whom the clinic does not have. */
function chartPage(options: ClinicOptions, externalId: string, user: string | null): string | undefined {
  const patient = options.patients.find((one) => one.externalId === externalId);
  const elements = {
    service: options.serviceUrl,
    version: options.version,
    integrity: options.integrity,
    application: options.applicationId,
    organization: options.organizationId,
  };
  // A sign-in returns here without its patient: no chart is shown then, least of all somebody else's.
  if (externalId === '') return filled('sign-in.html', allEscaped(elements));
  if (patient === undefined) return undefined;
  const { street1, street2, city, state, postalCode } = patient.address;
  const values = allEscaped({
    ...elements,
    name: `${patient.firstName} ${patient.lastName}`,
    mrn: patient.externalId,
    born: formatDate(patient.dateOfBirth),
    phone: patient.phone === undefined ? 'not known' : formatPhone(patient.phone),
    address: [street1, street2, city, `${state} ${postalCode}`].filter(Boolean).join(', '),
  });
  const weight = patient.weightKg === undefined ? '' : String(patient.weightKg);
  const whole = filled('chart.html', { ...values, weight, devices: escaped(options.devicesUrl ?? '') });
  const page =
    options.devicesUrl === undefined
      ? whole.replace(/\s*<section class="devices".*?<\/section>/s, '')
      : whole;
  // Nobody weighed this patient: a host then leaves the attributes out.
  const weighed = weight === '' ? page.replace(/\s+weight=""\s+weight-unit="kg"/, '') : page;
  // A host that knows who works here says so: whoever is signed in otherwise is signed out, and the session of the service is used at once.
  return user === null
    ? weighed
    : weighed.replace('<svc-client ', `<svc-client user-id="${user}" auto-login="true" `);
}

function allEscaped(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, escaped(value)]));
}

/** The page with every `[[name]]` filled in. Values are HTML. */
function filled(name: string, values: Readonly<Record<string, string>>): string {
  return bytesOf(name)
    .toString('utf8')
    .replace(/\[\[(\w+)\]\]/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`${name} asks for [[${key}]], which nobody gives`);
      return value;
    });
}

/** Read at each request, so that a change shows with the next reload. */
function bytesOf(name: string): Buffer {
  return readFileSync(fileURLToPath(new URL(name, folder)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
