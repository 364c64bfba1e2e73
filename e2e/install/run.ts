// `npm run test:install`: what git tracks, in an empty folder with an empty home, is installed and run as the guide for production says.
//
// Method: the guide's own commands on a real PostgreSQL, with the machine's Node and npm; then the portal and the elements are asked for
// over HTTP. What the doctor says of an installation without them is tried first, so that its remedy is what the guide installs with.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@pestle/elements/version';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { hereInsteadOf } from '../support/docs-addresses.ts';
import { isInstallation, stepsOf } from '../support/docs-blocks.ts';
import { createReader } from '../support/docs-reader.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));
const guide = new URL('../../docs/guides/running.md', import.meta.url);
/** A registry and a busy machine take their time. */
const PATIENCE_MS = 300_000;

/** How this machine reaches the registry; nothing else of its environment. */
const NETWORK = /^(?:https?_proxy|no_proxy|node_extra_ca_certs|npm_config_(?:registry|cafile))$/i;

function emptyHome(home: string): Record<string, string> {
  const given = Object.entries(process.env).flatMap(([name, value]) =>
    NETWORK.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  // Without what `npm run` of this repository puts in front.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'));
  return { ...Object.fromEntries(given), HOME: home, PATH: path.join(delimiter), NO_COLOR: '1' };
}

function copyTracked(target: string): void {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: source, encoding: 'utf8' });
  assert.equal(status, 0, 'git does not list the files of the repository');
  for (const name of stdout.split('\0').filter(Boolean)) {
    const from = join(source, name);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(from, join(target, name));
  }
}

const lockIn = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');

interface Found {
  readonly findings: readonly { readonly level: string; readonly text: string; readonly mend?: string }[];
}

describe('an installation for production', {
  skip: skipWithoutPostgres || skipWithout('sh', 'curl', 'git', 'openssl', 'psql', 'pg_dump', 'pg_restore'),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-install-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const root = `${join(folder, 'pestle')}${sep}`;
  const env = emptyHome(join(folder, 'home'));
  mkdirSync(env['HOME'] ?? '');
  copyTracked(root);

  const npm = (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: root,
      env: { ...env, ...more },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    });
    return { status, stdout, stderr };
  };
  const key = (): string => randomBytes(32).toString('base64');
  const keys = { IDENTITY_KEY: key(), LINK_KEY: key(), DATA_KEY: key(), ENVIRONMENT: 'production' };
  /** What the doctor says of the portal and the elements. */
  const browserFiles = (): Found['findings'] => {
    const { stdout, stderr } = npm(['run', '--silent', 'pestle', '--', 'doctor', '--json'], keys);
    assert.equal(stderr, '');
    const { findings } = JSON.parse(stdout) as Found;
    return findings.filter(({ text }) => /\bthe portal\b/.test(text));
  };
  const installation = stepsOf(guide).filter(isInstallation);
  const remedy = installation.flatMap((step) =>
    step.kind === 'command' ? step.script.trim().split('\n') : [],
  );

  test('without the portal and the elements the doctor names them, and its remedy is how the guide installs', () => {
    const { status, stderr } = npm(['ci', '--omit=dev']);
    assert.equal(status, 0, stderr);
    const [found, ...others] = browserFiles();
    assert.deepEqual([found?.level, others], ['problem', []]);
    assert.equal(found?.mend, `Run: ${remedy.join(' && ')}`);
  });

  test('by the guide, word by word: it serves the portal and the elements in production on PostgreSQL', async () => {
    const server = await startPostgres();
    const { adapt, port } = await hereInsteadOf(server);
    const reader = createReader(adapt, { root, env, patienceMs: PATIENCE_MS });
    const base = `http://127.0.0.1:${port}`;
    try {
      for (const step of stepsOf(guide)) await reader.follow(step);
      const discovery = await fetch(`${base}/.well-known/pestle`);
      assert.equal(((await discovery.json()) as { environment: string }).environment, 'production');
      const page = await fetch(`${base}/portal/`);
      assert.equal(page.status, 200);
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      for (const [address, content] of [
        [new URL(script, `${base}/portal/`), /customElements|import/],
        [new URL(`/elements/${VERSION}/pestle.js`, base), /svc-client/],
        [new URL(`/elements/${VERSION}/integrity.json`, base), /"pestle\.js": ?"sha384-/],
      ] as const) {
        const answer = await fetch(address);
        assert.equal(answer.status, 200, address.href);
        assert.match(await answer.text(), content);
      }
      assert.deepEqual(
        browserFiles().map(({ level }) => level),
        ['ok'],
      );
      assert.equal(existsSync(join(root, 'node_modules', 'vite')), false, 'only building needs it');
      assert.equal(lockIn(root), lockIn(source), 'the lock is as it was');
    } finally {
      await reader.close();
      await server.stop();
    }
  });

  test("with a Node of the machine's own, the repository's is not needed", () => {
    const { status, stderr } = npm(['prune', '--omit=dev', '--omit=optional']);
    assert.equal(status, 0, stderr);
    assert.equal(existsSync(join(root, 'node_modules', '.bin', 'node')), false);
    const path = [dirname(process.execPath), env['PATH']].join(delimiter);
    const { stdout } = npm(['run', '--silent', 'pestle', '--', 'doctor', '--json'], { ...keys, PATH: path });
    assert.deepEqual((JSON.parse(stdout) as { problems: number }).problems, 0, stdout);
  });
});
