// Goal: an error that nobody caught never ends the process for a connection's sake, ends it in order for anything else, and never says a patient's name.
// Method: small programs of their own, which throw what no code here may throw.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';

const children = new Set<ReturnType<typeof spawn>>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Runs `act` behind the last resort. Answers its status and what it wrote to standard error. */
async function run(act: string): Promise<{ status: number | null; said: string }> {
  const here = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
    import { EventEmitter } from 'node:events';
    import { createLog } from ${here('../../../packages/service/src/kernel/log.ts')};
    import { stopInTheEnd } from ${here('./last-resort.ts')};
    const alive = setInterval(() => undefined, 1000);
    const log = createLog({ level: 'error', destination: process.stderr });
    const stop = async () => { clearInterval(alive); process.stderr.write('stopped in order\\n'); };
    stopInTheEnd({ log, stop, stopMsMax: 5000 });
    ${act}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  // Nobody reads what it prints.
  child.stdout.destroy();
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

/** Behind whatever was to happen at once. */
const LATER = 'setImmediate(() => setTimeout(() => process.kill(process.pid, "SIGTERM"), 50));';

test('F4: the end of a connection that nobody listened to is a line of the log, and the process goes on', async () => {
  const lost = `Object.assign(new Error('row of Quimby'), { code: '57P01' })`;
  const { status, said } = await run(`
    setImmediate(() => new EventEmitter().emit('error', ${lost}));
    Promise.reject(Object.assign(new Error('Quimby'), { code: 'ECONNRESET' }));
    ${LATER}`);
  assert.equal(status, 0);
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  assert.deepEqual(lines.map((line) => (JSON.parse(line) as { err: { code: string } }).err.code).toSorted(), [
    '57P01',
    'ECONNRESET',
  ]);
  assert.doesNotMatch(said, /Quimby/);
});

test('anything else ends the process in order, with status 1 and a line without its words', async () => {
  const { status, said } = await run(`setImmediate(() => { throw new TypeError('Quimby is undefined'); });`);
  assert.equal(status, 1);
  assert.match(said, /"level":"fatal".*"name":"TypeError"/);
  assert.match(said, /stopped in order/);
  assert.doesNotMatch(said, /Quimby/);
});

test('F19: output that nobody reads, or a log that cannot be written, ends nobody', async () => {
  const { status } = await run(`
    const full = createLog({ level: 'error', destination: { write: () => { throw new Error('ENOSPC'); } } });
    full.error('a line');
    const output = createLog({ level: 'error' });
    for (let line = 0; line < 100; line += 1) { output.error('a line'); process.stdout.write('a line\\n'); }
    ${LATER}`);
  assert.equal(status, 0);
});
