// Opens the page behind a fax's link, and keeps what the service said on the way.
import assert from 'node:assert/strict';
import type { Config } from '@pestle/service/config';
import { createLinkKey } from '@pestle/service/for-tests/delivery';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { CANARY, tracesIn } from './canaries.ts';

interface Seen {
  /** What was said to somebody who had not proved yet that it is meant for them. */
  readonly refusals: readonly string[];
  readonly addresses: readonly string[];
}

/** As a pharmacist would: a wrong second fact, then the right one, then the record, then a question. */
export async function openFaxLink(
  config: Pick<Config, 'baseUrl' | 'linkKey'>,
  prescriber: Ask,
  { orderId, npi }: { readonly orderId: string; readonly npi: string },
): Promise<Seen> {
  const refusals: string[] = [];
  const addresses: string[] = [];
  const { order } = dataOf(
    await prescriber<{ order: { fills: { transmissions: { id: string }[] }[] } }>(
      'query($id: ID!) { order(id: $id) { fills { transmissions { id } } } }',
      { id: orderId },
    ),
  );
  const id = order.fills[0]?.transmissions[0]?.id ?? assert.fail();
  const { token } = createLinkKey(config.linkKey).secretsOf(id, 1);
  const url = `${config.baseUrl}/rx/${token}`;
  const asked = await fetch(url);
  const page = await asked.text();
  refusals.push(page);
  const form = /name="form" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  for (const fact of ['1234567', npi]) {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: config.baseUrl, 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams({ fact, form }),
    });
    addresses.push(answer.headers.get('location') ?? '');
    if (answer.status !== 303) {
      refusals.push(await answer.text());
      continue;
    }
    const session = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const record = await (await fetch(url, { headers: { cookie: session } })).text();
    assert.ok(tracesIn(record).length > 0, 'the pharmacist sees the record');
    addresses.push(await ask(url, { record, session, origin: config.baseUrl }));
  }
  return { refusals, addresses };
}

/** Asks the prescriber on the page of the record; answers where that leads to. */
async function ask(
  url: string,
  { record, session, origin }: { readonly record: string; readonly session: string; readonly origin: string },
): Promise<string> {
  const valueOf = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(record)?.[1] ?? assert.fail(`no ${name} on the page`);
  const answer = await fetch(`${url}/ask`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'sec-fetch-site': 'same-origin', cookie: session },
    body: new URLSearchParams({
      form: valueOf('form'),
      once: valueOf('once'),
      question: CANARY.desk.question,
    }),
  });
  assert.equal(answer.status, 303, 'the question is taken');
  return answer.headers.get('location') ?? '';
}
