// PGlite's Node file system made durable: every fsync PostgreSQL asks for reaches the disk, and is counted.
import * as fs from 'node:fs';
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

/** Flushes every file and folder below `root`, deepest first, so that a rename of `root` publishes a complete tree. */
export function fsyncTree(root: string): void {
  for (const entry of fs.readdirSync(root, { withFileTypes: true })) {
    const path = `${root}/${entry.name}`;
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncPath(root);
}
