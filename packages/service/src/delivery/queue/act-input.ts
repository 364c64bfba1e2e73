// Checks what an operator says of an act on the queue, and words why one is refused.
import * as v from 'valibot';
import { operatorName } from '../../audit/inside.ts';
import type { Failure } from '../../kernel/errors.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { validate } from '../../kernel/validate.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

/** Who acts, on what. */
export interface ActInput {
  /** A lane, or the id of what waits: a transmission's or a text's. */
  readonly of: string;
  readonly by: string;
}

const schema = v.strictObject({
  of: v.pipe(v.string(), v.maxLength(DELIVERY_LIMITS.laneNameCharactersMax)),
  by: operatorName,
});

/** Throws INVALID_INPUT. */
export function readAct(input: unknown): ActInput {
  return validate(schema, input);
}

/** Whether a name means one row and not a lane. */
export function isRow(of: string): boolean {
  return of.startsWith('trm_') || of.startsWith('txt_');
}

export function refusedAct(code: string, message: string): Failure {
  return invalidInput([{ path: 'of', code, message }]);
}
