#!/usr/bin/env node
// `pestle` on the command line.
import { createProgram } from './program.ts';
import { runProgram } from './run-program.ts';

const status = await runProgram(createProgram(), process.argv.slice(2));
if (status !== undefined) process.exitCode = status;
