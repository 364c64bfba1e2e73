// What sealing costs: one value alone, signing an order, and reading a page of orders, each beside the same work with keys that seal nothing.
import { randomBytes } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import { createOrgKeys, keyringOf } from '@pestle/service/for-tests/vault';
import type { Store } from '@pestle/service/store';
import { columnAddress, type OrgKeys } from '@pestle/service/vault';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { openPractice, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';

const SIZES = { draft: 300, signable: 1_800, message: 6_000 } as const;
const PAGE_ORDERS = 50;
/** Rounds of both sides in turn, so that a machine that slows down slows both. */
const BLOCK = 20;
const BATCHES = 10;

export async function run({ quick }: { readonly quick: boolean }): Promise<void> {
  measureValues(quick ? 2_000 : 20_000);
  const orders = quick ? 100 : 500;
  const sealed = await openPractice(await openTestStore());
  const unsealedStore = await openTestStore();
  leaveUnsealed(unsealedStore, TEST_ORGANIZATION);
  const plain = await openPractice(unsealedStore);
  try {
    await measureOrders(sealed, plain, orders);
    await measurePages(sealed, plain, quick ? 40 : 200);
  } finally {
    await sealed.store.close();
    await plain.store.close();
  }
}

function measureValues(rounds: number): void {
  const keys = createOrgKeys({
    orgId: 'org_bench',
    version: 1,
    dataKeys: new Map([[1, randomBytes(32)]]),
    indexKey: randomBytes(32),
  });
  const at = columnAddress('signable', 'sgn_01JD0000000000000000000001');
  for (const [name, size] of Object.entries(SIZES)) {
    const value = randomBytes(size);
    const sealed = keys.seal(at, value);
    const seal = microseconds(rounds, () => keys.seal(at, value));
    const open = microseconds(rounds, () => keys.open(at, sealed));
    console.log(`${name} (${size} bytes): seal ${seal.toFixed(1)} µs, open ${open.toFixed(1)} µs`);
  }
  const token = microseconds(rounds, () => keys.digest('patient name', 'vexel'));
  console.log(`token of a name: ${token.toFixed(1)} µs`);
}

/** Of the fastest of ten batches: the others were disturbed by something else on the machine. */
function microseconds(rounds: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const started = performance.now();
    for (let n = 0; n < rounds / BATCHES; n += 1) work();
    best = Math.min(best, ((performance.now() - started) * 1_000) / (rounds / BATCHES));
  }
  return best;
}

/** Keys that copy: what the same work costs without sealing. For this measurement only; the service has no such mode. */
function leaveUnsealed(store: Store, orgId: OrganizationId): void {
  const copy = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes);
  const keys: OrgKeys = {
    orgId,
    version: 1,
    seal: (_address, bytes) => copy(bytes),
    open: (_address, bytes) => copy(bytes),
    sealJson: (_address, value) => Buffer.from(JSON.stringify(value)),
    openJson: (_address, bytes) => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown,
    digest: (_purpose, text) => Buffer.from(text.padEnd(32)).subarray(0, 32),
    forget: () => undefined,
  };
  const keyring = keyringOf(store);
  const sealed = keyring.cached.bind(keyring);
  keyring.cached = (wanted) => (wanted === orgId ? keys : sealed(wanted));
}

async function measureOrders(sealed: Practice, plain: Practice, count: number): Promise<void> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let done = 0; done < count; done += BLOCK) {
    await sign(sealed, ours);
    await sign(plain, bare);
  }
  say('createOrder', ours, bare);
}

/** The statement and its answer alone; drafting and reviewing are before the clock. */
async function sign(practice: Practice, into: number[]): Promise<void> {
  const drafts = [];
  // The patient's other drafts would count against the desk: each is signed before the next block.
  for (let n = 0; n < BLOCK; n += 1) drafts.push(await reviewedDraft(practice));
  for (const draft of drafts) {
    const started = performance.now();
    await practice.prescribing.createOrder(
      practice.prescriber,
      { drafts: [draft], pharmacyId: PHARMACY, externalId: 'ENC-1' },
      freshKey('createOrder'),
    );
    into.push(performance.now() - started);
  }
}

async function measurePages(sealed: Practice, plain: Practice, count: number): Promise<void> {
  const read = async ({ prescribing, prescriber }: Practice, into: number[]): Promise<void> => {
    const started = performance.now();
    const { items } = await prescribing.orders(prescriber, { first: PAGE_ORDERS });
    await prescribing.prescriptionsByIds(
      prescriber,
      items.flatMap(({ fills }) => fills.map((fill) => fill.prescription_id)),
    );
    into.push(performance.now() - started);
  };
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let done = 0; done < count; done += 1) {
    await read(sealed, ours);
    await read(plain, bare);
  }
  say(`a page of ${PAGE_ORDERS} orders with their prescriptions`, ours, bare);
}

function say(what: string, sealed: readonly number[], plain: readonly number[]): void {
  const [ours, bare] = [median(sealed), median(plain)];
  console.log(
    `${what}: sealed ${ours.toFixed(2)} ms, unsealed ${bare.toFixed(2)} ms, ratio ${(ours / bare).toFixed(3)} (medians of ${sealed.length}, without HTTP)`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
