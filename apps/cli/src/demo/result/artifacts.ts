// What `--out` keeps: every message that was sent, every fax, the report, and the evidence that the check looked at.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peers } from '@pestle/sandbox/peers';
import { columnAddress, type MasterKeys } from '@pestle/service/vault';
import type { Evidence } from '../../check/evidence.ts';
import type { OwnerQuery } from '../../check/owner-query.ts';
import { readKeys } from '../../check/read-keys.ts';
import { CommandError } from '../../output.ts';
import type { DemoNetwork } from '../network/network.ts';
import type { DemoReport } from './report.ts';

export interface Artifacts {
  write(
    report: DemoReport,
    from: { readonly evidence: Evidence; readonly query: OwnerQuery; readonly network: DemoNetwork },
  ): Promise<void>;
  stop(): void;
}

const MESSAGES = 'messages';
const FAXES = 'faxes';
const OWN_NAMES = [MESSAGES, FAXES, 'report.json', 'evidence'];

/** Throws CommandError for a folder that holds other files than an earlier run's. */
export function requireOwnFolder(directory: string): void {
  const foreign = existsSync(directory)
    ? readdirSync(directory).filter((name) => !OWN_NAMES.includes(name))
    : [];
  if (foreign.length > 0)
    throw new CommandError(`${directory} holds other files. Name an empty or new folder with --out.`);
}

/** Begins to keep faxes as they come out: the machine itself keeps the last ones only. What an earlier run left is removed. */
export function keepArtifacts(directory: string, peers: Peers): Artifacts {
  requireOwnFolder(directory);
  for (const name of OWN_NAMES) rmSync(join(directory, name), { recursive: true, force: true });
  for (const name of [MESSAGES, FAXES, 'evidence']) mkdirSync(join(directory, name), { recursive: true });
  const stop = peers.subscribe((event) => {
    if (event.is !== 'fax' || event.fax.state !== 'delivered') return;
    const pages = peers.faxPages(event.fax.faxId);
    if (pages !== undefined) writeFileSync(join(directory, FAXES, `${event.fax.faxId}.pdf`), pages);
  });
  return {
    stop,
    write: async (report, { query, network }) => {
      writeFileSync(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
      for (const file of [network.pharmacyLog, network.acknowledgements])
        copyFileSync(file, join(directory, 'evidence', file.slice(file.lastIndexOf('/') + 1)));
      await writeMessages(join(directory, MESSAGES), query, network.dataKeys);
    },
  };
}

const SENT = `select org_id, id, message_id, content_type, sealed_body from transmission
  where sealed_body is not null and channel <> 'fax' and first_attempt_at is not null`;

/** The exact bytes, under their MessageID. */
async function writeMessages(directory: string, query: OwnerQuery, masters: MasterKeys): Promise<void> {
  const keys = await readKeys(query, masters);
  for (const row of await query(SENT)) {
    const { message_id: messageId, content_type: type } = row;
    const body = keys(row['org_id']).open(
      columnAddress('transmission', String(row['id'])),
      row['sealed_body'] as Uint8Array,
    );
    const ending = String(type).includes('json') ? 'json' : 'xml';
    writeFileSync(join(directory, `${String(messageId)}.${ending}`), body);
  }
}
