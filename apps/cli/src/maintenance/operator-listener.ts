// Sends a command to the running service that holds the embedded store, through the operators' listener on this machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MaintenanceAdministration } from '@pestle/service/directory';
import { LISTENER_FILE, type ListenerFile, type MaintenanceAct } from '@pestle/service/http';
import { ERRORS, Failure, type Problem } from '@pestle/service/kernel';
import { COMMAND_LIMITS } from '../limits.ts';
import { CommandError } from '../output.ts';

/** The windows of the service that runs on the store in this directory. Its methods throw as those of the administration do; CommandError when it does not answer. */
export function throughOperatorListener(directory: string): MaintenanceAdministration {
  const ask = async <T>(body: MaintenanceAct): Promise<T> => (await send(directory, body)) as T;
  return {
    list: (input) => ask({ act: 'list', input }),
    history: (id) => ask({ act: 'history', id }),
    add: (input) => ask({ act: 'add', input }),
    change: (id, input) => ask({ act: 'change', id, input }),
    end: (id, input) => ask({ act: 'end', id, input }),
  };
}

async function send(directory: string, body: MaintenanceAct): Promise<unknown> {
  const silent = new CommandError(
    `A process holds the embedded store in ${directory} and does not answer. A service that is starting or stopping does not; try again shortly.`,
  );
  let answer: Response;
  try {
    const { url, key } = JSON.parse(readFileSync(join(directory, LISTENER_FILE), 'utf8')) as ListenerFile;
    answer = await fetch(`${url}/maintenance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(COMMAND_LIMITS.operatorAnswerTimeoutMs),
    });
  } catch {
    throw silent;
  }
  const said = (await answer.json().catch(() => undefined)) as { answer?: unknown } | Problem | undefined;
  if (answer.ok && said !== undefined && 'answer' in said) return said.answer;
  if (said === undefined || !('code' in said) || !(said.code in ERRORS)) throw silent;
  throw failureOf(said);
}

/** What the service threw. */
function failureOf({ code, detail, errors = [] }: Problem): Failure {
  const fields = errors.map((error) => ({
    path: error.pointer.replace(/^#\//, '').replaceAll('/', '.'),
    code: error.code,
    message: error.detail,
  }));
  return new Failure(code, detail, fields.length === 0 ? {} : { fields });
}
