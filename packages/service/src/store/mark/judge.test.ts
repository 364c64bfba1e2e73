// Goal: an older state is told from a restart, a crash and a failover without loss by what somebody outside of the store remembers; where nobody does, to the safe side (F34).
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Mark } from './judge.ts';
import { judge } from './judge.ts';
import { witnessFile } from './witness-file.ts';

const MARK: Mark = {
  incarnation: 'one',
  beats: 7,
  place: '7/16384',
  timeline: '00000001',
  stopped: false,
  silentMs: 1_000,
  waits: true,
};
const HERE = { place: '7/16384', timeline: '00000001' };
const RULES = { silenceMs: 3_600_000, knowsEnd: false };
const remembered = (beats: number, incarnation = 'one') => ({ incarnation, beats });

test('F34: a node that remembers is certain: fewer beats, or those of another branch, are an older state', () => {
  const elsewhere = { place: '8/16999', timeline: '00000002' };
  assert.equal(judge(MARK, remembered(7), elsewhere, RULES), undefined, 'a failover without loss');
  assert.equal(judge(MARK, remembered(6), HERE, RULES), undefined, 'a witness that is behind');
  assert.equal(judge(MARK, remembered(8), HERE, RULES), 'older');
  assert.equal(judge(MARK, remembered(3, 'two'), HERE, RULES), 'older');
  assert.equal(judge(undefined, remembered(1), HERE, RULES), 'older');
  assert.equal(
    judge(MARK, remembered(9, 'zero'), HERE, { ...RULES, knowsEnd: true }),
    undefined,
    'another node noticed it first',
  );
});

test('F34: where nobody remembers, another place, another timeline and a long silence count as a restore', () => {
  const nobody = undefined;
  assert.equal(judge(undefined, nobody, HERE, RULES), undefined, 'a new store');
  assert.equal(judge(MARK, nobody, HERE, RULES), undefined, 'a restart, or a crash');
  assert.equal(judge(MARK, nobody, { ...HERE, place: '7/16385' }, RULES), 'moved');
  assert.equal(judge(MARK, nobody, { ...HERE, timeline: '00000002' }, RULES), 'timeline');
  assert.equal(judge(MARK, nobody, { place: null, timeline: null }, RULES), undefined, 'no place is known');
  const silent = { ...MARK, silentMs: 3_600_001 };
  assert.equal(judge(silent, nobody, HERE, RULES), 'silence');
  assert.equal(judge({ ...silent, stopped: true }, nobody, HERE, RULES), undefined, 'stopped in order');
  assert.equal(judge({ ...silent, waits: false }, nobody, HERE, RULES), undefined, 'nothing waits');
});

test('F34: a witness file that was copied with the store does not count', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-witness-'));
  try {
    const file = witnessFile(join(folder, 'witness'));
    assert.equal(file.read(), undefined);
    assert.equal(file.write(remembered(41)), true);
    assert.equal(file.write(remembered(42)), true);
    assert.deepEqual(file.read(), remembered(42));
    cpSync(join(folder, 'witness'), join(folder, 'copy'));
    assert.equal(witnessFile(join(folder, 'copy')).read(), undefined);
    assert.equal(witnessFile(join(folder, 'nowhere', 'witness')).write(remembered(1)), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
