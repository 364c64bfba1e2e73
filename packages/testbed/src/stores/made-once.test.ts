// Goal: what tests copy is made by one process, is whole when another sees it, and belongs to the sources of the day.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { madeOnce } from './made-once.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'pestle-made-'));
const kind = `probe${process.pid}`;
const paths = new Set<string>();
after(() => {
  for (const path of paths) {
    rmSync(path, { force: true });
    rmSync(join(dirname(path), `lock-${kind}.sqlite`), { force: true });
  }
  rmSync(folder, { recursive: true });
});

/** A process that wants it and says what it got; `work` is done while it is half made. */
function wanting(version: string, work: string): ReturnType<typeof run> {
  const code = `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
    const { madeOnce } = await import(${JSON.stringify(import.meta.resolve('./made-once.ts'))});
    const path = await madeOnce(${JSON.stringify(kind)}, ${JSON.stringify(version)}, async (made) => {
      appendFileSync(${JSON.stringify(join(folder, 'makers'))}, 'one ');
      writeFileSync(made, 'half');
      process.stderr.write('making');
      await ${work};
      writeFileSync(made, 'whole');
    });
    process.stdout.write(readFileSync(path, 'utf8'));`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval'];
  return run(process.execPath, [...flags, code]);
}

const make = async (path: string): Promise<void> => writeFileSync(path, 'whole');

test('of processes that want it at once one makes it, and all get it whole', async () => {
  const all = ['1', '1', '1'].map((version) =>
    wanting(version, 'new Promise((resolve) => setImmediate(resolve))'),
  );
  assert.deepEqual(
    (await Promise.all(all)).map(({ stdout }) => stdout),
    ['whole', 'whole', 'whole'],
  );
  assert.equal(readFileSync(join(folder, 'makers'), 'utf8'), 'one ');
  const path = await madeOnce(kind, '1', () => assert.fail('it is there'));
  paths.add(path);
});

test('another version replaces it', async () => {
  const [first = ''] = paths;
  const second = await madeOnce(kind, '2', make);
  paths.add(second);
  assert.deepEqual([existsSync(first), readFileSync(second, 'utf8')], [false, 'whole']);
});

test('a process that is killed while it makes it leaves nothing that counts, and no lock', async () => {
  await assert.rejects(wanting('3', "process.kill(process.pid, 'SIGKILL')"), { signal: 'SIGKILL' });
  const path = await madeOnce(kind, '3', make);
  paths.add(path);
  assert.equal(readFileSync(path, 'utf8'), 'whole');
});

test('who waits for another process goes on with whatever else it does', async () => {
  const maker = wanting('4', "new Promise((resolve) => process.stdin.once('data', resolve))");
  assert.ok(maker.child.stderr);
  await once(maker.child.stderr, 'data');
  const waiting = madeOnce(kind, '4', () => assert.fail('another process makes it'));
  await setImmediate();
  maker.child.stdin?.end('go on');
  paths.add(await waiting);
  assert.equal((await maker).stdout, 'whole');
});
