// Owns which pharmacies a simulation has: their records in the directory, as an import writes them.
import type { PharmacyId } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import type { PharmacyInput } from '@pestle/service/for-tests/directory';

/** How a pharmacy speaks, and what its lane takes. */
export interface PharmacySetup {
  readonly id: PharmacyId;
  readonly port: string;
  readonly speaks: 'xml' | 'json' | 'api' | 'fax';
  readonly hookKey: string;
  readonly timeoutMs: number;
  /** Attempts at a time. */
  readonly concurrency: number;
  readonly record: PharmacyInput;
}

type Integration = NonNullable<PharmacyInput['integration']>;

const KINDS = [
  { speaks: 'xml', version: '2017071', concurrency: 4 },
  { speaks: 'xml', version: '2017071', concurrency: 2 },
  { speaks: 'json', version: '2023011', concurrency: 4 },
  { speaks: 'xml', version: '2023011', concurrency: 8, ratePerSecond: 20 },
  { speaks: 'api', version: '2017071', concurrency: 4 },
  { speaks: 'json', version: '2017071', concurrency: 1 },
  { speaks: 'xml', version: '2017071', concurrency: 8 },
  { speaks: 'fax', version: '2017071', concurrency: 8 },
] as const;

const FIRST_PORT = 20_000;
/** Shorter than in life, so that a run sees whole schedules. */
const OFFSETS_MS = [0, 500, 2_000, 6_000, 12_000];
const TIMEOUTS_MS = [2_000, 3_000, 5_000];

const NEW_ORDER = {
  method: 'POST',
  path: '/orders',
  body: '{"reference": fill.prescriberOrderNumber, "submissionId": fill.messageId, "drug": prescription.drugDescription, "patient": patient.lastName}',
  accepted: 'status = 201 and body.result = "QUEUED"',
  duplicate: 'status = 409 and body.problem = "ALREADY_HERE"',
} as const;

const CANCELLATION = {
  method: 'POST',
  path: '/cancellations',
  body: '{"reference": fill.prescriberOrderNumber, "submissionId": fill.messageId, "cancels": fill.relatesToMessageId}',
  accepted: 'status = 202 and body.result in ["CANCELLED", "TOO_LATE"]',
  duplicate: 'status = 409 and body.problem = "ALREADY_HERE"',
  approved: 'status = 202 and body.result = "CANCELLED"',
  denied: 'status = 202 and body.result = "TOO_LATE"',
} as const;

/** As many as are asked for, each kind in turn. */
export function pharmacySetups(count: number): PharmacySetup[] {
  return Array.from({ length: count }, (_, index) => setupOf(index));
}

function setupOf(index: number): PharmacySetup {
  const kind = KINDS[index % KINDS.length] ?? KINDS[0];
  const number = String(index).padStart(3, '0');
  const id = `phr_0S1MVWATED${number.padStart(16, '0')}` as PharmacyId;
  const port = String(FIRST_PORT + index);
  const timeoutMs = TIMEOUTS_MS[index % TIMEOUTS_MS.length] ?? 2_000;
  const common = {
    stage: 'live',
    technicalContact: { name: 'Terry', email: 'terry@pharmacy.example' },
    conformancePassedAt: '2035-01-01T00:00:00Z',
    endpoint: { url: `http://127.0.0.1:${port}`, auth: { kind: 'none' } },
    attempts: { offsetsMs: OFFSETS_MS, timeoutMs },
    lane: {
      concurrency: kind.concurrency,
      ...('ratePerSecond' in kind ? { ratePerSecond: kind.ratePerSecond } : {}),
    },
  } as const;
  const integration: Integration | null =
    kind.speaks === 'fax'
      ? null
      : kind.speaks === 'api'
        ? { ...common, channel: 'api', api: { newRx: NEW_ORDER, cancelRx: CANCELLATION } }
        : {
            ...common,
            channel: 'script',
            script: { version: kind.version, form: kind.speaks, cancel: 'reduced', acknowledge: 'script' },
          };
  return {
    id,
    port,
    speaks: kind.speaks,
    hookKey: `simulated-pharmacy-key-${number}-of-a-run`,
    timeoutMs,
    concurrency: kind.concurrency,
    record: {
      id,
      npi: npiFrom(`199100${number}`),
      ncpdpId: `8880${number}`,
      name: `Simulated Pharmacy ${number}`,
      kind: 'LOCAL_PICKUP',
      address: { street1: '2 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
      latitude: 42.3576,
      longitude: -71.0684,
      timeZone: 'America/New_York',
      phone: '6175550101',
      fax: `6175551${number}`,
      integration,
    },
  };
}
