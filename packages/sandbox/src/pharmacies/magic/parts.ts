// Owns what the magic pharmacies share: the record's usual parts and the ways in which an integration is written.
import type {
  ApiCall,
  ApiCancelCall,
  EndpointAuth,
  HookCredential,
  Integration,
  OpeningHours,
  SimulatedPharmacy,
} from '../types.ts';

/** Where the simulated peers listen, for example `http://127.0.0.1:8081`; no slash at the end. */
export type BaseUrl = string;

/** A magic pharmacy before the peers' address is known. */
export type MagicPharmacy = Omit<SimulatedPharmacy, 'integration'> & {
  readonly integrate: ((baseUrl: BaseUrl) => Integration) | null;
};

type Usual = 'kind' | 'timeZone' | 'duplicates' | 'cancels' | 'faxLine' | 'behaviour';

/** Fills in what most of them have in common. */
export function magicPharmacy(
  draft: Omit<MagicPharmacy, Usual> & Partial<Pick<MagicPharmacy, Usual>>,
): MagicPharmacy {
  return {
    kind: 'LOCAL_PICKUP',
    timeZone: 'America/New_York',
    behaviour: 'accepts',
    duplicates: 'same-answer',
    cancels: 'approves',
    faxLine: 'delivers',
    ...draft,
  };
}

/** Open on all days from early to late. */
export const DAILY_8_TO_22: readonly OpeningHours[] = [
  { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], opens: '08:00', closes: '22:00' },
];

/** Office hours, and a short Saturday. */
export const WEEKDAYS_9_TO_18: readonly OpeningHours[] = [
  { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], opens: '09:00', closes: '18:00' },
  { days: ['SAT'], opens: '09:00', closes: '13:00' },
];

/** A bearer key for the status hook. */
export function hookKey(name: string): HookCredential {
  return { kind: 'bearer', key: `sandbox-hook-key-${name}` };
}

/** A Standard Webhooks secret for the status hook: 32 bytes made from the name, so that it never changes. */
export function hookSecret(name: string): HookCredential {
  const bytes = Buffer.from(`sandbox ${name}`.padEnd(32, '.').slice(0, 32), 'latin1');
  return {
    kind: 'standard-webhooks',
    keyId: `sandbox-${name}`,
    secret: `whsec_${bytes.toString('base64')}`,
  };
}

const LIVE = {
  stage: 'live',
  technicalContact: { name: 'Sandbox Operations', email: 'pharmacy-it@sandbox.example', phone: '6175550199' },
  conformancePassedAt: '2025-06-02T15:00:00.000Z',
} as const;

type ScriptRoute = {
  readonly auth: EndpointAuth;
  readonly version?: '2017071' | '2023011';
  readonly form?: 'xml' | 'json';
  readonly cancel?: 'reduced' | 'full';
  readonly attempts?: NonNullable<Integration['attempts']>;
  readonly lane?: NonNullable<Integration['lane']>;
  readonly noteLines?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** The pharmacy's own SCRIPT endpoint. */
export function ownEndpoint(pharmacyId: string, route: ScriptRoute): (baseUrl: BaseUrl) => Integration {
  const { auth, headers, version = '2017071', form = 'xml', cancel = 'reduced', ...rest } = route;
  const { attempts, lane, noteLines } = rest;
  return (baseUrl) => ({
    ...LIVE,
    channel: 'script',
    endpoint: {
      url: `${baseUrl}/pharmacies/${pharmacyId}/script`,
      auth: auth.kind === 'oauth2' ? { ...auth, tokenUrl: `${baseUrl}/oauth2/token` } : auth,
      ...(headers && { headers }),
    },
    script: { version, form, cancel, acknowledge: 'script', ...(noteLines && { noteLines }) },
    ...(attempts && { attempts }),
    ...(lane && { lane }),
  });
}

/** The endpoint of a network partner, which finds the pharmacy by the message's `To`. */
export function partnerEndpoint(partnerId: string, auth: EndpointAuth): (baseUrl: BaseUrl) => Integration {
  return (baseUrl) => ({
    ...LIVE,
    channel: 'script',
    partnerId,
    endpoint: { url: `${baseUrl}/partners/${partnerId}/script`, auth },
    script: {
      version: '2017071',
      form: 'xml',
      cancel: 'full',
      acknowledge: 'script',
      senderTertiaryId: 'PESTLE',
      receiverTertiaryId: 'SANDNET',
    },
  });
}

/** A proprietary JSON API, as configuration. */
export function ownApi(
  pharmacyId: string,
  auth: EndpointAuth,
  calls: { readonly newRx: ApiCall; readonly cancelRx: ApiCancelCall },
): (baseUrl: BaseUrl) => Integration {
  return (baseUrl) => ({
    ...LIVE,
    channel: 'api',
    endpoint: {
      url: `${baseUrl}/pharmacies/${pharmacyId}/api`,
      auth,
      headers: { 'x-api-version': '3' },
    },
    api: calls,
  });
}
