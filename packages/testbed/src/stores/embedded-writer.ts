// Child process of the durability test: writes rows to an embedded store and prints each number when its commit is acknowledged.
import { writeSync } from 'node:fs';
import type { OrganizationId } from '@pestle/rules/ids';
import { openEmbeddedStore } from '@pestle/service/store';

const STDOUT = 1;
const directory = process.argv[2];
if (directory === undefined) throw new Error('usage: embedded-writer DIRECTORY');
const store = await openEmbeddedStore(directory);
const orgId = 'org_1' as OrganizationId;
for (let number = 0; ; number += 1) {
  await store.pipeline([
    {
      scope: { role: 'app', orgId },
      steps: [
        {
          statement: {
            name: 'write',
            text: "insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id, detail) values ($1, $2, 'service', 'write', 'test', $3, $4)",
          },
          values: [orgId, `${process.pid}-${number}`, '0', JSON.stringify({ number })],
        },
      ],
    },
  ]);
  writeSync(STDOUT, `${number}\n`);
}
