// Sends an operator's command to the running service that holds the embedded store, through the operators' listener on this machine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LISTENER_FILE, type ListenerFile } from '@pestle/service/http';
import { ERRORS, Failure, type Problem } from '@pestle/service/kernel';
import { COMMAND_LIMITS } from './limits.ts';
import { CommandError } from './output.ts';

/** What the service that runs on the store in this directory answers. Throws its Failure; CommandError when it does not answer. */
export async function askService(
  directory: string,
  path: string,
  body: object,
  timeoutMs: number = COMMAND_LIMITS.operatorAnswerTimeoutMs,
): Promise<unknown> {
  const silent = new CommandError(
    `A process holds the embedded store in ${directory} and does not answer. A service that is starting or stopping does not; try again shortly.`,
  );
  let answer: Response;
  try {
    const { url, key } = JSON.parse(readFileSync(join(directory, LISTENER_FILE), 'utf8')) as ListenerFile;
    answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
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
