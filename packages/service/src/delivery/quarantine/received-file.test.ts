// Goal: a file of what was received settles what it says, and nothing that it merely names (F34).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receivedIn } from './received-file.ts';

const ULID = '01M83BNEVJZX2Y1P37SNZKCHEZ';
const OTHER = '01M83BNEVJZX2Y1P37SNZKCHF0';

test('F34: MessageIDs and transmissions are found wherever they stand, each once', () => {
  const text = `seq;id\n1;m${ULID};taken\n2;"f${OTHER}"\n3;m${ULID}\ntrm_${OTHER}, and m${ULID.slice(1)}`;
  assert.deepEqual(receivedIn(text), [`m${ULID}`, `f${OTHER}`, `trm_${OTHER}`]);
});

test("F34: of a node's log only attempts that were accepted count", () => {
  const line = (transmissionId: string, outcome: string): string =>
    JSON.stringify({ level: 30, transmissionId, outcome, msg: 'an attempt has ended' });
  const log = [
    line(`trm_${ULID}`, 'ACCEPTED'),
    line(`trm_${OTHER}`, 'RETRY'),
    line(`prs_${OTHER}`, 'ACCEPTED'),
    JSON.stringify({ level: 40, id: `m${OTHER}` }),
  ];
  assert.deepEqual(receivedIn(log.join('\n')), [`trm_${ULID}`, `prs_${OTHER}`]);
});
