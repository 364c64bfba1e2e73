// Goal: nothing in a chain can be changed, taken out, moved, added or cut off without being found.
// Method: an exported chain in memory is mutated 10,000 times at random, by careless and by knowing hands, and verified.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { Checkpoint } from './checkpoint.ts';
import { checkpointLine, createCheckpointKey, readCheckpointLine, trustedKey } from './checkpoint.ts';
import type { ChainEntry } from './entry.ts';
import { canonicalEntry, genesisHash, linkHash } from './entry.ts';
import type { ChainReport, Trust } from './verify.ts';
import { createWalk } from './verify.ts';

const ORG = 'org_01TEST0000000000000000000A';
const key = createCheckpointKey(new Uint8Array(32).fill(7));
const foreignKey = createCheckpointKey(new Uint8Array(32).fill(8));
const trust: Trust = { keys: new Map([[key.id, key]]) };

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Link {
  number: number;
  entryId: string;
  hash: Uint8Array;
}
/** A chain as it would be exported: rows of three tables. */
interface Exported {
  entries: Writable<ChainEntry>[];
  links: Link[];
  checkpoints: Writable<Checkpoint>[];
}

const START_MS = Date.parse('2026-11-20T08:00:00Z');
const LENGTH = 24;
const CHECKPOINT_EVERY = 12;

function entry(index: number): Writable<ChainEntry> {
  return {
    orgId: ORG,
    id: `aud_${String(index).padStart(26, '0')}`,
    at: new Date(START_MS + index * 1_000).toISOString(),
    actorKind: 'user',
    actorId: `usr_${index % 3}`,
    clientId: index % 4 === 0 ? null : 'app_1',
    action: 'patient.read',
    subjectKind: 'patient',
    subjectId: `pat_${index % 5}`,
    outcome: 'success',
    purpose: 'TREAT',
    sourceIp: index % 2 === 0 ? '192.0.2.1' : null,
    requestId: `request-${index}`,
    detail: `{"records": "order"}`,
  };
}

/** The links of entries, each after the one before: what a forger who knows the format computes too. */
function chained(entries: readonly ChainEntry[]): Link[] {
  let hash = genesisHash(ORG);
  return entries.map((one, index) => ({
    number: index + 1,
    entryId: one.id,
    hash: (hash = linkHash(hash, one)),
  }));
}

function whole(): Exported {
  const entries = Array.from({ length: LENGTH }, (_, index) => entry(index));
  const links = chained(entries);
  const checkpoints = links
    .filter(({ number }) => number % CHECKPOINT_EVERY === 0)
    .map(({ number, hash }) => ({
      ...key.sign({
        orgId: ORG,
        number,
        hash,
        previous: number - CHECKPOINT_EVERY,
        at: new Date(START_MS + number * 1_000).toISOString(),
      }),
    }));
  return { entries, links, checkpoints };
}

function verifyExported({ entries, links, checkpoints }: Exported, by: Trust = trust): ChainReport {
  const walk = createWalk(ORG, by);
  const byId = new Map(entries.map((one) => [one.id, one]));
  const sorted = links.toSorted((a, b) => a.number - b.number);
  const head = sorted.at(-1)?.number ?? 0;
  const linked = new Set(links.map(({ entryId }) => entryId));
  const inOrder = checkpoints.toSorted((a, b) => a.number - b.number);
  walk.walk(
    sorted.map((link) => ({ ...link, entry: byId.get(link.entryId) ?? null })),
    inOrder.filter(({ number }) => number <= head),
  );
  return walk.end({
    checkpoints: inOrder.filter(({ number }) => number > head),
    waiting: 0,
    removed: [],
    unchained: entries.filter(({ id }) => !linked.has(id)).map(({ id }) => id),
  });
}

/** One of many, by a number that fast-check shrinks. */
function at<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('an empty chain');
  return one;
}

function flipText(text: string, position: number): string {
  const index = position % Math.max(1, text.length);
  const code = text.charCodeAt(index) || 0;
  return `${text.slice(0, index)}${String.fromCharCode(code === 122 ? 97 : code + 1)}${text.slice(index + 1)}`;
}

function flipBit(bytes: Uint8Array, position: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const index = Math.floor(position / 8) % copy.length;
  copy[index] = (copy[index] ?? 0) ^ (1 << (position % 8));
  return copy;
}

/** Takes the place of one row by that of another, and the other way round. */
function swap(all: ChainEntry[], a: number, b: number): void {
  const first = at(all, a);
  const second = at(all, b);
  all[a % all.length] = second;
  all[b % all.length] = first;
}

type Mutation = (chain: Exported, a: number, b: number) => void;

