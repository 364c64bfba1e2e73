// Goal: what is told of a prescription is one truth: a report stands on every page by itself in the same word, and every situation has on every
// page the word, the icon and the tone of the one table, in each language that the page speaks.
// Method: a sandbox and browsers of a prescriber, of staff and of the patient at once; then answers in which each fill has another situation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SITUATION_KEYS, SITUATIONS, type Situation, situationCode } from '@pestle/rules/situations';
import { PATIENT_EN } from '@pestle/rules/situations-patient';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import { patients, users } from '@pestle/sandbox/seed';
import { dataOf } from '@pestle/testbed/api/api';
import type { Order, Practice } from '@pestle/testbed/api/api-practice';
import { CREATE_ORDER, openPractice } from '@pestle/testbed/api/api-practice';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { launchBrowser, openUntil } from '@pestle/testbed/browser/browser';
import { retellAnswers } from '@pestle/testbed/browser/retold';
import { eventually } from '@pestle/testbed/patience';
import { openCommandLine } from '@pestle/testbed/processes/command-line';
import { linkToChoose } from '@pestle/testbed/sandbox/texted-link';
import type { BrowserContext, Locator, Page } from 'playwright-core';

const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
/** Its endpoint is down, and its state forbids the fax: what goes there is stuck. */
const NO_FAX_IN_OHIO = 'phr_00H100N00FAX00000000000000';

let running: RunningBrowser;
let practice: Practice;
let clinicUrl: string;
before(async () => {
  practice = await openPractice({ clinicPort: 0 });
  running = await launchBrowser();
  clinicUrl = practice.sandbox.clinicUrl ?? '';
});
after(async () => {
  await running.close();
  await practice.close();
});

async function newContext(width = 1_280): Promise<BrowserContext> {
  return await running.browser.newContext({ viewport: { width, height: 900 } });
}

async function giveAccount(page: Page, role: string): Promise<void> {
  const user = users.find((one) => one.role === role);
  assert.ok(user !== undefined);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The chart of a patient in the clinic, which follows what changes. */
async function openChart(name: string): Promise<Page> {
  const page = await (await newContext()).newPage();
  await page.goto(`${clinicUrl}/`);
  await page.getByRole('link', { name }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Sign in/ }).click();
  await giveAccount(await opened, 'prescriber');
  await page.locator('svc-med-history').getByText('● Live').waitFor();
  return page;
}

async function openPortal(path: string, role: string): Promise<Page> {
  const page = await (await newContext()).newPage();
  const begin = page.locator('svc-client').getByRole('button', { name: /^Sign in/ });
  await openUntil(page, `${practice.sandbox.baseUrl}/portal/${path}`, begin.or(page.getByLabel('E-mail')));
  if (await begin.isVisible()) await begin.click();
  await giveAccount(page, role);
  await page.getByRole('navigation', { name: 'Portal' }).waitFor();
  return page;
}

/** The patient's own page, of an order whose pharmacy the patient has chosen there. */
async function chosenByPatient(): Promise<{ order: Order; page: Page; name: string }> {
  const patient = patients.find(
    ({ phone, deceasedAt, address, language }) =>
      phone !== undefined && deceasedAt === undefined && address.state === 'MA' && language === undefined,
  );
  assert.ok(patient !== undefined);
  const draft = await practice.createDraft(undefined, { patientId: patient.externalId });
  const before = practice.sandbox.peers.texts().length;
  const input = { drafts: [await practice.reviewed(draft.id)] };
  const { createOrder: order } = dataOf(
    await practice.prescriber<{ createOrder: Order }>(CREATE_ORDER, { input }),
  );
  const linkOf = (): string | undefined =>
    linkToChoose(practice.sandbox.peers.texts(), before, patient.phone);
  const link = await eventually(linkOf, 'no text arrived');
  const page = await (await newContext(320)).newPage();
  await page.goto(link);
  const [year = '', month = '', day = ''] = patient.dateOfBirth.split('-');
  await page.locator('input[name="month"]').fill(month);
  await page.locator('input[name="day"]').fill(day);
  await page.locator('input[name="year"]').fill(year);
  await page.keyboard.press('Enter');
  await page.getByLabel('ZIP code, or address with ZIP code').fill('02114');
  await page.getByRole('button', { name: 'Find pharmacies' }).click();
  await page.getByRole('button', { name: 'Choose Beacon Hill Apothecary' }).first().click();
  await page.getByRole('button', { name: 'Yes, send it to this pharmacy' }).click();
  await page.getByRole('status').waitFor();
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  return { order, page, name: `${patient.lastName}, ${patient.firstName}` };
}

