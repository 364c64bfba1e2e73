// Opens a source file, packed with gzip or not, as text that is read piece by piece.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../output.ts';
import { IMPORT_LIMITS } from './limits.ts';

export interface SourceText {
  /** Bytes on the disk, for progress. */
  readonly bytes: number;
  /** Pieces of text. Throws CommandError when the file cannot be read, is no gzip after all, or no UTF-8. */
  pieces(onBytes: (bytesRead: number) => void): AsyncGenerator<string>;
}

const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Throws CommandError when there is no such file. */
export async function openSource(path: string): Promise<SourceText> {
  const { bytes, isPacked } = await inspect(path);
  return { bytes, pieces: (onBytes) => readPieces(path, isPacked, onBytes) };
}

async function inspect(path: string): Promise<{ bytes: number; isPacked: boolean }> {
  try {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw new CommandError(`${path} is not a file.`);
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return {
        bytes: size,
        isPacked: bytesRead === 2 && GZIP_MAGIC.every((byte, index) => buffer[index] === byte),
      };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function* readPieces(
  path: string,
  isPacked: boolean,
  onBytes: (bytesRead: number) => void,
): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: IMPORT_LIMITS.readBytes });
  let bytesRead = 0;
  file.on('data', (chunk) => {
    bytesRead += chunk.length;
    onBytes(bytesRead);
  });
  const unpacked: Readable = isPacked ? unpack(file) : file;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let total = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > IMPORT_LIMITS.fileBytesMax) {
        throw new CommandError(`The file has more than ${IMPORT_LIMITS.fileBytesMax} bytes: split it.`);
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError('The file is not UTF-8 text: convert it first.');
    if (isZlibError(error)) throw new CommandError(`The file is damaged: ${reasonOf(error)}.`);
    throw error;
  } finally {
    file.destroy();
  }
}

function unpack(file: Readable): Readable {
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_|^ERR_ZLIB/.test(String(error.code));
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