const FIELDS = Object.keys(entry(0)) as (keyof ChainEntry)[];

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'an entry is flipped': ({ entries }, a, b) => {
    const one = at(entries, a);
    const field = at(FIELDS, b);
    Object.assign(one, { [field]: one[field] === null ? '' : flipText(one[field] ?? '', b) });
  },
  'a value is taken out of an entry': ({ entries }, a) => {
    const one = at(entries, a);
    one.requestId = null;
  },
  'a link is flipped': ({ links }, a, b) => {
    const link = at(links, a);
    link.hash = flipBit(link.hash, b);
  },
  'a link names another entry': ({ links }, a, b) => {
    const other = at(links, a + 1 + (b % (LENGTH - 1)));
    at(links, a).entryId = other.entryId;
  },
  'a link is renumbered': ({ links }, a, b) => {
    at(links, a).number += b % 2 === 0 ? 1 + (b % 90) : -1 - (b % 90);
  },
  'an entry is removed': ({ entries }, a) => {
    entries.splice(a % entries.length, 1);
  },
  'a link is removed': ({ links }, a) => {
    links.splice(a % links.length, 1);
  },
  'an entry is removed with its link': ({ entries, links }, a) => {
    entries.splice(a % entries.length, 1);
    links.splice(a % links.length, 1);
  },
  'an entry is removed and the links after it are renumbered': ({ entries, links }, a) => {
    entries.splice(a % entries.length, 1);
    links.splice(a % links.length, 1);
    for (const [index, link] of links.entries()) link.number = index + 1;
  },
  'an entry is removed and everything after it is chained anew': (chain, a) => {
    chain.entries.splice(a % chain.entries.length, 1);
    chain.links = chained(chain.entries);
  },
  'an entry is changed and everything after it is chained anew': (chain, a) => {
    at(chain.entries, a).subjectId = 'pat_other';
    chain.links = chained(chain.entries);
  },
  'an entry is slipped in and everything after it is chained anew': (chain, a) => {
    chain.entries.splice(a % LENGTH, 0, { ...entry(a % LENGTH), id: 'aud_slipped' });
    chain.links = chained(chain.entries);
  },
  'two entries change places': ({ links }, a, b) => {
    const first = at(links, a);
    const second = at(links, a + 1 + (b % (LENGTH - 1)));
    [first.entryId, second.entryId] = [second.entryId, first.entryId];
  },
  'two links change places': ({ links }, a, b) => {
    const first = at(links, a);
    const second = at(links, a + 1 + (b % (LENGTH - 1)));
    [first.number, second.number] = [second.number, first.number];
  },
  'two entries change places and everything is chained anew': (chain, a, b) => {
    swap(chain.entries, a % LENGTH, (a + 1 + (b % (LENGTH - 1))) % LENGTH);
    chain.links = chained(chain.entries);
  },
  'the end is cut off': ({ entries, links }, a) => {
    const kept = a % LENGTH;
    entries.length = kept;
    links.length = kept;
  },
  'the end of the links is cut off': ({ links }, a) => {
    links.length = a % LENGTH;
  },
  'the beginning is cut off': ({ entries, links }, a) => {
    const cut = 1 + (a % (LENGTH - 1));
    entries.splice(0, cut);
    links.splice(0, cut);
  },
  'an entry that nobody chained is added': ({ entries }, a) => {
    entries.push({ ...entry(a % LENGTH), id: 'aud_added' });
  },
  'a checkpoint is flipped': ({ checkpoints }, a, b) => {
    const one = at(checkpoints, a);
    const flips: (() => void)[] = [
      () => (one.hash = flipBit(one.hash, b)),
      () => (one.signature = flipBit(one.signature, b)),
      () => (one.at = flipText(one.at, b)),
      () => (one.keyId = flipText(one.keyId, b)),
      () => (one.orgId = flipText(one.orgId, b)),
      () => (one.number += 1 + (b % 90)),
      () => (one.previous += 1 + (b % 90)),
    ];
    at(flips, b)();
  },
  'a checkpoint before the last is removed': ({ checkpoints }, a) => {
    checkpoints.splice(a % (checkpoints.length - 1), 1);
  },
  'a checkpoint is signed by somebody else': ({ checkpoints }, a) => {
    const one = at(checkpoints, a);
    Object.assign(one, foreignKey.sign(one), { keyId: a % 2 === 0 ? key.id : foreignKey.id });
  },
};

