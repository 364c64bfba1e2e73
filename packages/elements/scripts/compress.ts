// Prepares the served files: their hashes for `integrity`, and their compressed forms.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Writes `integrity.json` (`{"pestle.js": "sha384-…"}`) and a `.br` and a `.gz` beside every script. */
export async function compressAll(folder: string): Promise<void> {
  const files = globSync('**/*.js', { cwd: folder })
    .map((file) => file.split(sep).join('/'))
    .toSorted();
  const hashes: Record<string, string> = {};
  for (const file of files) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    hashes[file] = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const [br, gz] = await Promise.all([brotli(bytes), promisify(gzip)(bytes, { level: 9 })]);
    writeFileSync(`${path}.br`, br);
    writeFileSync(`${path}.gz`, gz);
  }
  writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
}

function brotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
