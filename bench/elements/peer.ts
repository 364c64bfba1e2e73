// The peer: the elements of another vendor, installed into a folder of their own, bundled as a page would, and served compressed.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { installPackages } from '../support/packages.ts';

const PEER = '@photonhealth/elements';
const PEER_VERSION = '0.24.0';

export const PEER_NAME = `${PEER} ${PEER_VERSION}`;
export const PEER_TAG = 'photon-prescribe-workflow';

export interface Peer {
  readonly url: string;
  close(): Promise<void>;
}

/** Needs the registry. Nothing of it stays. */
export async function startPeer(): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-peer-'));
  try {
    await installPackages(folder, [`${PEER}@${PEER_VERSION}`]);
    await bundlePeer(folder);
    return await servePeer(join(folder, 'dist'), () => remove(folder));
  } catch (error) {
    remove(folder);
    throw error;
  }
}

async function bundlePeer(folder: string): Promise<void> {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'main.js'), `import '${PEER}';\n`);
  writeFileSync(join(folder, 'index.html'), PAGE);
  await build({
    configFile: false,
    envDir: false,
    root: folder,
    logLevel: 'error',
    build: { outDir: 'dist', reportCompressedSize: false, modulePreload: { polyfill: false } },
  });
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><script type="module" src="/src/main.js"></script></head><body>
<photon-client id="client" org="org_1" dev-mode="true" auto-login="false"><${PEER_TAG} patient-id="pat_1"></${PEER_TAG}></photon-client>
</body></html>`;

async function servePeer(dist: string, removed: () => void): Promise<Peer> {
  const types: Readonly<Record<string, string>> = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    css: 'text/css; charset=utf-8',
  };
  const files = new Map(
    globSync('**/*.{html,js,css}', { cwd: dist }).map((name) => [
      `/${name.split(sep).join('/')}`.replace('/index.html', '/'),
      {
        type: types[name.slice(name.lastIndexOf('.') + 1)] ?? '',
        body: gzipSync(readFileSync(join(dist, name)), { level: 9 }),
      },
    ]),
  );
  const server = createServer(({ url }, response) => {
    const file = files.get(url ?? '');
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      removed();
    },
  };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
