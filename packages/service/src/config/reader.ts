// Reads single variables of the environment and notes what is wrong with them; a value is never repeated.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Variable } from './variable.ts';
import { VARIABLES } from './variables.ts';

type Name = (typeof VARIABLES)[number]['name'];
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const KEY_BYTES = 32;

/** 32 bytes as base64, base64url or hex. */
export function parseKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return undefined;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.length === KEY_BYTES ? bytes : undefined;
}

export interface Reader {
  readonly problems: string[];
  readonly problem: (text: string) => void;
  /** The checked value, or undefined when it is not set (or wrong, which is noted). */
  readonly one: <Out>(name: Name, schema: v.GenericSchema<string, Out>) => Out | undefined;
  /** A required key of 32 bytes. */
  readonly key: (name: Name) => Buffer | undefined;
}

/** Each problem is noted, so that all are named at once. */
export function createReader(env: EnvironmentVariables): Reader {
  const problems: string[] = [];
  const problem = (text: string): void => {
    problems.push(text);
  };
  const text = (name: Name): string | undefined => {
    try {
      return readVariable(env, name);
    } catch {
      problem(`${name}_FILE names a file that cannot be read.`);
      return undefined;
    }
  };
  return {
    problems,
    problem,
    one: (name, schema) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const result = v.safeParse(schema, value);
      if (result.success) return result.output;
      problem(`${name} is not usable. ${variable(name).about}`);
      return undefined;
    },
    key: (name) => {
      const value = text(name);
      const bytes = value === undefined ? undefined : parseKey(value);
      if (bytes !== undefined) return bytes;
      problem(
        `${name} ${value === undefined ? 'is missing' : 'is not 32 bytes'}. Make one with: openssl rand -base64 32`,
      );
      return undefined;
    },
  };
}

/** One variable, from the environment or, for secrets, from the file that `<name>_FILE` names. Blank counts as not set. */
export function readVariable(env: EnvironmentVariables, name: Name): string | undefined {
  const direct = env[name]?.trim();
  if (direct !== undefined && direct !== '') return direct;
  const { secret, long } = variable(name);
  const file = secret === true || long === true ? env[`${name}_FILE`]?.trim() : undefined;
  if (file === undefined || file === '') return undefined;
  return readFileSync(file, 'utf8').trim();
}

function variable(name: Name): Variable {
  const found = VARIABLES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no variable ${name}`);
  return found;
}
