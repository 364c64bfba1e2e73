// Goal: a command in the shared process ends, answers and is heard exactly as in a process of its own (`pestle-process.ts`).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { layMigratedStore } from '../stores/test-store.ts';
import { openCommandLine } from './command-line.ts';
import { runPestle } from './pestle-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'pestle-command-line-'));
const commandLine = openCommandLine();
after(async () => {
  await commandLine.close();
  rmSync(folder, { recursive: true, force: true });
});

test('status and words are those of a process of its own, one command after another', async () => {
  const data = join(folder, 'data');
  await layMigratedStore(data);
  const env = { PESTLE_DATA_DIR: data };
  const commands: readonly (readonly [status: number, args: readonly string[]])[] = [
    [0, ['--version']],
    [2, ['maintenance', 'add', '--minutes', '5']],
    [1, ['maintenance', 'list', '--data', join(folder, 'nowhere')]],
    [0, ['maintenance', 'list', '--json']],
    [2, ['nothing']],
    [0, ['doctor', '--help']],
  ];
  for (const [status, args] of commands) {
    const alone = runPestle(folder, args, env);
    const ended = await alone.exited;
    const ran = await commandLine.runWith(env, ...args);
    assert.deepEqual([ended, ran.status], [status, status], args.join(' '));
    assert.equal(ran.stdout + ran.stderr, alone.output(), args.join(' '));
  }
});

test('environment and folder are those of the command, and nothing of them is there for the next one', async () => {
  const data = join(folder, 'data');
  const named = await commandLine.runWith({ PESTLE_DATA_DIR: data }, 'maintenance', 'list', '--json');
  assert.deepEqual([named.status, named.stderr], [0, '']);
  const unnamed = await commandLine.run({ args: ['maintenance', 'list', '--json'], env: {}, cwd: folder });
  assert.equal(unnamed.status, 1);
  assert.match(unnamed.stderr, /no embedded store in \.pestle\/data/);
  const relative = await commandLine.run({
    args: ['maintenance', 'list', '--data', 'data', '--json'],
    env: {},
    cwd: folder,
  });
  assert.deepEqual([relative.status, relative.stdout], [0, named.stdout]);
});

test('commands that are typed at once run one behind the other, each with its own answer', async () => {
  const ran = await Promise.all(
    ['--version', 'nothing', '--version'].map((word) => commandLine.runWith({}, word)),
  );
  assert.deepEqual(
    ran.map(({ status }) => status),
    [0, 2, 0],
  );
  assert.equal(ran[0]?.stdout, ran[2]?.stdout);
});
