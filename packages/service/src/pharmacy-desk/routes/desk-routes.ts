// The pages of a pharmacy that is signed in: recent prescriptions, each one's record, what we believe about it, its hook key.
import { html } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import { faxWords } from '../../delivery/inside.ts';
import { readLastUses } from '../../directory/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { type Answer, answering, formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { askOn, type RecordVisit, recordReader, reportOn, showRecord } from '../../tracking/inside.ts';
import { accountName } from '../accounts/accounts.ts';
import { readProposed } from '../corrections/corrected.ts';
import { propose, readCorrections, withdraw } from '../corrections/corrections.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';
import { ownRecord, recentOrders } from '../orders/recent.ts';
import { keysPage, newKeyPage, ordersPage, recordPath } from '../pages/desk-pages.ts';
import { type FactsShown, factsPage } from '../pages/facts-page.ts';
import { type DeskVisit, PATHS } from '../pages/frame.ts';
import { type AccountRow, CORRECTED_FIELDS } from '../tables.ts';
import { once, type Site, withSession, withVisit } from './site.ts';

type OfRecord = { Params: { order: string; fill: string }; Querystring: { done?: unknown } };
type Asked = { Querystring: { done?: unknown } };

export function deskRoutes(app: FastifyInstance, site: Site): void {
  app.get(
    PATHS.orders,
    answering(site, (_site, request) =>
      withVisit(site, request, PATHS.orders, async (visit, { account }) => {
        const orders = await recentOrders(site, account, originOf(request));
        return showing(200, ordersPage(visit, orders, site.ports.clock.now()));
      }),
    ),
  );
  const record = `${PATHS.orders}/:order/:fill`;
  app.get<OfRecord>(
    record,
    answering(site, (_site, request: FastifyRequest<OfRecord>) =>
      withRecord(site, request, (visit) => showRecord(site, visit, request)),
    ),
  );
  app.post<OfRecord>(
    `${record}/report`,
    answering(site, (_site, request: FastifyRequest<OfRecord>) =>
      withRecord(site, request, (visit) => reportOn(site, visit, formOf(request), request)),
    ),
  );
  app.post<OfRecord>(
    `${record}/ask`,
    answering(site, (_site, request: FastifyRequest<OfRecord>) =>
      withRecord(site, request, (visit) => askOn(site, visit, formOf(request), request)),
    ),
  );
  app.get<Asked>(PATHS.facts, answering(site, showFacts));
  app.post(PATHS.facts, answering(site, takeCorrection));
  app.post(`${PATHS.facts}/withdraw`, answering(site, takeWithdrawal));
  app.get<Asked>(PATHS.key, answering(site, showKeys));
  app.post(PATHS.key, answering(site, rotateKey));
  app.post(`${PATHS.key}/end`, answering(site, endKey));
}

/** One that went to this pharmacy; of any other there is nothing here. */
function withRecord(
  site: Site,
  request: FastifyRequest<OfRecord>,
  act: (visit: RecordVisit) => Promise<Answer>,
): Promise<Answer> {
  return withSession(site, request, 'full', async ({ account, formToken }, { language, words }) => {
    const { order, fill } = request.params;
    const found = await ownRecord(site.store, account.pharmacy_id, order, fill);
    if (found === undefined) throw notFound('prescription');
    return await act({
      subject: {
        ...found,
        looked: {
          action: 'pharmacy-desk.view',
          subject: { kind: 'fill', id: found.fill_id },
          detail: { fillId: found.fill_id, pharmacyId: found.pharmacy_id, accountId: account.id },
        },
      },
      reader: recordReader(language),
      path: recordPath({ orderId: found.order_id, fillId: found.fill_id }),
      formToken,
      leave: html`<p><a class="button quiet" href="${PATHS.orders}">${words.backToOrders}</a></p>`,
    });
  });
}

function showFacts(site: Site, request: FastifyRequest<Asked>): Promise<Answer> {
  return withVisit(site, request, PATHS.facts, async (visit, { account }) => {
    const { done } = request.query;
    const known = isDone(visit, done) ? done : undefined;
    return showing(200, factsPage(visit, { ...(await factsOf(site, account)), done: known }));
  });
}

function isDone({ words }: DeskVisit, done: unknown): done is keyof DeskVisit['words']['done'] {
  return typeof done === 'string' && Object.hasOwn(words.done, done);
}

