// Goal: requests to sign that share a statement stay requests of their own: each is done whole or not at all, and none for another.
// Method: crowds of submits at once on both stores, good and bad ones mixed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { openPractice, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import type { WriteKey } from '../../audit/idempotency.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';

type Draft = Awaited<ReturnType<typeof reviewedDraft>>;

for (const { name, skip, open } of BOTH_STORES) {
  describe(`signing together on the ${name}`, { skip }, () => {
    let practice: Practice;
    let close: () => Promise<void>;
    let pipelines = 0;
    before(async () => {
      const opened = await open();
      close = opened.close;
      const counting: Store = {
        ...opened.store,
        pipeline: (groups) => {
          pipelines += 1;
          return opened.store.pipeline(groups);
        },
      };
      practice = await openPractice(sealStore(counting, TEST_DATA_KEYS));
    });
    after(() => close());

    const drafts = async (count: number): Promise<Draft[]> => {
      const made: Draft[] = [];
      for (let number = 0; number < count; number += 1) made.push(await reviewedDraft(practice));
      return made;
    };
    const submit = (draft: Draft, key: WriteKey = freshKey('createOrder')) =>
      practice.prescribing.createOrder(practice.prescriber, { drafts: [draft], pharmacyId: PHARMACY }, key);
    const codesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
      results.map((result) =>
        result.status === 'fulfilled' ? 'done' : String((result.reason as { code?: string }).code),
      );

    test('a crowd shares statements, and each gets its own order', async () => {
      const all = await drafts(30);
      pipelines = 0;
      const orders = await Promise.all(all.map((draft) => submit(draft)));
      assert.equal(new Set(orders.map(({ order }) => order.id)).size, 30);
      assert.ok(pipelines < 10, `${pipelines} statements for 30 requests`);
      for (const [index, { order, fills }] of orders.entries()) {
        const read = await practice.prescribing.order(practice.prescriber, order.id);
        assert.deepEqual(read, { order, fills });
        const prescription = await practice.prescribing.prescription(
          practice.prescriber,
          fills[0]?.prescription_id ?? '',
        );
        assert.equal(prescription.row.content_hash, all[index]?.contentHash);
      }
    });

    test('one that may not be signed keeps nobody else', async () => {
      const all = await drafts(8);
      const changed = all.map((draft, index) =>
        index === 3 ? { ...draft, contentHash: '0'.repeat(64) } : draft,
      );
      const codes = codesOf(await Promise.allSettled(changed.map((draft) => submit(draft))));
      assert.deepEqual(
        codes,
        codes.map((_, index) => (index === 3 ? 'SIGNATURE_INVALIDATED' : 'done')),
      );
    });

    test('the same draft under two keys in one crowd makes one order', async () => {
      const [twice, ...others] = await drafts(6);
      assert.ok(twice !== undefined);
      const codes = codesOf(
        await Promise.allSettled([twice, ...others, twice].map((draft) => submit(draft))),
      );
      assert.deepEqual(codes.slice(1, 6), ['done', 'done', 'done', 'done', 'done']);
      assert.deepEqual(new Set([codes[0], codes[6]]), new Set(['SIGNATURE_INVALIDATED', 'done']));
    });

    test('the same key for two drafts in one crowd signs one of them', async () => {
      const [first, second, ...others] = await drafts(6);
      assert.ok(first !== undefined && second !== undefined);
      const key = freshKey('createOrder');
      const other = { ...key, fingerprint: key.fingerprint.replace(/^./, 'x') };
      const results = await Promise.allSettled([
        ...others.map((draft) => submit(draft)),
        submit(first, key),
        submit(second, other),
      ]);
      assert.deepEqual(codesOf(results), ['done', 'done', 'done', 'done', 'done', 'IDEMPOTENCY_KEY_REUSED']);
      assert.equal((await submit(second)).order.state, 'PENDING', 'the refused draft is still there');
    });

    test('the same key in one crowd makes one order, and is refused for another request', async () => {
      const [first, second, ...others] = await drafts(6);
      assert.ok(first !== undefined && second !== undefined);
      const key = freshKey('createOrder');
      const other = { ...key, fingerprint: freshKey('createOrder').fingerprint.replace(/.$/, 'x') };
      const results = await Promise.allSettled([
        submit(first, key),
        submit(first, key),
        submit(second, other),
        ...others.map((draft) => submit(draft)),
      ]);
      const codes = codesOf(results);
      assert.deepEqual(codes, ['done', 'done', 'IDEMPOTENCY_KEY_REUSED', 'done', 'done', 'done', 'done']);
      const ids = results
        .slice(0, 2)
        .map((result) => (result.status === 'fulfilled' ? result.value.order.id : 'none'));
      assert.equal(ids[0], ids[1]);
      assert.equal((await submit(second)).order.state, 'PENDING', 'the refused draft is still there');
    });
  });
}
