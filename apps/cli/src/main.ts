#!/usr/bin/env node
// `pestle` on the command line.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was compiled for one start serves the next ones, in a quarter of the time. Where nothing may be written there, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/pestle/modules', import.meta.url)));
// Loaded now, not above: what is loaded before the cache is enabled is compiled anew each time.
const { createProgram } = await import('./program.ts');
const { runProgram } = await import('./run-program.ts');

const status = await runProgram(createProgram(), process.argv.slice(2));
if (status !== undefined) process.exitCode = status;
