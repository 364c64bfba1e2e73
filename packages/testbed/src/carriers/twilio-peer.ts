// Twilio's messages on loopback, as its documents describe them, with status callbacks signed by the auth token.
import { createHmac, randomBytes } from 'node:crypto';
import type { Asked, CarrierPeer } from './carrier-peer.ts';
import { openCarrierPeer } from './carrier-peer.ts';

export interface TwilioMessage {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly date_created: string;
  readonly statusCallback: string;
}

export interface TwilioPeer extends CarrierPeer {
  readonly account: string;
  readonly token: string;
  readonly messages: readonly TwilioMessage[];
  /** A status callback about one of them, as it posts it. */
  readonly signed: (
    message: TwilioMessage,
    fields: Readonly<Record<string, string>>,
  ) => { readonly payload: string; readonly headers: Record<string, string> };
}

export async function openTwilioPeer(): Promise<TwilioPeer> {
  const account = `AC${randomBytes(16).toString('hex')}`;
  const token = randomBytes(16).toString('hex');
  const messages: TwilioMessage[] = [];
  const base = `/Accounts/${account}/Messages.json`;
  const hands = ({ method, path, body }: Asked): (() => unknown) | undefined => {
    if (method !== 'POST' || path !== base) return undefined;
    const given = new URLSearchParams(body.toString('utf8'));
    return () => {
      messages.push({
        sid: `SM${randomBytes(16).toString('hex')}`,
        to: given.get('To') ?? '',
        from: given.get('From') ?? '',
        body: given.get('Body') ?? '',
        date_created: new Date().toUTCString(),
        statusCallback: given.get('StatusCallback') ?? '',
      });
      return { ...messages.at(-1), status: 'queued' };
    };
  };
  const show = ({ path }: Asked): unknown => {
    const { pathname, searchParams } = new URL(path, 'http://peer');
    return pathname === base ? { messages: messages.filter(({ to }) => to === searchParams.get('To')) } : 404;
  };
  return {
    ...(await openCarrierPeer({ show, hands })),
    account,
    token,
    messages,
    signed: ({ sid, statusCallback }, fields) => {
      const all = { AccountSid: account, MessageSid: sid, ...fields };
      const names = Object.keys(all).sort();
      const joined = names.map((name) => `${name}${all[name as keyof typeof all]}`).join('');
      return {
        payload: new URLSearchParams(all).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': createHmac('sha1', token)
            .update(`${statusCallback}${joined}`)
            .digest('base64'),
        },
      };
    },
  };
}