test('a report of the pharmacy stands in card, history, desk, order, control room and the patient’s page by itself, in the same word', async () => {
  const { order, page: own, name } = await chosenByPatient();
  const chart = await openChart(name);
  const workflow = chart.locator('svc-prescribe-workflow');
  await workflow.evaluate((element) => element.setAttribute('enable-combine-and-duplicate', 'true'));
  await workflow.locator('[part=recent-orders] .chip', { hasText: PRACTICE_EN.sent.word }).first().waitFor();
  const page = await openPortal(`orders/${order.id}`, 'staff');
  const desk = await page.context().newPage();
  await desk.goto(`${practice.sandbox.baseUrl}/portal/`);
  await desk.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
  const room = await (await newContext()).newPage();
  await room.goto(`${practice.sandbox.baseUrl}/control-room/#orders/${order.id}`);
  await room.locator('article.details header .row').getByText(PRACTICE_EN.sent.word).waitFor();
  await page.locator('.head').getByText(PRACTICE_EN.sent.word).first().waitFor();
  const places = (key: 'filling' | 'problem'): Readonly<Record<string, Locator>> => {
    const { word } = PRACTICE_EN[key];
    return {
      card: workflow.locator('[part=recent-orders] .chip', { hasText: word }),
      history: chart.locator('svc-med-history .chip', { hasText: word }),
      order: page.locator('.head [role=status]', { hasText: word }),
      'control room': room.locator('article.details header .row').getByText(word),
      patient: own.getByRole('heading', { level: 1, name: PATIENT_EN[key].word }),
      ...(key === 'problem' && { desk: desk.locator('tbody[data-item] .chip', { hasText: word }) }),
    };
  };
  // How soon, `npm run bench -- live` measures.
  for (const [status, key] of [
    ['FILLING', 'filling'],
    ['ERROR', 'problem'],
    ['FILLING', 'filling'],
    ['ERROR', 'problem'],
  ] as const) {
    const pharmacyId = BEACON_HILL;
    const answer = await practice.sandbox.peers.report({ pharmacyId, orderId: order.id, status });
    assert.equal(answer.status, 200, answer.text);
    await Promise.all(
      Object.entries(places(key)).map(async ([place, locator]) => {
        await locator
          .first()
          .waitFor()
          .catch((error: unknown) => {
            throw new Error(`${status}, ${place}`, { cause: error });
          });
      }),
    );
  }
  for (const one of [own, chart, page, room]) await one.context().close();
});

test('the command line says where an order stands by its number, as its practice reads it, and finds a slip', async () => {
  const { id } = await practice.send(BEACON_HILL);
  await practice.until(id, ({ fills }) => fills[0]?.state === 'SENT');
  const { order } = dataOf(
    await practice.staff<{ order: { number: string } }>('query($id: ID!) { order(id: $id) { number } }', {
      id,
    }),
  );
  const { number } = order;
  const line = openCommandLine();
  const show = (...of: readonly string[]) =>
    line.runWith({}, 'order', 'show', ...of, '--data', practice.sandbox.directory.path);
  try {
    const { stdout } = await show(number);
    assert.ok(
      stdout.startsWith(`Order ${number.slice(0, 4)} ${number.slice(4)}: ${PRACTICE_EN.sent.word}\n`),
      stdout,
    );
    assert.match(stdout, /^1\. Sent\. Beacon Hill Apothecary has it since \d{1,2}:\d\d [AP]M\.$/m);
    assert.match(stdout, /times are of America\/New_York/);
    const { orders } = JSON.parse(
      (await show(`${number.slice(0, 4)} ${number.slice(4)}`, '--json')).stdout,
    ) as {
      orders: { orderId: string; fills: { situation: string }[] }[];
    };
    assert.deepEqual([orders[0]?.orderId, orders[0]?.fills[0]?.situation], [id, 'sent']);
    const [patient] = patients;
    assert.ok(patient !== undefined && !stdout.includes(patient.lastName) && !/lisinopril/i.test(stdout));
    const slip = `${number.slice(0, 7)}${(Number(number[7]) + 1) % 10}`;
    const refused = await show(slip);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /one digit, or the order of two, is wrong/);
    assert.match((await show('lisinopril')).stderr, /eight digits of an order/);
  } finally {
    await line.close();
  }
});

/** The situation that a fill has in the answers of this test, by its id. */
const told = new Map<string, Situation>();

