// Telnyx on loopback, as its documents describe it: media, faxes and messages, and webhooks signed by a key of its own.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Asked, CarrierPeer } from './carrier-peer.ts';
import { openCarrierPeer } from './carrier-peer.ts';

export interface TelnyxFax {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly connection_id: string;
  readonly media_name: string;
  readonly client_state: string;
  readonly webhook_url?: string;
  status: string;
  failure_reason: string | null;
}

export interface TelnyxMessage {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly text: string;
  readonly webhook_url: string;
}

export interface TelnyxPeer extends CarrierPeer {
  /** As the portal shows it. */
  readonly publicKey: string;
  /** The faxes that it has, in order. */
  readonly faxes: readonly TelnyxFax[];
  readonly messages: readonly TelnyxMessage[];
  /** What becomes of the faxes that are asked about from now on. */
  readonly end: (status: 'sending' | 'delivered' | 'failed', failureReason?: string) => void;
  /** What the search of detail records answers from now on: the records, or this status. */
  readonly showsRecords: (status?: number) => void;
  /** A webhook as it posts it: body and headers. */
  readonly signed: (
    event: { readonly event_type: string; readonly payload: Record<string, unknown> },
    atMs?: number,
  ) => { readonly payload: string; readonly headers: Record<string, string> };
}

export async function openTelnyxPeer(): Promise<TelnyxPeer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const faxes: TelnyxFax[] = [];
  const messages: TelnyxMessage[] = [];
  const media = new Set<string>();
  let ends: { status: string; failureReason: string | null } = { status: 'sending', failureReason: null };
  let shows: 'records' | number = 'records';
  const current = (fax: TelnyxFax): TelnyxFax => {
    if (fax.status !== 'delivered' && fax.status !== 'failed') {
      fax.status = ends.status;
      fax.failure_reason = ends.failureReason;
    }
    return fax;
  };
  const hands = ({ method, path, body }: Asked): (() => unknown) | undefined => {
    if (method !== 'POST' || (path !== '/faxes' && path !== '/messages')) return undefined;
    const given = JSON.parse(body.toString('utf8')) as Record<string, string>;
    return () => {
      if (path === '/messages') {
        messages.push({ id: randomUUID(), ...given } as unknown as TelnyxMessage);
        return { data: messages.at(-1) };
      }
      if (!media.has(given['media_name'] ?? '')) return 422;
      faxes.push({
        id: randomUUID(),
        status: 'queued',
        failure_reason: null,
        ...given,
      } as unknown as TelnyxFax);
      return { data: faxes.at(-1) };
    };
  };
  const show = ({ method, path, body }: Asked): unknown => {
    if (method === 'POST' && path === '/media') {
      const name = /name="media_name"\r\n\r\n(.*)\r\n/.exec(body.toString('latin1'))?.[1] ?? '';
      media.add(name);
      return { data: { media_name: name } };
    }
    const { pathname, searchParams } = new URL(path, 'http://peer');
    if (pathname === '/faxes')
      return { data: faxes.filter(({ to }) => to === searchParams.get('filter[to][eq]')).map(current) };
    if (pathname === '/detail_records') {
      if (shows !== 'records') return shows;
      const of = messages.filter(
        ({ to }) =>
          searchParams.get('filter[record_type]') === 'messaging' && to === searchParams.get('filter[cld]'),
      );
      return { data: of.map(({ id, webhook_url: url }) => ({ uuid: id, delivery_status_webhook_url: url })) };
    }
    const found = faxes.find(({ id }) => pathname === `/faxes/${id}`);
    return found === undefined ? 404 : { data: current(found) };
  };
  const peer = await openCarrierPeer({ show, hands });
  return {
    ...peer,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
    faxes,
    messages,
    end: (status, failureReason) => {
      ends = { status, failureReason: failureReason ?? null };
    },
    showsRecords: (status) => {
      shows = status ?? 'records';
    },
    signed: (event, atMs = Date.now()) => {
      const timestamp = String(Math.floor(atMs / 1000));
      const payload = JSON.stringify({
        data: { record_type: 'event', id: randomUUID(), ...event },
        meta: { attempt: 1 },
      });
      return {
        payload,
        headers: {
          'content-type': 'application/json',
          'telnyx-timestamp': timestamp,
          'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${payload}`), privateKey).toString(
            'base64',
          ),
        },
      };
    },
  };
}
