// PGlite's Node file system made durable: every fsync PostgreSQL asks for reaches the disk, and is counted.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface StreamWithDescriptor {
  readonly nfd?: number | null;
  readonly node: unknown;
}

interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: StreamWithDescriptor) => number };
    realPath(node: unknown): string;
  };
}

/**
 * Stock PGlite never fsyncs: Emscripten's NODEFS has no such operation, and the start flags include `-F`.
 * `_fd_sync` calls `stream_ops.fsync` when it exists; this adds it. It hooks internals of an exactly pinned
 * version, so the store counts the fsyncs of a commit at every start and refuses to run when there are none.
 */
export class DurableFileSystem extends NodeFS {
  fsyncCount = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const options = result.emscriptenOpts;
    const addFsync = (module: unknown): void => {
      const { NODEFS } = module as EmscriptenModule;
      NODEFS.stream_ops.fsync = (stream) => {
        this.fsyncCount += 1;
        if (typeof stream.nfd === 'number') fs.fdatasyncSync(stream.nfd);
        else fsyncPath(NODEFS.realPath(stream.node));
        return 0;
      };
    };
    options.preRun = [...(options.preRun ?? []), addFsync] as NonNullable<typeof options.preRun>;
    return result;
  }
}

function fsyncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Threads that Node has for files; more at once would only hold descriptors. */
const FLUSHES_AT_ONCE = 8;

/**
 * Flushes every file below `root`, then every folder, each before the one it lies in, so that a rename of `root` publishes a
 * complete tree. Several at a time: the disk takes them together, and a new cluster of a thousand files one by one takes seconds.
 */
export async function flushTree(
  root: string,
  flush: (path: string) => Promise<void> = flushPath,
): Promise<void> {
  const entries = fs.readdirSync(root, { withFileTypes: true, recursive: true });
  const pathsOf = (some: readonly fs.Dirent[]): string[] =>
    some.map((entry) => join(entry.parentPath, entry.name));
  const files = pathsOf(entries.filter((entry) => entry.isFile())).values();
  const flushers = Array.from({ length: FLUSHES_AT_ONCE }, async () => {
    for (const file of files) await flush(file);
  });
  await Promise.all(flushers);
  const folders = pathsOf(entries.filter((entry) => entry.isDirectory()));
  // What lies in another has the longer path.
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) await flush(folder);
  await flush(root);
}

async function flushPath(path: string): Promise<void> {
  const file = await fs.promises.open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
