// Puts test files that only differ in what they ask into one process: loading the service and compiling its database for each of two hundred
// files costs more than most of them do with it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of one process: more of them would be run one behind the other while another core is idle. */
const FILES_MAX = 8;
/** Workspaces whose tests start no processes and no browsers; what they open they close, and it is theirs alone. */
const SHARING = /^packages\/(rules|script|client|sandbox|service|testbed|elements\/(src|test\/build))\//;

/**
 * What the test runner is given for these files (relative to `root`, in order): files of one room that can share a process become one file,
 * written into `folder`, in which each is a suite of its own with its own hooks.
 */
export function groupTests(root: string, folder: string, files: readonly string[]): readonly string[] {
  const rooms = Map.groupBy(files, (file) => (SHARING.test(file) ? roomOf(file) : file));
  return [...rooms].flatMap(([room, ofRoom]) =>
    chunks(ofRoom).map((chunk, index) => {
      const [only] = chunk;
      if (chunk.length === 1 && only !== undefined) return join(root, only);
      const path = join(folder, `${room.replaceAll('/', '-')}-${index + 1}.test.mjs`);
      writeFileSync(path, entryText(root, chunk));
      return path;
    }),
  );
}

/** The workspace, and of the service the room: few enough to be read in the output, and files that load the same modules. */
function roomOf(file: string): string {
  return /^packages\/(?:service\/src\/[^/]+(?=\/)|[^/]+)/.exec(file)?.[0] ?? file;
}

function chunks(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES_MAX);
  return Array.from({ length: count }, (_, index) => files.filter((_file, at) => at % count === index));
}

function entryText(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const [name, url] = [file, pathToFileURL(join(root, file)).href].map((text) => JSON.stringify(text));
    return `describe(${name}, async () => {\n  await import(${url});\n});\n`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('\n')}`;
}
