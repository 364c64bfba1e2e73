// What this machine can do at best, measured in the run that reports other figures: the disk's flushes.
import { closeSync, fdatasyncSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PAGE_BYTES = 8_192;
const FILE_PAGES = 2_048;

/** Flushes per second of one page each, one after the other, into a file that has its final size: what a write-ahead log does. */
export function flushesPerSecond(milliseconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-limits-'));
  const file = openSync(join(folder, 'log'), 'w');
  try {
    const page = Buffer.alloc(PAGE_BYTES, 1);
    for (let index = 0; index < FILE_PAGES; index += 1) writeSync(file, page);
    fsyncSync(file);
    const started = performance.now();
    let count = 0;
    while (performance.now() - started < milliseconds) {
      writeSync(file, page, 0, PAGE_BYTES, (count % FILE_PAGES) * PAGE_BYTES);
      fdatasyncSync(file);
      count += 1;
    }
    return (count / (performance.now() - started)) * 1_000;
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
