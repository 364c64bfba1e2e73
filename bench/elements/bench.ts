// The bench of the elements: how soon a page can use them on a slow machine and line, beside the elements of another vendor in the same run.

import { personOf, signInOn } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import { asPerson, newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { BrowserContext } from 'playwright-core';
import { median, percentile } from '../support/statistics.ts';
import { BARE_SEARCH, keystrokes } from './keystrokes.ts';
import type { Load } from './measure.ts';
import { load } from './measure.ts';
import type { Peer } from './peer.ts';
import { PEER_NAME, PEER_TAG, startPeer } from './peer.ts';

const OWN_TAG = 'svc-prescribe-workflow';

export async function run({ quick }: { readonly quick: boolean }): Promise<void> {
  const peer = await startPeer();
  try {
    const testbed = await openTestbed();
    try {
      await compare(testbed, peer, quick ? 3 : 9);
    } finally {
      await testbed.close();
    }
  } finally {
    await peer.close();
  }
}

async function compare(testbed: Testbed, peer: Peer, runs: number): Promise<void> {
  const url = await servePages(testbed);
  const signedIn = await testbed.contextOf();
  const first = await signedIn.newPage();
  await first.goto(url);
  await signInOn(first, personOf());
  await first.close();
  const empty = await testbed.context();
  const own: Figures[] = [];
  const other: Figures[] = [];
  const blank: Figures[] = [];
  const keys: number[] = [];
  const bareKeys: number[] = [];
  // One run more than is counted: the first fills the caches of the servers. The sides take turns.
  for (let index = 0; index <= runs; index += 1) {
    const counts = index > 0;
    const type =
      (into: number[]) =>
      async ({ page }: Load): Promise<void> => {
        const measured = await keystrokes(page, 3);
        if (counts) into.push(...measured);
      };
    const bare = await figures(empty, `${testbed.host.origin}/bare`, {}, type(bareKeys));
    const ours = await figures(signedIn, url, { tag: OWN_TAG, ready: 'svc-ready' }, type(keys));
    const theirs = await figures(empty, peer.url, { tag: PEER_TAG });
    if (!counts) continue;
    blank.push(bare);
    own.push(ours);
    other.push(theirs);
  }
  print({ own, other, blank, keys, bareKeys });
}

interface Results {
  readonly own: readonly Figures[];
  readonly other: readonly Figures[];
  readonly blank: readonly Figures[];
  readonly keys: readonly number[];
  readonly bareKeys: readonly number[];
}

type Figures = Omit<Load, 'page' | 'cdp'>;

async function figures(
  context: BrowserContext,
  url: string,
  awaited: Parameters<typeof load>[2],
  more: (loaded: Load) => Promise<void> = () => Promise.resolve(),
): Promise<Figures> {
  const loaded = await load(context, url, awaited);
  await more(loaded);
  await loaded.page.close();
  return loaded;
}

/** A patient with something in the history, and the page of a chart. */
async function servePages(testbed: Testbed): Promise<string> {
  const ask = asPerson(testbed);
  const patientId = await newPatient(ask);
  for (const text of ['lisinopril 10 mg', 'metformin 500 mg oral tablet', 'atorvastatin 20 mg'])
    await prescribed(ask, patientId, await treatmentOf(ask, text));
  const tag = `<${OWN_TAG} patient-id="${patientId}" enable-order enable-local-pickup></${OWN_TAG}>`;
  testbed.host.serve('/', testbed.html(`<main><h1>Chart</h1>${testbed.client(tag)}</main>`));
  testbed.host.serve('/bare', BARE_SEARCH);
  return `${testbed.host.origin}/`;
}

function print({ own, other, blank, keys, bareKeys }: Results): void {
  const of = (side: readonly Figures[], name: keyof Figures): number =>
    median(side.map((one) => one[name] ?? Number.NaN));
  const heapMb = (side: readonly Figures[]): number =>
    (of(side, 'heapBytes') - of(blank, 'heapBytes')) / 1_048_576;
  console.log(`processor 4 times slower, 1.6 Mbit/s, 150 ms; empty cache; medians of ${own.length}`);
  for (const [name, side] of [['@pestle/elements', own] as const, [PEER_NAME, other] as const])
    console.log(
      `${name}: defined after ${of(side, 'definedMs').toFixed(0)} ms, scripts ${kb(of(side, 'scriptBytes'))}, everything ${kb(of(side, 'allBytes'))}, heap ${heapMb(side).toFixed(1)} MB`,
    );
  for (const [name, times] of [['the search', keys] as const, ['a bare input and list', bareKeys] as const])
    console.log(
      `key to list, ${name}: p50 ${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms (${times.length} keys)`,
    );
  verdict('ms until defined', of(own, 'definedMs'), 700);
  verdict('ms until the workflow is usable, signed in', of(own, 'usableMs'), 1_500);
  verdict('ms from a key to the list, without the network', median(keys), 16);
  verdict('MB of heap, above an empty page', heapMb(own), 4);
  verdict("scripts, to the peer's", of(own, 'scriptBytes') / of(other, 'scriptBytes'), 1 / 8);
  verdict("time until defined, to the peer's", of(own, 'definedMs') / of(other, 'definedMs'), 1 / 4);
  verdict(
    "time until usable, to the peer's until defined",
    of(own, 'usableMs') / of(other, 'definedMs'),
    0.4,
  );
  verdict("key to list, to the bare one's", median(keys) / median(bareKeys), 1.5);
}

function kb(bytes: number): string {
  return `${(bytes / 1_000).toFixed(0)} kB`;
}

function verdict(what: string, value: number, needed: number): void {
  const met = value <= needed;
  console.log(`${met ? 'met   ' : 'MISSED'} ${what}: ${value.toFixed(2)} (needed ≤ ${needed})`);
  if (!met) process.exitCode = 1;
}
