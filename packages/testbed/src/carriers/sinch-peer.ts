// The Sinch Fax API on loopback, as its documents describe it: faxes of one project, asked about by id or by number.
import { randomUUID } from 'node:crypto';
import type { Asked, CarrierPeer } from './carrier-peer.ts';
import { openCarrierPeer } from './carrier-peer.ts';

export interface SinchFax {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly maxRetries: number;
  readonly files: readonly { readonly file: string; readonly fileType: string }[];
}

export interface SinchPeer extends CarrierPeer {
  readonly faxes: readonly SinchFax[];
  /** What becomes of the faxes that are asked about from now on. */
  readonly end: (end: Readonly<Record<string, unknown>>) => void;
}

export async function openSinchPeer(project: string): Promise<SinchPeer> {
  const faxes: SinchFax[] = [];
  let ends: Readonly<Record<string, unknown>> = { status: 'IN_PROGRESS' };
  const base = `/projects/${project}/faxes`;
  const without = ({ files: _files, ...fax }: SinchFax): unknown => ({ ...fax, ...ends });
  const hands = ({ method, path, body }: Asked): (() => unknown) | undefined => {
    if (method !== 'POST' || path !== base) return undefined;
    return () => {
      const fax = { id: randomUUID(), ...(JSON.parse(body.toString('utf8')) as Omit<SinchFax, 'id'>) };
      faxes.push(fax);
      return { ...(without(fax) as object), status: 'QUEUED' };
    };
  };
  const show = ({ path }: Asked): unknown => {
    const { pathname, searchParams } = new URL(path, 'http://peer');
    if (pathname === base)
      return {
        faxes: faxes.filter(({ to }) => to === searchParams.get('to')).map(without),
        totalItems: faxes.length,
      };
    const found = faxes.find(({ id }) => pathname === `${base}/${id}`);
    return found === undefined ? 404 : without(found);
  };
  return {
    ...(await openCarrierPeer({ show, hands })),
    faxes,
    end: (end) => {
      ends = end;
    },
  };
}