/** Puts another situation into whatever an answer tells of a fill, and the first of its fills into what it tells of an order. */
function retold(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) retold(inner);
  if (!('situation' in value) || !('id' in value)) return;
  const fills = 'fills' in value && Array.isArray(value.fills) ? (value.fills as { id: string }[]) : [];
  const key = told.get(String(value.id)) ?? told.get(fills[0]?.id ?? '');
  if (key !== undefined) value.situation = situationCode(key);
}

/** Word, tone and shape of each chip; the elements have no color of their own for `info`. */
async function chipsOf(
  chips: Locator,
): Promise<readonly (readonly [word: string, tone: string, shape: string])[]> {
  return await chips.evaluateAll((all) =>
    all.map((chip) => [
      chip.textContent?.trim() ?? '',
      ['ok', 'warn', 'danger', 'info', 'plain'].find((tone) => chip.classList.contains(tone)) ?? '',
      chip.querySelector('path')?.getAttribute('d') ?? '',
    ]),
  );
}

const quiet = (tone: string): string => (tone === 'info' || tone === 'plain' ? '' : tone);

/** Fails where one is missing, or has the look of another. */
function assertTable(
  place: string,
  chips: readonly (readonly [string, string, string])[],
  words: typeof PRACTICE_EN = PRACTICE_EN,
): void {
  const keyOf = new Map(SITUATION_KEYS.map((key) => [words[key].word, key]));
  const shapes = new Map<string, Set<string>>();
  for (const [word, tone, shape] of chips) {
    const key = keyOf.get(word);
    if (key === undefined) assert.fail(`${place}: ${word}`);
    assert.ok(
      tone === SITUATIONS[key].tone || tone === quiet(SITUATIONS[key].tone),
      `${place}: ${word} is ${tone}`,
    );
    const { icon } = SITUATIONS[key];
    shapes.set(icon, (shapes.get(icon) ?? new Set()).add(shape));
  }
  assert.deepEqual(new Set(chips.map(([word]) => word)), new Set(keyOf.keys()), place);
  const drawn = [...shapes].map(([icon, ones]) => {
    assert.equal(ones.size, 1, `${place}: ${icon}`);
    return [...ones].join();
  });
  assert.ok(drawn.every((shape) => shape !== '') && new Set(drawn).size === drawn.length, `${place}: shapes`);
}

/** The head of an order's page and its one line, of a fill in this situation. */
async function assertOnOrder(page: Page, key: Situation, words: typeof PRACTICE_EN): Promise<void> {
  for (const place of ['.head [role=status] .chip', '[aria-labelledby=lines] .chip']) {
    const chip = page.locator(place).filter({ hasText: words[key].word });
    await chip.waitFor();
    const [[word, tone] = ['', '']] = await chipsOf(chip);
    assert.deepEqual([word, tone], [words[key].word, SITUATIONS[key].tone], `order page, ${place}`);
  }
}

/** Has the portal speak the other of its languages, by its own switch; answers the words of that. */
async function speakOther(page: Page, words: typeof PRACTICE_EN): Promise<typeof PRACTICE_EN> {
  const [name, other] = words === PRACTICE_EN ? ['Español', PRACTICE_ES] : ['English', PRACTICE_EN];
  await page.getByRole('button', { name, exact: true }).click();
  return other;
}

