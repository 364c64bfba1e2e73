// Rows for tests of rooms that stand on orders: organizations, pharmacies with credentials, signed prescriptions, orders and fills.
import { createHash } from 'node:crypto';
import type { FillState } from '@pestle/rules/fill-status';
import { foldOrder } from '@pestle/rules/fill-status';
import type {
  FillId,
  Id,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PrescriptionId,
  TransmissionId,
  TreatmentId,
  UserId,
} from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import { structureOf } from '@pestle/rules/sig';
import { sealHookSecret } from '@pestle/service/directory/credentials/sealed-credentials';
import type { Ports } from '@pestle/service/kernel/ports';
import { makeId, systemPorts } from '@pestle/service/kernel/ports';
import { sealSignable } from '@pestle/service/prescribing/sealed-rows';
import type { ClinicalContent, Envelope } from '@pestle/service/prescribing/signing/clinical-content';
import { contentHash } from '@pestle/service/prescribing/signing/clinical-content';
import type { Store } from '@pestle/service/store/store';
import { keysOf, networkKeysFor } from '@pestle/service/vault/vault';
import { sql } from 'kysely';

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): number;
  set(at: string | number): void;
  forward(ms: number): void;
}

export function testClock(at = '2026-11-20T15:00:00.000Z'): TestClock {
  let ms = Date.parse(at);
  return {
    now: () => ms,
    set: (to) => {
      ms = typeof to === 'string' ? Date.parse(to) : to;
    },
    forward: (by) => {
      ms += by;
    },
  };
}

export function testPorts(clock: TestClock): Ports {
  return { clock, random: systemPorts.random };
}

let serial = 0;

export async function insertOrganization(
  store: Store,
  over: { name?: string; phone?: string | null } = {},
): Promise<OrganizationId> {
  const id = makeId(systemPorts, 'org');
  await store.asKeeper((tx) =>
    sql`insert into organization (org_id, name, phone) values
      (${id}, ${over.name ?? 'Riverside Family Medicine'}, ${over.phone === undefined ? '6175550150' : over.phone})`.execute(
      tx,
    ),
  );
  return id;
}

export interface TestPharmacy {
  readonly id: PharmacyId;
  readonly name: string;
  readonly ncpdpId: string | null;
  readonly npi: string | null;
  readonly fax: string;
}

