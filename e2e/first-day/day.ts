// What the day stands on: an empty PostgreSQL, a terminal, a mailbox, a pharmacy that is not ours, and the guide whose steps are typed in their order.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Connection, withPostgresOwner } from '@pestle/service/store';
import { freePort } from '@pestle/testbed/network/free-port';
import { startPostgres } from '@pestle/testbed/stores/postgres-server';
import { hereInsteadOf } from '../support/docs-addresses.ts';
import { type Command, hasForm, stepsOf } from '../support/docs-blocks.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { type Neighbor, openNeighbor } from './neighbor.ts';
import { openTerminal, type Typed } from './terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = new URL('../../docs/guides/operating-first-day.md', import.meta.url);
export const PATIENCE_MS = 30_000;
/** The key that the pharmacy gave the operator of the guide. */
export const THEIR_KEY = 'the-key-they-gave-you';

export interface Day {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  /** Where the practice's own page is served. */
  readonly practiceUrl: string;
  readonly folder: string;
  readonly mailbox: Mailbox;
  readonly pharmacy: Neighbor;
  /** Types the next step of the guide, whatever comes of it; `id` stands for the order or transmission that it means. */
  readonly type: (id?: string) => Promise<Typed>;
  /** The same; fails when it failed, or shows something else than the guide. Returns what it shows. */
  readonly typed: (id?: string) => Promise<string>;
  /** How many steps of the guide are left. */
  readonly left: () => number;
  /** What a variable of the terminal holds. */
  readonly variable: (name: string) => Promise<string>;
  /** Types something that the guide does not. */
  readonly besides: (script: string) => Promise<string>;
  /** The same for what ends with status 1; answers what is said of it. */
  readonly refused: (script: string) => Promise<string>;
  /** Waits until the store gives something for this, and returns it. */
  readonly inStore: <T>(missing: string, find: (owner: Connection) => Promise<T | undefined>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** The practice's tool: a server that has the page of the guide, and nothing else. */
async function openPractice(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/prescribe.html') !== true) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(readFileSync(join(folder, 'prescribe.html')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

export async function openDay(): Promise<Day> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-first-day-'));
  const server = await startPostgres(['fsync=off']);
  const here = await hereInsteadOf(server);
  const consolePort = await freePort();
  const [baseUrl, consoleUrl] = [here.port, consolePort].map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ];
  const mailbox = await openMailbox();
  const pharmacy = await openNeighbor(THEIR_KEY, folder, join(folder, 'pharmacy-authority.pem'));
  const practice = await openPractice(folder);
  const terminal = openTerminal(folder);
  const adapt = (text: string): string =>
    here
      .adapt(text, folder)
      .replaceAll('/opt/pestle/', root)
      .replaceAll('/var/lib/pestle', folder)
      .replaceAll('https://rx.example.com', baseUrl)
      .replaceAll('https://operators.example.com', consoleUrl)
      .replaceAll(/\b8090\b/g, String(consolePort))
      .replaceAll('https://ehr.elm.example', practice.url)
      .replaceAll(
        'smtps://pestle:its-password@mail.example.com',
        `smtp://pestle:its-password@127.0.0.1:${mailbox.port}`,
      )
      .replaceAll('https://pharmacy.example.org/script', pharmacy.url)
      .replaceAll('10.20.0.0/16', pharmacy.range);

  const steps = stepsOf(guide).filter((step): step is Command => step.kind === 'command');
  let next = 0;
  let failed = 0;
  const type = async (id = ''): Promise<Typed & { readonly step: Command }> => {
    const step = steps[next];
    assert.ok(step !== undefined, 'the guide has no further step');
    assert.equal(failed, 0, `not typed, because line ${failed} failed`);
    next += 1;
    return { ...(await terminal.type(adapt(step.script).replaceAll(/(?:ord|trm)_…/g, id))), step };
  };
  const inStore: Day['inStore'] = async (missing, find) => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await withPostgresOwner(server.ownerUrl('pestle'), find);
      if (found !== undefined) return found;
      assert.ok(Date.now() < deadline, missing);
      await sleep(50);
    }
  };
  return {
    baseUrl,
    consoleUrl,
    practiceUrl: `${practice.url}/prescribe.html`,
    folder,
    mailbox,
    pharmacy,
    type,
    typed: async (id) => {
      const { status, out, errors, step } = await type(id);
      failed = step.line;
      assert.equal(status, 0, `line ${step.line}: ${out}${errors}`);
      if (step.shown !== null)
        assert.ok(
          hasForm(out, adapt(step.shown)),
          `line ${step.line} shows\n${adapt(step.shown)}\nand it printed\n${out}`,
        );
      failed = 0;
      return out;
    },
    left: () => steps.length - next,
    variable: terminal.variable,
    besides: async (script) => {
      const { status, out, errors } = await terminal.type(script);
      assert.equal(status, 0, out + errors);
      return out;
    },
    refused: async (script) => {
      const { status, out, errors } = await terminal.type(script);
      assert.deepEqual([status, out], [1, '']);
      return errors;
    },
    inStore,
    close: async () => {
      await terminal.close();
      await mailbox.close();
      practice.close();
      pharmacy.server.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
