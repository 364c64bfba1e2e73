// Holds docs/sandbox.md to the data: its table of magic pharmacies, its counts, its routines.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { payerTable } from '../src/payer/behaviours.ts';
import { magicPharmacies } from '../src/pharmacies/magic/magic.ts';
import { CANCELLATION_CALL } from '../src/pharmacies/own-api-calls.ts';
import { ROUTINES } from '../src/pharmacies/routines.ts';
import { magicTable } from '../src/pharmacies/table.ts';
import { patients, templates } from '../src/seed.ts';

const file = fileURLToPath(new URL('../../../docs/sandbox.md', import.meta.url));
const pharmacies = magicPharmacies({ baseUrl: '' });
const MARKED = /(<!-- magic pharmacies: begin[^\n]*-->\n)([\s\S]*?)(\n?<!-- magic pharmacies: end -->)/;

describe('docs/sandbox.md', () => {
  it('has the table of magic pharmacies as the data has it', () => {
    const table = magicTable(pharmacies);
    const text = readFileSync(file, 'utf8');
    if (process.env['PESTLE_UPDATE_DOCS'] === '1')
      writeFileSync(
        file,
        text.replace(
          MARKED,
          (_all, begin: string, _old, end: string) => `${begin}${table}\n${end.trimStart()}`,
        ),
      );
    assert.equal(MARKED.exec(readFileSync(file, 'utf8'))?.[2], table);
  });

  it('has the table of what the payer does by member id', () => {
    const marked = /(<!-- payer behaviours: begin[^\n]*-->\n)([\s\S]*?)(\n?<!-- payer behaviours: end -->)/;
    const text = readFileSync(file, 'utf8');
    if (process.env['PESTLE_UPDATE_DOCS'] === '1')
      writeFileSync(
        file,
        text.replace(
          marked,
          (_all, begin: string, _old, end: string) => `${begin}${payerTable()}\n${end.trimStart()}`,
        ),
      );
    assert.equal(marked.exec(readFileSync(file, 'utf8'))?.[2], payerTable());
  });

  it('shows how the answer of an own API to a cancel is mapped, as the sandbox maps it', () => {
    const text = readFileSync(new URL('../../../docs/reference/cancels.md', import.meta.url), 'utf8');
    const [, shown = '{}'] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
    const { accepted, approved, denied, reason } = CANCELLATION_CALL;
    assert.deepEqual(JSON.parse(shown), { accepted, approved, denied, reason });
  });

  it('counts what there is and names every routine’s reports', () => {
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(`${pharmacies.length} pharmacies`));
    assert.ok(text.includes(`${patients.length} patients`) && text.includes(`${templates.length} templates`));
    for (const steps of Object.values(ROUTINES)) {
      const statuses = steps.map(({ status }) => status).join(', ');
      assert.ok(text.includes(statuses), statuses);
    }
  });
});
