// How each package is used by others: what its users' compilers know, a part that somebody may import alone, and what runs its samples.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startSeededSandbox } from '@pestle/testbed/sandbox/seeded-sandbox';
import { output } from './command.ts';
import type { Surroundings } from './compile.ts';
import { runInPage } from './in-page.ts';
import type { FoundNode } from './nodes.ts';
import type { Sample } from './samples.ts';

export interface PackageUsers {
  readonly folder: string;
  readonly surroundings: readonly Surroundings[];
  readonly sampleSurroundings: Surroundings;
  readonly part: {
    readonly source: string;
    readonly gzipBytesMax: number;
    /** Of the whole, and not of the part. */
    readonly without: RegExp;
  };
  /** Starts what the samples talk to. `adapt` puts its address where they name the usual one. */
  readonly testbed?: () => Promise<SampleTestbed>;
  /** `folder` holds the samples in JavaScript. */
  readonly runSamples: (
    folder: string,
    samples: readonly Sample[],
    nodes: readonly FoundNode[],
  ) => Promise<void>;
}

export interface SampleTestbed {
  readonly adapt: (code: string) => string;
  readonly close: () => Promise<void>;
}

export const PACKAGE_USERS: readonly PackageUsers[] = [
  {
    folder: 'packages/rules',
    surroundings: ['nothing'],
    sampleSurroundings: 'node',
    part: {
      source: `export { isNpi } from '@pestle/rules/npi';`,
      gzipBytesMax: 400,
      without: /fentanyl/,
    },
    runSamples: runInNodes,
  },
  {
    folder: 'packages/script',
    surroundings: ['nothing'],
    sampleSurroundings: 'node',
    part: {
      source: `export { transliterateName } from '@pestle/script';`,
      gzipBytesMax: 1_500,
      without: /unclosed tag/,
    },
    runSamples: runInNodes,
  },
  {
    folder: 'packages/client',
    surroundings: ['node', 'dom'],
    sampleSurroundings: 'node',
    part: {
      source: `export { ClientError, newKey } from '@pestle/client';`,
      gzipBytesMax: 800,
      without: /reviewDrafts/,
    },
    testbed: async () => {
      const sandbox = await startSeededSandbox();
      const adapt = (code: string): string => code.replaceAll('http://127.0.0.1:8080', sandbox.baseUrl);
      return { adapt, close: () => sandbox.close() };
    },
    runSamples: runInNodes,
  },
  {
    folder: 'packages/elements',
    surroundings: ['dom'],
    sampleSurroundings: 'dom',
    // The entry: whatever a tag needs is loaded when it is on the page.
    part: {
      source: `import '@pestle/elements';`,
      gzipBytesMax: 4_000,
      without: /Pending Order/,
    },
    runSamples: async (folder, samples) => {
      for (const { file } of samples) await runInPage(join(folder, jsOf(file)));
    },
  },
];

async function runInNodes(
  folder: string,
  samples: readonly Sample[],
  nodes: readonly FoundNode[],
): Promise<void> {
  for (const { version, executable } of nodes) {
    for (const { file, prints } of samples) {
      const said = await output(executable, [jsOf(file)], folder);
      assert.deepEqual(said.split('\n').filter(Boolean), prints, `${file} under Node ${version}`);
    }
  }
}

function jsOf(file: string): string {
  return file.replace(/\.ts$/, '.js');
}
