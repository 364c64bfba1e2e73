// Pharmacies that sign in, beside the pages behind their faxes, on two nodes and a store of its own.

import type { PharmacyId } from '@pestle/rules/ids';
import { createDirectory, type Directory } from '@pestle/service/directory';
import { createPharmacyDesk, type PharmacyDesk } from '@pestle/service/for-tests/pharmacy-desk';
import { TOTP } from 'otpauth';
import { BASE_URL } from '../delivery/open-delivery.ts';
import { insertPharmacy } from '../practice/directory-rows.ts';
import { openLinks } from './link.ts';
import { DESK_IDENTITY_KEY } from './pharmacy-desk-administration.ts';
import type { PageAnswer, Visitor } from './visitor.ts';

export const DESK_PASSWORD = 'velvet otter carries nine lanterns';
const STEP_MS = 30_000;

/** Somebody of a pharmacy, signed in. */
export interface PharmacyVisitor {
  readonly visitor: Visitor;
  readonly email: string;
  readonly accountId: string;
  /** The key of the app. */
  readonly appKey: string;
  /** Sends a form of a page, with its token. */
  readonly send: (page: string, to: string, form: Readonly<Record<string, string>>) => Promise<PageAnswer>;
}

/** `baseUrl` is where browsers will find it. */
export async function openPharmacyDesk(baseUrl: string = BASE_URL) {
  const desks: { readonly desk: PharmacyDesk; readonly directory: Directory }[] = [];
  const links = await openLinks(({ store, ports, delivery }) => {
    const directory = createDirectory({ store, ports });
    const desk = createPharmacyDesk({
      store,
      ports,
      delivery,
      baseUrl,
      connections: directory.connections,
      hookKeys: directory.hookKeys,
      isBreached: async () => false,
      identityKey: DESK_IDENTITY_KEY,
      identityKeysPrevious: [],
    });
    desks.push({ desk, directory });
    return [desk.routes];
  });
  const [first] = desks;
  if (first === undefined) throw new Error('there is no desk');
  const { desk, directory } = first;
  const { administration } = desk;
  const { clock, store, visitor, faxed } = links;

  const code = (key: string): string => {
    // Each code counts once.
    clock.forward(STEP_MS);
    return new TOTP({ secret: key }).generate({ timestamp: clock.now() });
  };

  const invite = async (email: string, pharmacyId: PharmacyId = links.pharmacy.id) => {
    const { account, url } = await administration.invite({ pharmacyId, email, name: 'Dana Doe', by: 'olga' });
    return { account, path: url.slice(baseUrl.length) };
  };

  /** From the invitation to the list of prescriptions. */
  const arrive = async (
    email: string,
    pharmacyId: PharmacyId = links.pharmacy.id,
  ): Promise<PharmacyVisitor> => {
    const { account, path } = await invite(email, pharmacyId);
    const fax = await faxed({ pharmacyId });
    const who = visitor();
    const accepted = await who.post(path, { proof: fax.link.code, password: DESK_PASSWORD });
    if (accepted.status !== 303)
      throw new Error(`the invitation was answered ${accepted.status}: ${accepted.text}`);
    const page = await who.get('/pharmacy/app');
    const appKey = (/class="key"[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    const done = await who.post('/pharmacy/app', { code: code(appKey), form: page.formToken });
    if (done.headers['location'] !== '/pharmacy/orders') throw new Error(`the app was answered ${done.text}`);
    const send: PharmacyVisitor['send'] = async (from, to, form) => {
      const { formToken } = await who.get(from);
      return await who.post(to, { ...form, form: formToken });
    };
    return { visitor: who, email, accountId: account.id, appKey, send };
  };

  return {
    ...links,
    desk,
    directory,
    hookKeys: directory.hookKeys,
    administration,
    code,
    invite,
    arrive,
    anotherPharmacy: () => insertPharmacy(store),
  };
}
