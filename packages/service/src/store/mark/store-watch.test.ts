// Goal: what a node remembers of its store outside of it is as far as what has left, also when it stops right after (F34).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { createStoreWatch } from './store-watch.ts';
import { witnessFile } from './witness-file.ts';

test('F34: a stop in order right after something began to leave is remembered outside of the store; one without does not beat', async () => {
  const store = await openTestStore();
  const folder = mkdtempSync(join(tmpdir(), 'pestle-watch-'));
  const witness = witnessFile(join(folder, 'witness'));
  const opened = (incarnation: string, on = store) =>
    createStoreWatch({
      store: on,
      judges: true,
      witness,
      onOlder: () => assert.fail('nothing is older here'),
      newIncarnation: () => incarnation,
      monotonic: () => 0,
    });
  const beatsOutside = (): number => witness.read()?.beats ?? Number.NaN;
  try {
    const idle = opened('inc_00000000000000000000000001');
    await idle.start();
    const atBackup = beatsOutside();
    await idle.stop();
    assert.equal(beatsOutside(), atBackup);

    const busy = opened('inc_00000000000000000000000002');
    await busy.start();
    const started = beatsOutside();
    busy.somethingLeaves();
    await busy.stop();
    assert.equal(beatsOutside(), started + 1);
    const { rows } = await store.asOwner((owner) =>
      sql<{ beats: number; stopped: boolean }>`select beats::int, stopped from store_mark`.execute(owner),
    );
    assert.deepEqual(rows, [{ beats: started + 1, stopped: true }]);

    let away = false;
    const failing: typeof store = {
      ...store,
      pipeline: async (groups) => (away ? Promise.reject(new Error('away')) : await store.pipeline(groups)),
    };
    const cutOff = opened('inc_00000000000000000000000003', failing);
    await cutOff.start();
    const before = beatsOutside();
    cutOff.somethingLeaves();
    away = true;
    await assert.rejects(cutOff.look(), /away/);
    away = false;
    await cutOff.look();
    assert.equal(beatsOutside(), before + 1, 'a look that failed has forgotten what left');
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
