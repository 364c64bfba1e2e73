// Goal: what a patient does not tolerate is found while it is typed, by any of its names, and carries the code by which it can be compared; both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureOf, userActor } from '@pestle/testbed/practice/people';
import { openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { newImportSession, type RowVerdict, type SourceRow } from '../../directory/import/import-session.ts';
import { createScreening, type Screening } from '../screening.ts';

const ROWS: readonly SourceRow[] = [
  { allergen: 'PENICILLINS', synonyms: 'PCN|penicillin', va_classes: '', va_vuid: '4637001' },
  { allergen: 'PEANUTS', synonyms: 'GROUNDNUT', va_classes: '', va_vuid: '' },
  { allergen: 'LATEX', synonyms: '', va_classes: '', va_vuid: 'no code' },
];

for (const { name, skip, open } of BOTH_STORES)
  describe(`allergens, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let screening: Screening;
    let verdicts: readonly RowVerdict[] = [];
    const put = async (rows: readonly SourceRow[]): Promise<void> => {
      await screening.administration.importScreening(
        'allergens',
        { source: 'Test allergens', datedOn: '2026-01-10' },
        async (write) => {
          verdicts = await write(newImportSession(), rows);
        },
      );
    };
    before(async () => {
      opened = await open();
      await openPractice(opened.store);
      screening = createScreening({ store: opened.store });
      await put(ROWS);
    });
    after(() => opened.close());

    it('is found by the beginning of any of its names, its own first; ingredients of the drug files as well', async () => {
      const find = (text: string) => screening.allergens(userActor(), text);
      const penicillins = { name: 'penicillins', code: '4637001', codeSystem: 'VUID' };
      assert.deepEqual(await find('pcn'), [penicillins]);
      assert.deepEqual(await find('  Penicill'), [penicillins]);
      assert.deepEqual(await find('ground'), [{ name: 'peanuts', code: null, codeSystem: null }]);
      assert.deepEqual(await find('metform'), [{ name: 'metformin', code: '6809', codeSystem: 'RXNORM' }]);
      assert.deepEqual(await find('nuts'), [], 'letters in the middle find nothing');
      assert.deepEqual(await find(' '), []);
      assert.equal((await failureOf(find('x'.repeat(201)))).code, 'INVALID_INPUT');
    });

    it('a code that is none is refused with its row, and an import without codes takes them away', async () => {
      assert.equal(verdicts[2]?.outcome, 'refused');
      await put([{ allergen: 'PENICILLINS', synonyms: 'PCN', va_classes: '' }]);
      assert.deepEqual(await screening.allergens(userActor(), 'pcn'), [
        { name: 'penicillins', code: null, codeSystem: null },
      ]);
    });
  });
