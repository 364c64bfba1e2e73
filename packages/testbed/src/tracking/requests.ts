// What pharmacies ask, for tests: a renewal and a change as SCRIPT messages, and one kept for an organization.
import assert from 'node:assert/strict';
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { newUlid } from '@pestle/rules/ids';
import type { Header, RxChangeRequest, RxRenewalRequest } from '@pestle/script';
import type { Delivery } from '@pestle/service/for-tests/delivery';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';

export interface Asking {
  readonly messageId: string;
  readonly lastName?: string;
  readonly npi?: string;
  /** Of the pharmacy. */
  readonly ncpdpId?: string;
  readonly header?: Partial<Header>;
}

const address = {
  addressLine1: '1 Main St',
  city: 'Boston',
  stateProvince: 'MA',
  postalCode: '02108',
  countryCode: 'US',
};
const communicationNumbers = { primaryTelephone: { number: '6175550100' } };
const medication = {
  drugDescription: 'Lisinopril 10 MG Oral Tablet',
  quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'C48542' },
  writtenDate: '2026-08-20',
  substitutions: '0',
  numberOfRefills: '0',
  sigText: 'Take one tablet daily.',
};

function common({ messageId, lastName = 'Doe', npi = '1999999992', ncpdpId = '1234567', header }: Asking) {
  return {
    header: {
      to: { id: 'PESTLE01', qualifier: 'D' },
      from: { id: ncpdpId, qualifier: 'P' },
      messageId,
      sentTime: '2026-11-20T15:00:00.000Z',
      senderSoftware: { developer: 'x', product: 'x', versionRelease: '1' },
      rxReferenceNumber: 'RX-778899',
      ...header,
    },
    patient: { name: { lastName, firstName: 'Jane' }, gender: 'F', dateOfBirth: '1980-02-29', address },
    pharmacy: {
      identification: { ncpdpId, npi: '1234567893' },
      businessName: 'Corner Drugstore',
      address,
      communicationNumbers,
    },
    prescriber: {
      identification: { npi },
      name: { lastName: 'Prescriber', firstName: 'Pat' },
      address,
      communicationNumbers,
    },
  };
}

/** A pharmacy asks for two more refills. */
export function renewalRequest(asking: Asking): RxRenewalRequest {
  return {
    type: 'RxRenewalRequest',
    ...common(asking),
    medicationDispensed: { ...medication, lastFillDate: '2026-10-20', pharmacyRequestedRefills: '2' },
    medicationPrescribed: medication,
  };
}

/** A pharmacy asks for another medication in place of one that is out of stock. */
export function changeRequest(asking: Asking): RxChangeRequest {
  return {
    type: 'RxChangeRequest',
    ...common(asking),
    messageRequestCode: 'OS',
    medicationPrescribed: medication,
    medicationsRequested: [{ ...medication, drugDescription: 'Lisinopril 20 MG Oral Tablet' }],
    changeReasonText: 'The 10 mg tablets are out of stock.',
  };
}

/** A renewal about the first prescription of an order is there, from its pharmacy; where it has none, from this one to a prescriber. Answers the request's id. */
export async function keepRenewal(
  store: Store,
  delivery: Pick<Delivery, 'onRequest'>,
  orgId: OrganizationId,
  {
    orderId,
    lastName,
    from,
    npi,
    ncpdpId,
  }: {
    readonly orderId: string;
    readonly lastName: string;
    readonly from?: string;
    readonly npi?: string;
    /** Of the pharmacy, where it is to take the answer. */
    readonly ncpdpId?: string;
  },
): Promise<string> {
  const messageId = `m${newUlid(Date.now(), systemPorts.random.bytes(10))}`;
  return await store.withOrg(orgId, async (tx) => {
    const { rows } = await sql<{ number: string | null; pharmacy: PharmacyId | null }>`
      select prescriber_order_number as number, pharmacy_id as pharmacy from fill where order_id = ${orderId} order by line`.execute(
      tx,
    );
    const [fill] = rows;
    assert.ok(fill !== undefined, 'the order has no fill');
    const pharmacyId = fill.pharmacy ?? (from as PharmacyId);
    const reception = await delivery.onRequest(tx, {
      orgId,
      senderId: pharmacyId,
      pharmacyId,
      message: renewalRequest({
        messageId,
        lastName,
        ...(npi === undefined ? {} : { npi }),
        ...(ncpdpId === undefined ? {} : { ncpdpId }),
      }),
      messageId,
      bodyHash: messageId,
      prescriberOrderNumber: fill.number ?? undefined,
      origin: { address: '127.0.0.1', requestId: messageId },
    });
    assert.equal(reception, 'kept');
    const found = await sql<{
      id: string;
    }>`select id from pharmacy_request where message_id = ${messageId}`.execute(tx);
    return found.rows[0]?.id ?? '';
  });
}
