// Goal: an order moves in one room: nothing else writes orders, their fills or the history of these.
// Method: every source of the service and of the command line is searched for statements, in SQL and in Kysely's words, that write to the three tables.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '..');
const OWNER = 'packages/service/src/prescribing/orders/';

const TABLE = String.raw`"?(?:orders|fill|fill_event)"?\b`;
const WRITES = [
  new RegExp(
    String.raw`\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate|copy)\s+${TABLE}`,
    'i',
  ),
  new RegExp(
    String.raw`\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*\[?\s*['"\`](?:orders|fill|fill_event)\b`,
  ),
];

const writes = (text: string): boolean => WRITES.some((pattern) => pattern.test(text));

test('only prescribing/orders writes orders, fills and their history', () => {
  const sources = ['packages/service/src/**/*.ts', 'apps/cli/src/**/*.ts']
    .flatMap((pattern) => globSync(resolve(ROOT, pattern)))
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'));
  const writers = sources.filter((path) => writes(readFileSync(resolve(ROOT, path), 'utf8')));
  assert.ok(writers.length > 0, 'the search finds those that may write');
  assert.deepEqual(
    writers.filter((path) => !path.startsWith(OWNER)),
    [],
  );
});

test('the search sees a write in each form, and no reading', () => {
  for (const text of [
    'insert into fill (org_id',
    'UPDATE orders o SET',
    'delete from\n  fill_event where',
    ".updateTable('fill')",
    ".insertInto(\n  'fill_event')",
    ".deleteFrom(['orders as o'])",
  ])
    assert.ok(writes(text), text);
  for (const text of [
    'select from fill f',
    "selectFrom('orders')",
    'insert into fill_page',
    'for update of d',
    'update order_page',
  ])
    assert.ok(!writes(text), text);
});
