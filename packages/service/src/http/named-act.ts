// Performs an act that a command names on the administration that has it, with the arguments that were sent.
import { Failure } from '../kernel/errors.ts';

/** What a command sends. */
export interface NamedAct {
  readonly act: string;
  readonly args: readonly unknown[];
}

/** Throws INVALID_INPUT for an act that is not among `acts`, and what the act throws: each checks what it is given. */
export async function performNamedAct<Administration extends object>(
  administration: Administration,
  acts: readonly (keyof Administration & string)[],
  body: unknown,
): Promise<unknown> {
  const { act, args } = (body ?? {}) as Partial<NamedAct>;
  const known = acts.find((one) => one === act);
  if (known === undefined || !Array.isArray(args))
    throw new Failure('INVALID_INPUT', `act: this must be one of ${acts.join(', ')}, with args, a list.`);
  const perform = administration[known] as (...given: readonly unknown[]) => Promise<unknown>;
  // An act that answers nothing has been done all the same, and JSON knows no other word for that.
  return (await perform(...args)) ?? null;
}