describe('the chain of an organization', () => {
  test('as it was written it is sound', () => {
    assert.deepEqual(verifyExported(whole()), {
      orgId: ORG,
      entries: LENGTH,
      checkpoints: LENGTH / CHECKPOINT_EVERY,
      covered: LENGTH,
      coveredAt: '2026-11-20T08:00:24.000Z',
      waiting: 0,
      witnesses: 0,
      sound: true,
      findingsCount: 0,
      findings: [],
    });
  });

  test('10,000 random flips, deletions, reorderings, truncations and forgeries are all found', () => {
    const complete = whole();
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(MUTATIONS)),
        fc.nat({ max: 100_000 }),
        fc.nat({ max: 100_000 }),
        (name, a, b) => {
          const chain = structuredClone(complete);
          MUTATIONS[name]?.(chain, a, b);
          seen.add(name);
          return !verifyExported(chain).sound;
        },
      ),
      { numRuns: 10_000 },
    );
    assert.equal(seen.size, Object.keys(MUTATIONS).length);
  });

  test('several mutations at once are found too', () => {
    const complete = whole();
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('an entry is flipped', 'a link is flipped'), fc.nat({ max: 10_000 })),
          {
            minLength: 2,
            maxLength: 6,
          },
        ),
        (mutations) => {
          const chain = structuredClone(complete);
          for (const [name, a] of mutations) MUTATIONS[name]?.(chain, a, a);
          // Two flips of the same bit leave the chain as it was.
          return verifyExported(chain).sound === isDeepStrictEqual(chain, structuredClone(complete));
        },
      ),
      {
        numRuns: 300,
        examples: [
          [
            [
              ['a link is flipped', 11],
              ['a link is flipped', 11],
            ],
          ],
        ],
      },
    );
  });

  test('each defect is named where it is', () => {
    const found = (mutate: (chain: Exported) => void): string[] => {
      const chain = whole();
      mutate(chain);
      return verifyExported(chain).findings.map(({ code, number }) => `${code} ${number}`);
    };
    assert.deepEqual(
      found(({ entries }) => (at(entries, 4).outcome = 'failed')),
      ['altered 5'],
    );
    assert.deepEqual(
      found(({ entries }) => entries.splice(4, 1)),
      ['entry-removed 5'],
    );
    assert.deepEqual(
      found(({ links }) => links.splice(4, 1)),
      ['gap 5', 'not-chained null'],
    );
    assert.deepEqual(
      found((chain) => {
        at(chain.entries, 14).outcome = 'failed';
        chain.links = chained(chain.entries);
      }),
      ['rewritten 24'],
    );
    assert.deepEqual(
      found(({ checkpoints }) => checkpoints.splice(0, 1)),
      ['checkpoint-missing 12'],
    );
  });

  test('cut back to a checkpoint, with the checkpoints after it, only one kept elsewhere shows it', () => {
    const chain = whole();
    const kept = at(chain.checkpoints, 1);
    chain.entries.length = 12;
    chain.links.length = 12;
    chain.checkpoints.length = 1;
    assert.equal(verifyExported(chain).sound, true);
    const witness = readCheckpointLine(checkpointLine(kept));
    const logged = readCheckpointLine(`{"level":30,"checkpoint":${checkpointLine(kept)},"msg":"x"}`);
    assert.ok(witness !== undefined);
    assert.deepEqual(logged, witness);
    const report = verifyExported(chain, { ...trust, witnesses: [witness] });
    assert.deepEqual(report.findings, [{ code: 'cut-off', number: 24, entryId: null }]);
    assert.equal(verifyExported(whole(), { ...trust, witnesses: [witness] }).sound, true);
    // Rewritten after that checkpoint and signed anew by whoever has the key: the same.
    const forged = whole();
    at(forged.entries, 20).subjectId = 'pat_other';
    forged.links = chained(forged.entries);
    const head = at(forged.links, 23);
    forged.checkpoints[1] = key.sign({ ...kept, hash: head.hash });
    assert.equal(verifyExported(forged).sound, true);
    assert.equal(verifyExported(forged, { ...trust, witnesses: [witness] }).findings[0]?.code, 'rewritten');
  });

  test('the last checkpoint taken away is found when its entries are older than one may be without', () => {
    const chain = whole();
    chain.checkpoints.pop();
    assert.equal(verifyExported(chain).sound, true);
    for (const [index, one] of chain.entries.entries())
      one.at = new Date(START_MS + index * 10_000).toISOString();
    chain.links = chained(chain.entries);
    chain.checkpoints = chain.checkpoints.map(({ number, previous }) =>
      key.sign({
        orgId: ORG,
        number,
        previous,
        hash: at(chain.links, number - 1).hash,
        at: at(chain.entries, number - 1).at,
      }),
    );
    assert.deepEqual(
      verifyExported(chain).findings.map(({ code }) => code),
      ['checkpoint-missing'],
    );
  });

  test('a checkpoint is believed by its public key alone', () => {
    const noted = trustedKey(key.publicKey);
    assert.ok(noted !== undefined);
    assert.equal(verifyExported(whole(), { keys: new Map([[noted.id, noted]]) }).sound, true);
    assert.equal(verifyExported(whole(), { keys: new Map() }).findings[0]?.code, 'unknown-key');
    assert.equal(trustedKey('short'), undefined);
    assert.throws(() => createCheckpointKey(new Uint8Array(31)), RangeError);
  });

  test('no two entries have the same bytes', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('a', '"', ',', 'null'));
    const anEntry = fc
      .array(fc.option(text), { minLength: FIELDS.length, maxLength: FIELDS.length })
      .map(
        (values) =>
          Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as never as ChainEntry,
      );
    fc.assert(
      fc.property(anEntry, anEntry, (a, b) => {
        const same = FIELDS.every((field) => a[field] === b[field]);
        return (canonicalEntry(a) === canonicalEntry(b)) === same;
      }),
    );
  });
});
