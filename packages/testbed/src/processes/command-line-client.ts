// What the `pestle` in the path of `operator-shell.ts` runs: hands the command over to the test's command line, and says what that said.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ran, Typed } from './typed-command.ts';

const [path = '', ...args] = process.argv.slice(2);
const typed: Typed = { args, env: process.env as Record<string, string>, cwd: process.cwd() };
const socket = connect({ path, allowHalfOpen: true });
socket.end(JSON.stringify(typed));
const { status, stdout, stderr } = JSON.parse(await text(socket)) as Ran;
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
