// What is exported of the trail opens in a spreadsheet as text, whatever somebody is called.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedLines } from '../../audit/exported.ts';
import { csvOf } from './csv.ts';

const ENTRY = {
  id: 'aud_1',
  at: '2026-11-23T10:00:00Z',
  actorKind: 'USER',
  actorId: 'usr_1',
  actorName: '=HYPERLINK("https://evil.example")',
  applicationId: null,
  action: 'patient.read',
  subjectKind: 'patient',
  subjectId: 'pat_1',
  outcome: 'SUCCESS',
  purpose: 'TREAT',
  sourceAddress: null,
  detail: { records: 'order, patient' },
} as const;

test('a name that looks like a formula is text, and quotes are doubled', () => {
  const [head, line, ...rest] = csvOf(exportedLines([ENTRY])).split('\r\n');
  assert.deepEqual(rest, []);
  assert.match(head ?? '', /^"id","at",.*"detail"$/);
  assert.ok(line?.includes(`"'=HYPERLINK(""https://evil.example"")"`), line);
  assert.ok(line?.endsWith('"{""records"":""order, patient""}"'), line);
});
