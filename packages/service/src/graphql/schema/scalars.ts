// The values of GraphQL that are more than text or a number: how they are written, read and refused.
import { isDate } from '@pestle/rules/dates';
import { GraphQLError } from 'graphql';
import { isInstant } from '../../kernel/paging.ts';

interface ScalarOf<T> {
  readonly description: string;
  readonly serialize: (value: T) => T;
  readonly parseValue: (value: unknown) => T;
}

export const DATE_TIME: ScalarOf<string> = {
  description: 'A moment: ISO 8601 text with date, time and zone, such as `2026-03-01T15:04:05.678Z`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && isInstant(value)) return value;
    throw new GraphQLError('A DateTime is ISO 8601 text with a zone, such as "2026-03-01T15:04:05Z".');
  },
};

export const DATE: ScalarOf<string> = {
  description: 'A calendar day: `YYYY-MM-DD`.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && isDate(value)) return value;
    throw new GraphQLError('A Date is a day of the calendar, written YYYY-MM-DD.');
  },
};

export const DECIMAL: ScalarOf<string> = {
  description:
    'An exact decimal number as text, such as `"2.5"`; numbers are taken too. Never rounded, never a float.',
  serialize: (value) => value,
  parseValue: (value) => {
    // What the digits say is the room's to judge, so that a form gets its answer with the field's name.
    if (typeof value === 'string') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    throw new GraphQLError('A Decimal is digits with at most one point, such as "2.5".');
  },
};

export const JSON_VALUE: ScalarOf<unknown> = {
  description: 'Any JSON value, where the shape belongs to somebody else (settings of an endpoint).',
  serialize: (value) => value,
  parseValue: (value) => value,
};
