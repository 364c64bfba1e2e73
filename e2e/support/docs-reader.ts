// Does what a reader of a page does: saves its programs, types its commands, leaves running what keeps running, and signs in.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { users } from '@pestle/sandbox/seed';
import { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import type { Command, Step } from './docs-blocks.ts';
import { hasForm } from './docs-blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE_MS = 60_000;

export interface Reader {
  /** A folder of the reader's own, where programs are saved. */
  readonly folder: string;
  /** Does one step. Fails when a command fails, or prints something else than the page shows. */
  follow(step: Step): Promise<void>;
  /** Stops what still runs, as with Ctrl-C, and removes the folder. */
  close(): Promise<void>;
}

export interface Workplace {
  /** The repository. */
  readonly root: string;
  /** The environment in which commands are typed. */
  readonly env: Readonly<Record<string, string>>;
  /** How long a command may take to show what the page shows. */
  readonly patienceMs: number;
}

const { PATH = '', HOME = '' } = process.env;
const HERE: Workplace = {
  root,
  env: { HOME, PATH: [dirname(process.execPath), PATH].join(delimiter), NO_COLOR: '1' },
  patienceMs: PATIENCE_MS,
};

/** `adapt` puts in this machine's addresses where the page names usual ones. */
export function createReader(
  adapt: (text: string, folder: string) => string,
  workplace: Workplace = HERE,
): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-docs-'));
  const running = new Set<Run>();
  const type = async ({ script, shown, line }: Command): Promise<void> => {
    const expected = shown === null ? null : adapt(shown, folder);
    const run = start(adapt(script, folder), folder, workplace);
    running.add(run);
    if (/npm start|pestle -- serve/.test(script)) {
      await until(run, () => expected === null || hasForm(run.output(), expected, true), line);
      return;
    }
    if (script.includes('sign-in.mjs')) await signIn(run, line);
    const [code] = (await once(run.child, 'close')) as [number | null];
    running.delete(run);
    assert.equal(code, 0, `line ${line}: ${run.output()}`);
    if (expected !== null)
      assert.ok(
        hasForm(run.output(), expected),
        `line ${line} shows\n${expected}\nand it printed\n${run.output()}`,
      );
  };
  return {
    folder,
    follow: async (step) => {
      if (step.kind === 'command') await type(step);
      else writeFileSync(join(folder, step.file), adapt(step.text, folder));
    },
    close: async () => {
      for (const run of running) await interrupt(run);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly patienceMs: number;
}

function start(script: string, folder: string, { root: repository, env, patienceMs }: Workplace): Run {
  const child = spawn('sh', ['-eu', '-c', script], {
    // What belongs to the repository is typed there, the rest in the reader's own folder.
    cwd: script.includes('npm ') ? repository : folder,
    env: { ...env },
    // A group of its own, so that an interrupt reaches all of it, as from a terminal.
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { child, output: () => text, patienceMs };
}

async function until(run: Run, holds: () => boolean, line: number): Promise<void> {
  const deadline = Date.now() + run.patienceMs;
  while (!holds()) {
    assert.ok(run.child.exitCode === null && Date.now() < deadline, `line ${line}: ${run.output()}`);
    await sleep(50);
  }
}

/** What a person does in the browser, and pastes back. */
async function signIn(run: Run, line: number): Promise<void> {
  const address = (): string | undefined => /^http\S+$/m.exec(run.output())?.[0];
  await until(run, () => address() !== undefined, line);
  const url = address() ?? '';
  const person = users.find(({ role }) => role === 'prescriber');
  assert.ok(person !== undefined);
  const browser = new CookieBrowser(new URL(url).origin);
  const page = await browser.get(url);
  const { email, password } = person;
  const end = await browser.submit(page, 'password', { email, password });
  run.child.stdin?.end(`${end.url}\n`);
}

/** Ctrl-C. Fails when it does not end by itself, and well. */
async function interrupt({ child, patienceMs }: Run): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await Promise.race([closed, sleep(patienceMs, undefined, { ref: false })]);
  assert.notEqual(child.exitCode ?? child.signalCode, null, 'it did not stop');
}