test('every situation has its word, icon and tone on every page, in English and Spanish', async () => {
  const orders: Order[] = [];
  for (const key of SITUATION_KEYS) {
    const order = await practice.send(BEACON_HILL);
    told.set(order.fills[0]?.id ?? '', key);
    orders.push(order);
  }
  const [patient] = patients;
  assert.ok(patient !== undefined);
  const chart = await (await newContext()).newPage();
  await retellAnswers(chart, '**/graphql', retold);
  await chart.goto(`${clinicUrl}/`);
  await chart.getByRole('link', { name: `${patient.lastName}, ${patient.firstName}` }).click();
  const opened = chart.waitForEvent('popup');
  await chart.getByRole('button', { name: /^Sign in/ }).click();
  await giveAccount(await opened, 'prescriber');
  const history = chart.locator('svc-med-history');
  const rows = history.locator('li[part=prescription]');
  await rows.first().waitFor();
  await history.getByRole('button', { name: 'Show older prescriptions' }).click();
  await rows.nth(SITUATION_KEYS.length - 1).waitFor();
  const ofHistory = (await chipsOf(rows.locator('.state.chip'))).slice(0, SITUATION_KEYS.length);
  assertTable('history', ofHistory);
  // The elements speak the language of the document.
  await chart.evaluate("document.documentElement.lang = 'es'");
  await rows.locator('.state.chip', { hasText: PRACTICE_ES.stuck.word }).first().waitFor();
  const inSpanish = (await chipsOf(rows.locator('.state.chip'))).slice(0, SITUATION_KEYS.length);
  assertTable('history in Spanish', inSpanish, PRACTICE_ES);

  const page = await openPortal('orders', 'prescriber');
  await retellAnswers(page, '**/graphql', retold);
  await page.reload();
  const listed = page.locator('tbody tr .chip');
  await listed.nth(SITUATION_KEYS.length - 1).waitFor();
  const ofList = (await chipsOf(listed)).slice(0, SITUATION_KEYS.length);
  assertTable('orders', ofList);
  const shapeOf = new Map(ofHistory.map(([word, , shape]) => [word, shape]));
  for (const [word, , shape] of ofList)
    assert.equal(shape, shapeOf.get(word), `the portal draws ${word} otherwise`);
  let words: typeof PRACTICE_EN = PRACTICE_EN;
  for (const { id, fills } of orders) {
    const key = told.get(fills[0]?.id ?? '') ?? 'sent';
    await page.goto(`${practice.sandbox.baseUrl}/portal/orders/${id}`);
    await assertOnOrder(page, key, words);
    words = await speakOther(page, words);
    await assertOnOrder(page, key, words);
  }

  await page.evaluate("localStorage.setItem('pestle.portal.language', 'es')");
  await page.goto(`${practice.sandbox.baseUrl}/portal/orders`);
  await listed.filter({ hasText: PRACTICE_ES.stuck.word }).first().waitFor();
  await listed.nth(SITUATION_KEYS.length - 1).waitFor();
  assertTable('orders in Spanish', (await chipsOf(listed)).slice(0, SITUATION_KEYS.length), PRACTICE_ES);

  await page.goto(`${practice.sandbox.baseUrl}/control-room/`);
  const drawn = await page.evaluate(
    async ({ keys, module }) => {
      const { situationChip } = (await import(module)) as {
        situationChip: (key: string) => { readonly textContent: string };
      };
      return keys.map((key) => situationChip(key).textContent.trim());
    },
    { keys: SITUATION_KEYS, module: '/control-room/assets/words.js' },
  );
  assert.deepEqual(
    drawn,
    SITUATION_KEYS.map((key) => PRACTICE_EN[key].word),
  );
  for (const one of [chart, page]) await one.context().close();
});

/** Puts one of each situation on the desk, out of the first that lies there, and into the figures of what lies there. */
function everythingOnDesk(json: unknown): void {
  const { data } = json as {
    data?: {
      deskItems?: { nodes: { id: string; situation: string }[] };
      deskFigures?: { bySituation: unknown };
    } | null;
  };
  const [first] = data?.deskItems?.nodes ?? [];
  if (data?.deskItems !== undefined && first !== undefined)
    data.deskItems.nodes = SITUATION_KEYS.map((key) => ({
      ...first,
      id: `${first.id}-${key}`,
      situation: situationCode(key),
    }));
  if (data?.deskFigures !== undefined)
    data.deskFigures.bySituation = SITUATION_KEYS.map((key) => ({ situation: situationCode(key), count: 1 }));
}

test('every situation has its word, icon and tone on the desk, in its rows and among its filters, in English and Spanish', async () => {
  const { id } = await practice.send(NO_FAX_IN_OHIO);
  await practice.until(id, ({ state }) => state === 'ERROR');
  const page = await openPortal('', 'prescriber');
  await retellAnswers(page, '**/graphql', everythingOnDesk);
  await page.reload();
  const rows = page.locator('tbody[data-item] .chip');
  let words: typeof PRACTICE_EN = PRACTICE_EN;
  for (const place of ['desk', 'desk in Spanish']) {
    if (place !== 'desk') words = await speakOther(page, words);
    await rows.filter({ hasText: words.stuck.word }).first().waitFor();
    await rows.nth(SITUATION_KEYS.length - 1).waitFor();
    assertTable(place, await chipsOf(rows), words);
    const filters = await page.locator('.chips button').allTextContents();
    const named = filters.map((text) => text.replace(/\d+/, '').trim()).slice(1, -1);
    assert.deepEqual(
      named,
      SITUATION_KEYS.map((key) => words[key].word),
      `${place}, filters`,
    );
  }
  await page.context().close();
});
