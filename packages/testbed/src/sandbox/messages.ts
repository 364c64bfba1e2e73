// Owns the messages that the sandbox's tests send: a whole NewRx and its CancelRx, for any pharmacy, version and form.

import type { EndpointAuth, SimulatedPharmacy } from '@pestle/sandbox/pharmacies/types';
import { build, type CancelRx, type Header, type NewRx } from '@pestle/script';

export const ORDER_ULID = '01KXSANDB0XTEST00000000000';

export type Sent = { readonly messageId: string; readonly orderNumber: string };

/** Ids of a message, unique by number. */
export function sentAs(number: number): Sent {
  const text = String(number).padStart(4, '0');
  return { messageId: `m01KXTESTMESSAGE${text}`, orderNumber: `${ORDER_ULID}-${number}` };
}

function headerOf(pharmacy: Pick<SimulatedPharmacy, 'ncpdpId'>, sent: Sent, relatesTo?: string): Header {
  return {
    to: { id: pharmacy.ncpdpId, qualifier: 'P' },
    from: { id: 'SVC0001', qualifier: 'D' },
    messageId: sent.messageId,
    ...(relatesTo !== undefined && { relatesToMessageId: relatesTo }),
    sentTime: '2026-11-20T08:00:00.000Z',
    senderSoftware: { developer: 'Pestle', product: 'Test', versionRelease: '1' },
    prescriberOrderNumber: sent.orderNumber,
  };
}

const NAME = { lastName: 'Doe', firstName: 'Jane' };
const ADDRESS = {
  addressLine1: '1 Main St',
  city: 'Boston',
  stateProvince: 'MA',
  postalCode: '02108',
  countryCode: 'US',
};
const PHONE = { primaryTelephone: { number: '6175550100' } };
const DRUG = {
  drugDescription: 'lisinopril 10 mg oral tablet',
  drugCoded: { drugDbCode: { code: '314076', qualifier: 'SCD' } },
};

/** A NewRx that passes every check. */
export function newRx(pharmacy: Pick<SimulatedPharmacy, 'ncpdpId' | 'npi' | 'name'>, sent: Sent): NewRx {
  return {
    type: 'NewRx',
    header: headerOf(pharmacy, sent),
    patient: {
      name: NAME,
      gender: 'F',
      dateOfBirth: '1980-02-29',
      address: ADDRESS,
      communicationNumbers: PHONE,
    },
    pharmacy: {
      identification: { ncpdpId: pharmacy.ncpdpId, npi: pharmacy.npi },
      businessName: pharmacy.name,
      address: ADDRESS,
      communicationNumbers: PHONE,
    },
    prescriber: {
      identification: { npi: '2990000251' },
      name: { lastName: 'Rivera', firstName: 'Elena' },
      address: ADDRESS,
      communicationNumbers: PHONE,
    },
    medicationPrescribed: {
      ...DRUG,
      quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'C48542' },
      writtenDate: '2026-11-20T07:59:00.000000Z',
      substitutions: '0',
      numberOfRefills: '3',
      sigText: 'Take 1 tablet by mouth once daily.',
    },
  };
}

/** The CancelRx of that NewRx, with the full content. */
export function cancelRx(pharmacy: SimulatedPharmacy, sent: Sent, original: Sent): CancelRx {
  const { patient, pharmacy: to, prescriber, medicationPrescribed } = newRx(pharmacy, original);
  return {
    type: 'CancelRx',
    header: headerOf(pharmacy, { ...sent, orderNumber: original.orderNumber }, original.messageId),
    patient,
    prescriber,
    medicationPrescribed,
    ...(to && { pharmacy: to }),
  };
}

/** The bytes for this pharmacy, as its integration asks. */
export function written(
  pharmacy: SimulatedPharmacy,
  message: NewRx | CancelRx,
): { body: string; contentType: string } {
  const script = pharmacy.integration?.script;
  const { text, contentType } = build(message, {
    version: script?.version ?? '2017071',
    form: script?.form ?? 'xml',
    cancelContent: script?.cancel ?? 'reduced',
  });
  return { body: text, contentType };
}

/** The credential headers that an integration asks for. OAuth2 fetches its token. */
export async function proof(auth: EndpointAuth): Promise<Record<string, string>> {
  switch (auth.kind) {
    case 'none':
    case 'mtls':
      return {};
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`,
      };
    case 'apiKey':
      return { [auth.header]: auth.value };
    case 'oauth2': {
      const response = await fetch(auth.tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: auth.clientId,
          client_secret: auth.clientSecret,
        }),
      });
      const { access_token: token } = (await response.json()) as { access_token: string };
      return { authorization: `Bearer ${token}` };
    }
    default:
      return auth satisfies never;
  }
}
