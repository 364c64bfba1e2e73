// What is kept of a run on a cluster that came to no end: the machines' logs, what each of them says at that moment, and what the nodes wrote.
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPostgresOwner } from '@pestle/service/store';
import { sql } from 'kysely';
import type { Stage } from '../stage/stage.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

const ANSWER_MS_MAX = 5_000;

/** Of one server, asked past HAProxy: who is connected and waits for what, who follows, and whose confirmation is waited for. */
const STATEMENTS = [
  'select usename, state, wait_event_type, wait_event, backend_start, query_start, left(query, 80) as query from pg_stat_activity order by backend_start',
  'select application_name, state, sync_state, sent_lsn, flush_lsn from pg_stat_replication',
  "select pg_is_in_recovery(), current_setting('synchronous_standby_names') as names",
] as const;

/** The folder in which it lies afterwards. */
export async function keepTestimony(stage: Stage, cluster: Cluster): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-failover-kept-'));
  for (const name of readdirSync(cluster.folder))
    if (/\.(?:log|yml|cfg)$/.test(name)) copyFileSync(join(cluster.folder, name), join(folder, name));
  for (const [index, node] of stage.nodes.entries())
    writeFileSync(join(folder, `node-${index}.log`), `${node.output()}\nreadyz ${await node.readiness()}\n`);
  const servers = await Promise.all(cluster.machines.map((machine) => saidBy(cluster, machine)));
  const seen = { at: new Date(), states: await cluster.states(), tally: stage.load.tally, servers };
  writeFileSync(join(folder, 'seen.json'), JSON.stringify(seen, null, 1));
  return folder;
}

async function saidBy(cluster: Cluster, machine: Machine): Promise<unknown> {
  const url = new URL(cluster.superuserUrl('postgres'));
  url.port = String(machine.ports.postgres);
  const asked = withPostgresOwner(url.href, async (superuser) => {
    const answers: unknown[] = [];
    for (const statement of STATEMENTS) answers.push((await sql.raw(statement).execute(superuser)).rows);
    return answers;
  }).catch((error: unknown) => String(error));
  const silence = new Promise((resolve) => setTimeout(resolve, ANSWER_MS_MAX, 'nothing').unref());
  return { name: machine.name, said: await Promise.race([asked, silence]) };
}
