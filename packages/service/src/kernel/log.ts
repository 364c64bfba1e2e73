// The service's log: one JSON line per event, without addresses that hold tokens, bodies, or health information.
import type { FastifyBaseLogger } from 'fastify';
import type { DestinationStream } from 'pino';
import { pino } from 'pino';
import { LOG_LIMITS } from './limits.ts';

/** What the service's parts log with. */
export type Log = FastifyBaseLogger;

export interface LogOptions {
  readonly level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Standard output when left out. */
  readonly destination?: { write(line: string): void };
}

/** Keys that never reach a log, wherever somebody puts them: a second net below not logging them at all. */
const REDACTED_KEYS: readonly string[] = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'body',
  'query',
  'variables',
  'url',
  'firstName',
  'lastName',
  'dateOfBirth',
  'instructions',
  'notes',
  'address',
  'phone',
  'email',
];

export function createLog(options: LogOptions): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: REDACTED_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
        censor: '[left out]',
      },
      serializers: { err: safeError, error: safeError, req: () => undefined, res: () => undefined },
    },
    options.destination === undefined ? standardOutput() : withoutFailing(options.destination),
  );
}

/** A disk that is full or a reader that is gone costs lines of the log, and nothing else. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: false, maxLength: LOG_LIMITS.unwrittenBytesMax });
  output.on('error', () => undefined);
  return output;
}

function withoutFailing(destination: DestinationStream): DestinationStream {
  return {
    write: (line) => {
      try {
        destination.write(line);
      } catch {
        // Whoever logs has something else to do.
      }
    },
  };
}

export interface SafeError {
  readonly name: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly at: readonly string[];
  readonly cause?: SafeError;
}

/**
 * An error as it may be logged: its kind and place, never its message, because messages repeat values (a database
 * names the row that collides, a parser the text that it could not read).
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = 'code' in error && /^[\w.-]{1,60}$/.test(String(error.code)) ? String(error.code) : undefined;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    at: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  };
}

function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, LOG_LIMITS.stackCallsMax)
    .map((line) => line.trim());
}