export async function insertPharmacy(
  store: Store,
  over: {
    name?: string;
    ncpdpId?: string | null;
    npi?: string | null;
    phone?: string | null;
    partnerId?: string;
    statusWords?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestPharmacy> {
  serial += 1;
  const id = makeId(systemPorts, 'phr');
  const pharmacy = {
    id,
    name: over.name ?? 'Corner Drugstore #12',
    ncpdpId: over.ncpdpId === undefined ? String(1_000_000 + serial) : over.ncpdpId,
    npi: over.npi === undefined ? npiFrom(`1${String(serial).padStart(8, '0')}`) : over.npi,
    fax: '6175550199',
  };
  const phone = over.phone === undefined ? '6175550198' : over.phone;
  await store.asKeeper((tx) =>
    sql`insert into pharmacy (id, npi, ncpdp_id, name, kind, pharmacy_type, serves_public, street1, city, state,
        postal_code, phone, fax, time_zone, partner_id, status_words, search_words)
      values (${id}, ${pharmacy.npi}, ${pharmacy.ncpdpId}, ${pharmacy.name}, 'LOCAL_PICKUP', 'community', true, '1 Main Street',
        'Boston', 'MA', '02108', ${phone}, ${pharmacy.fax}, 'America/New_York', ${over.partnerId ?? null},
        ${JSON.stringify(over.statusWords ?? {})}, 'corner drugstore')`.execute(tx),
  );
  return pharmacy;
}

export async function insertPartner(store: Store): Promise<Id<'ptn'>> {
  const id = makeId(systemPorts, 'ptn');
  const endpoint = JSON.stringify({ url: 'https://partner.example.org/script', auth: { kind: 'none' } });
  await store.asKeeper((tx) =>
    sql`insert into partner (id, name, endpoint) values (${id}, 'Network', ${endpoint})`.execute(tx),
  );
  return id;
}

/** A bearer key (`key`) or a signing secret (`keyId` and `secret`) of a pharmacy or partner. */
export async function insertHookCredential(
  store: Store,
  owner: { pharmacyId: PharmacyId } | { partnerId: string },
  proof: { key: string } | { keyId: string; secret: string },
  valid: { from?: string; until?: string | null } = {},
): Promise<void> {
  const row = {
    pharmacy: 'pharmacyId' in owner ? owner.pharmacyId : null,
    partner: 'partnerId' in owner ? owner.partnerId : null,
    kind: 'key' in proof ? 'bearer' : 'standard-webhooks',
    keyHash: 'key' in proof ? createHash('sha256').update(proof.key).digest('hex') : null,
    keyId: 'keyId' in proof ? proof.keyId : null,
    secret: 'keyId' in proof ? proof.secret : null,
    from: valid.from ?? '2026-01-01T00:00:00Z',
    until: valid.until ?? null,
  };
  const id = makeId(systemPorts, 'hkc');
  const sealed = row.secret === null ? null : sealHookSecret(await networkKeysFor(store), id, row.secret);
  await store.asKeeper((tx) =>
    sql`insert into hook_credential (id, pharmacy_id, partner_id, kind, key_hash, key_id, sealed, valid_from, valid_until)
      values (${id}, ${row.pharmacy}, ${row.partner}, ${row.kind}, ${row.keyHash}, ${row.keyId},
        ${sealed}, ${row.from}, ${row.until})`.execute(tx),
  );
}

export function clinicalContent(over: Partial<ClinicalContent> = {}): ClinicalContent {
  return {
    version: 1,
    salt: '0f'.repeat(16),
    patient: {
      id: 'pat_01JD0000000000000000000001' as PatientId,
      firstName: 'José',
      middleName: 'A',
      lastName: 'Núñez',
      suffix: null,
      dateOfBirth: '1976-07-04',
      sex: 'MALE',
    },
    prescriber: {
      id: 'usr_01JD0000000000000000000001' as UserId,
      firstName: 'Ada',
      lastName: 'Okafor',
      credentials: 'MD',
      npi: npiFrom('123456789'),
    },
    treatment: {
      id: 'trt_01JD0000000000000000000001' as TreatmentId,
      kind: 'MEDICATION',
      name: 'atorvastatin',
      rxcui: '617310',
      brandName: null,
      ingredients: ['atorvastatin'],
      strength: '20 mg',
      doseForm: 'Oral Tablet',
      description: 'atorvastatin 20 mg oral tablet',
      ndc: null,
    },
    dispenseQuantity: '30',
    dispenseUnit: { code: 'C48542', name: 'Tablet' },
    daysSupply: 30,
    fillsAllowed: 3,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth once daily in the evening.',
    notes: 'Patient prefers easy-open caps.',
    doNotFillBeforeDate: null,
    diagnosisCodes: [],
    supervisor: null,
    ...over,
  };
}

export function envelope(over: Partial<Envelope> = {}): Envelope {
  return {
    patient: {
      address: {
        street1: '12 Elm Street',
        street2: 'Apt 4',
        city: 'Boston',
        state: 'MA',
        postalCode: '02108',
        country: 'US',
      },
      phone: '6175550111',
      email: null,
    },
    prescriber: {
      practiceName: 'Riverside Family Medicine, Boston',
      address: {
        street1: '1 River Road',
        city: 'Boston',
        state: 'MA',
        postalCode: '02110-1234',
        country: 'US',
      },
      phone: '6175550150',
      phoneExtension: null,
      fax: '6175550151',
    },
    organization: {
      name: 'Riverside Family Medicine',
      phone: '6175550150',
      timeZone: 'America/New_York',
    },
    ...over,
  };
}

export interface TestFill {
  readonly id: FillId;
  readonly line: number;
  readonly prescriptionId: PrescriptionId;
  readonly orderNumber: string;
  /** The transmission that brought it to the pharmacy. */
  readonly transmissionId: TransmissionId;
  readonly messageId: string;
}

export interface TestOrder {
  readonly orgId: OrganizationId;
  readonly id: OrderId;
  readonly fills: readonly [TestFill, ...TestFill[]];
}

export interface OrderSpec {
  readonly orgId: OrganizationId;
  readonly pharmacyId: PharmacyId;
  /** One fill per state; one SENT when left out. */
  readonly states?: readonly FillState[];
  readonly channel?: 'script' | 'api' | 'fax';
  readonly content?: ClinicalContent;
  readonly envelope?: Envelope;
  /** ISO 8601. */
  readonly writtenAt?: string;
  readonly expirationDate?: string;
}

/** An order at a pharmacy with its signed prescriptions, each sent by one accepted transmission. */
export async function insertOrder(store: Store, spec: OrderSpec): Promise<TestOrder> {
  const states = spec.states ?? ['SENT'];
  const orderId = makeId(systemPorts, 'ord');
  const patientId = makeId(systemPorts, 'pat');
  const fills = states.map((_, index): TestFill => {
    const line = index + 1;
    return {
      id: makeId(systemPorts, 'fil'),
      line,
      prescriptionId: makeId(systemPorts, 'rx'),
      orderNumber: `${ulidOf(orderId)}-${line}`,
      transmissionId: makeId(systemPorts, 'trm'),
      messageId: `M${ulidOf(makeId(systemPorts, 'msg'))}`,
    };
  });
  await store.withOrg(spec.orgId, async (tx) => {
    await sql`insert into orders (org_id, id, patient_id, state, pharmacy_id, pharmacy_count, created_by, client_id)
      values (${spec.orgId}, ${orderId}, ${patientId}, ${foldOrder(states, true)}, ${spec.pharmacyId}, 1, 'usr_x', 'app_x')`.execute(
      tx,
    );
    for (const [index, fill] of fills.entries())
      await insertFill(tx, spec, orderId, patientId, fill, states[index] ?? 'SENT');
  });
  const [first, ...others] = fills;
  if (first === undefined) throw new Error('an order has at least one fill');
  return { orgId: spec.orgId, id: orderId, fills: [first, ...others] };
}

async function insertFill(
  tx: Parameters<Parameters<Store['withOrg']>[1]>[0],
  spec: OrderSpec,
  orderId: OrderId,
  patientId: PatientId,
  fill: TestFill,
  state: FillState,
): Promise<void> {
  const { orgId, pharmacyId } = spec;
  const content = spec.content ?? clinicalContent();
  const hash = contentHash(content);
  const signableId = makeId(systemPorts, 'sgn');
  const channel = spec.channel ?? 'script';
  const writtenAt = spec.writtenAt ?? '2026-11-20T14:30:00.000Z';
  const sealed = sealSignable(keysOf(tx), signableId, {
    content,
    envelope: spec.envelope ?? envelope(),
    structuredSig: structureOf(content.instructions) ?? null,
    externalId: null,
    source: null,
  });
  await sql`insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id,
      prescriber_revision, sealed, content_hash, signed_at)
    values (${orgId}, ${signableId}, ${makeId(systemPorts, 'drf')}, 1, ${patientId}, 1, ${content.prescriber.id}, 1,
      ${sealed}, ${hash}, ${writtenAt})`.execute(tx);
  await sql`insert into prescription (org_id, id, patient_id, prescriber_id, treatment_id, signable_id, content_hash, written_at,
      expiration_date, prepared_by)
    values (${orgId}, ${fill.prescriptionId}, ${patientId}, ${content.prescriber.id}, ${content.treatment.id}, ${signableId},
      ${hash}, ${writtenAt}, ${spec.expirationDate ?? '2027-11-20'}, ${content.prescriber.id})`.execute(tx);
  const sent = state === 'QUEUED' || state === 'SENDING' ? null : '2026-11-20T14:31:00.000Z';
  await sql`insert into fill (org_id, id, order_id, prescription_id, line, state, pharmacy_id, prescriber_order_number, channel, sent_at)
    values (${orgId}, ${fill.id}, ${orderId}, ${fill.prescriptionId}, ${fill.line}, ${state}, ${pharmacyId},
      ${fill.orderNumber}, ${channel}, ${sent})`.execute(tx);
  await sql`insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source)
    values (${orgId}, ${fill.id}, 1, ${orderId}, ${writtenAt}, 'created', null, ${state}, 'user')`.execute(
    tx,
  );
  await insertTransmission(tx, {
    orgId,
    orderId,
    fillId: fill.id,
    pharmacyId,
    channel,
    id: fill.transmissionId,
    messageId: fill.messageId,
    orderNumber: fill.orderNumber,
  });
}

export interface TransmissionSpec {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly channel: 'script' | 'api' | 'fax';
  readonly id: TransmissionId;
  readonly messageId: string;
  readonly orderNumber: string;
  readonly kind?: 'new' | 'cancel' | 'late_notice';
}

export async function insertTransmission(
  tx: Parameters<Parameters<Store['withOrg']>[1]>[0],
  spec: TransmissionSpec,
): Promise<void> {
  await sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
      prescriber_order_number, state, first_attempt_at, accepted_at, created_at)
    values (${spec.orgId}, ${spec.id}, ${spec.orderId}, ${spec.fillId}, ${spec.pharmacyId}, ${spec.kind ?? 'new'}, ${spec.channel},
      ${spec.messageId}, ${spec.orderNumber}, 'accepted', '2026-11-20T14:30:30.000Z', '2026-11-20T14:31:00.000Z',
      '2026-11-20T14:30:10.000Z')`.execute(tx);
  await sql`insert into attempt (org_id, transmission_id, number, started_at, ended_at, outcome, http_status, reason)
    values (${spec.orgId}, ${spec.id}, 1, '2026-11-20T14:30:30.000Z', '2026-11-20T14:31:00.000Z', 'ACCEPTED',
      ${spec.channel === 'fax' ? null : 200}, null)`.execute(tx);
}
