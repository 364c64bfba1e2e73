// Answers to messages as a pharmacy's endpoint writes them, and their verdict in one word: for the tests of outcomes.
import { newRx } from '@pestle/testbed/messages/script-messages';
import { type AnswerContext, build, type Message, outcomeOf } from '../src/index.ts';

export const header = { ...newRx.header, relatesToMessageId: 'm1' };
export const wire = (message: Message, form: 'xml' | 'json' = 'xml'): string =>
  build(message, { form, unchecked: true }).text;
export const status = (code: string, more: object = {}): string =>
  wire({ type: 'Status', header, code, ...more });
export const error = (code: string, ...descriptionCodes: string[]): string =>
  wire({ type: 'Error', header, code, ...(descriptionCodes.length > 0 ? { descriptionCodes } : {}) });
export const classOf = (
  httpStatus: number,
  body: string,
  context?: AnswerContext,
  ackMode?: 'script' | 'http',
): string => outcomeOf({ httpStatus, body, ...(ackMode ? { ackMode } : {}) }, context).class;
