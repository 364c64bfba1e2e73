// Puts test files that only differ in what they ask into one process: loading the service and compiling its database for each of two hundred
// files costs more than most of them do with it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files of one process: more of them would be run one behind the other while another core is idle. */
const FILES_MAX = 8;
/** Of those that drive a browser or a whole service, which are longer. */
const LONG_FILES_MAX = 4;
const LONG = /^(?:e2e|apps)\//;
/**
 * What takes as long as four others, sets the clock of its whole process, opens one stage for all that its process holds, or reads the
 * repository as Git and the tools see it.
 */
const ALONE =
  /^(?:e2e\/(?:bad-input|crash|cuts|docs|one-truth|simulate|stop)(?:\.deep)?\.test\.ts$|packages\/elements\/test\/(?!build\/)|scripts\/)/;

/**
 * What the test runner is given for these files (relative to `root`, in order): files of one room that can share a process become one file,
 * written into `folder`, in which each is a suite of its own with its own hooks.
 */
export function groupTests(root: string, folder: string, files: readonly string[]): readonly string[] {
  const rooms = Map.groupBy(files, (file) => (ALONE.test(file) ? file : roomOf(file)));
  // The longest go first: at the end of a run nobody waits for one of them alone.
  const ordered = [...rooms].toSorted(([a], [b]) => Number(ALONE.test(b)) - Number(ALONE.test(a)));
  return ordered.flatMap(([room, ofRoom]) =>
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
  return (
    /^packages\/(?:service\/src\/[^/]+(?=\/)|elements\/(?:test\/build|test|src)|[^/]+)|^(?:apps\/[^/]+|e2e)/.exec(
      file,
    )?.[0] ?? file
  );
}

function chunks(files: readonly string[]): string[][] {
  const most = LONG.test(files[0] ?? '') ? LONG_FILES_MAX : FILES_MAX;
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, index) => files.filter((_file, at) => at % count === index));
}

function entryText(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const [name, url] = [file, pathToFileURL(join(root, file)).href].map((text) => JSON.stringify(text));
    return `describe(${name}, async () => {\n  await import(${url});\n});\n`;
  });
  return `import { describe } from 'node:test';\n\n${suites.join('\n')}`;
}
