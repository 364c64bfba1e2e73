// Serves a built example on an origin that its application names, and tells how to stop it.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { HostPage } from '@pestle/testbed/elements/host-page';

/** A server that has not told its address by then has failed. */
const START_MS = 20_000;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves the files that a bundler made; `/` is its page. */
export function serveBuilt(host: HostPage, dist: string): void {
  host.serve('/', readFileSync(join(dist, 'index.html'), 'utf8'));
  for (const file of globSync('assets/*', { cwd: dist })) {
    const type = TYPES[extname(file)];
    if (type === undefined) throw new Error(`${file}: a file of a type that no example has had so far`);
    host.serveFile(`/${file.split(sep).join('/')}`, type, readFileSync(join(dist, file), 'utf8'));
  }
}

/** Starts the example's own server; resolves when it has printed its address, to what ends it. */
export async function startServer(
  example: string,
  variables: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['server.ts'], {
    cwd: example,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const started = await new Promise<boolean>((resolve) => {
    child.stdout.once('data', () => resolve(true));
    child.once('exit', () => resolve(false));
    setTimeout(() => resolve(false), START_MS).unref();
  });
  if (started) return stop;
  await stop();
  throw new Error(`The server did not start: ${complaint}`);
}