async function factsOf(site: Site, account: AccountRow): Promise<FactsShown> {
  const pharmacyId = account.pharmacy_id;
  const shown = await site.connections.showPharmacy({ id: pharmacyId });
  const corrections = await readCorrections(site, { pharmacyId, first: LIMITS.correctionsShownMax });
  return { shown, corrections, once: once(site), zone: zoneOf(shown.pharmacy.timeZone) };
}

const zoneOf = (zone: string | null): string => faxWords.zoneOf(zone, 'America/New_York');

/** A refused form stands open with what was typed. */
function takeCorrection(site: Site, request: FastifyRequest): Promise<Answer> {
  return withVisit(site, request, PATHS.facts, async (visit, { account }) => {
    const form = formOf(request);
    const field = CORRECTED_FIELDS.find((one) => one === form.get('field'));
    const name = form.get('once') ?? '';
    if (field === undefined || !/^[\w-]{1,64}$/.test(name)) throw notFound('field');
    try {
      const { pharmacy } = await site.connections.showPharmacy({ id: account.pharmacy_id });
      const value = readProposed(pharmacy, field, form);
      const done = await propose(site, account, { field, value, once: name });
      return goingTo(`${PATHS.facts}?done=${done}`);
    } catch (error) {
      if (!(error instanceof Failure) || (error.code !== 'INVALID_INPUT' && error.code !== 'RATE_LIMITED'))
        throw error;
      const message = visit.language === 'en' ? error.message : visit.words.notAccepted;
      const facts = { ...(await factsOf(site, account)), refused: { field, message, form } };
      return showing(error.status, factsPage(visit, facts));
    }
  });
}

function takeWithdrawal(site: Site, request: FastifyRequest): Promise<Answer> {
  return withVisit(site, request, PATHS.facts, async (_visit, { account }) => {
    await withdraw(site, account, formOf(request).get('correction') ?? '');
    return goingTo(`${PATHS.facts}?done=withdrawn`);
  });
}

async function keysShown(site: Site, account: AccountRow) {
  const { pharmacy, partner } = await site.connections.showPharmacy({ id: account.pharmacy_id });
  const keys = await site.hookKeys.list(account.pharmacy_id);
  const uses = await readLastUses(site.store, account.pharmacy_id);
  return {
    keys: keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.id) ?? null })),
    partner: partner?.name ?? null,
    once: once(site),
    zone: zoneOf(pharmacy.timeZone),
  };
}

function showKeys(site: Site, request: FastifyRequest<Asked>): Promise<Answer> {
  return withVisit(site, request, PATHS.key, async (visit, { account }) => {
    const done = request.query.done === 'ended';
    return showing(200, keysPage(visit, { ...(await keysShown(site, account)), done }));
  });
}

/** Makes a key and shows it this once; those of its kind that have no end get one. A form that is sent again makes no second key. */
function rotateKey(site: Site, request: FastifyRequest): Promise<Answer> {
  return withVisit(site, request, PATHS.key, async (visit, { account }) => {
    const form = formOf(request);
    const kind = form.get('kind') === 'standard-webhooks' ? 'standard-webhooks' : 'bearer';
    const hours = LIMITS.keyOverlapHours.find((one) => String(one) === form.get('overlap')) ?? 24;
    const name = form.get('once') ?? '';
    if (!/^\w{1,64}$/.test(name)) throw notFound('form');
    const shown = await keysShown(site, account);
    const valid = shown.keys.filter(({ state }) => state === 'valid');
    const by = accountName(account);
    const owner = account.pharmacy_id;
    if (valid.length >= LIMITS.validKeysMax)
      return showing(409, keysPage(visit, { ...shown, problem: visit.words.tooManyKeys }));
    const { key, secret, added } = await site.hookKeys.add({ ownerId: owner, kind, request: name, by });
    const at = new Date(site.ports.clock.now() + hours * 3_600_000).toISOString();
    if (added)
      for (const old of valid)
        if (old.kind === kind && (old.until === null || old.until > at))
          await site.hookKeys.end({ ownerId: owner, id: old.id, at, by });
    return showing(200, newKeyPage(visit, key, secret));
  });
}

function endKey(site: Site, request: FastifyRequest): Promise<Answer> {
  return withVisit(site, request, PATHS.key, async (_visit, { account }) => {
    const id = formOf(request).get('key') ?? '';
    await site.hookKeys.end({ ownerId: account.pharmacy_id, id, by: accountName(account) });
    return goingTo(`${PATHS.key}?done=ended`);
  });
}
