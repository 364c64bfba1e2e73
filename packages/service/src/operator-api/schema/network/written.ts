// GraphQL of what a write of a pharmacy or a partner did, or would do.
import type { ArgBuilder } from '@pothos/core';
import type { FieldChange, Written } from '../../../directory/inside.ts';
import type { Types } from '../builder.ts';
import { builder } from '../builder.ts';

const Outcome = builder.enumType('Outcome', {
  description: 'What became of a write.',
  values: {
    ADDED: { value: 'added', description: 'It was not there before.' },
    CHANGED: { value: 'changed', description: 'At least one field is another now.' },
    UNCHANGED: { value: 'unchanged', description: 'It was so already: nothing was written.' },
  } as const,
});

const FieldChangeType = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'One field that differs.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Its path, such as `integration.endpoint.url`.' }),
    secret: t.boolean({
      description: 'It is a secret: neither value is shown, only that it changed.',
      resolve: (change) => !('before' in change) && !('after' in change),
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Null where there was none, and of a secret.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Null where it was taken away, and of a secret.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

export const WrittenType = builder.objectRef<Written>('Written').implement({
  description: 'What a write did; with `dryRun`, what it would do.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the pharmacy (`phr_…`) or partner (`ptn_…`).' }),
    name: t.exposeString('name', { description: 'Its name after the write.' }),
    outcome: t.expose('outcome', { type: Outcome, description: 'What became of it.' }),
    revision: t.exposeInt('revision', {
      description: 'Its revision after the write: send it with the next one.',
    }),
    changes: t.field({
      type: [FieldChangeType],
      description: 'Field by field, in the order of their names.',
      resolve: ({ changes }) => [...changes],
    }),
    notices: t.stringList({
      description: 'What follows from it, in sentences.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

/** A record's change with the id and revision that were named beside it; what is no object is refused where it is written. */
export function changeOf(
  change: unknown,
  named: { readonly id?: string; readonly revision?: number | null | undefined },
): Readonly<Record<string, unknown>> {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change as never;
  const { id, revision } = named;
  return {
    ...change,
    ...(id === undefined ? {} : { id }),
    ...(revision === undefined || revision === null ? {} : { revision }),
  };
}

/** The argument by which a write can be tried. */
export function dryRunArg(arg: ArgBuilder<Types>) {
  return arg.boolean({
    defaultValue: false,
    required: true,
    description: 'Says what would change, and changes nothing.',
  });
}

/** The argument by which nobody overwrites another. */
export function revisionArg(arg: ArgBuilder<Types>) {
  return arg.int({
    description: 'The one you read. REVISION_CONFLICT says that somebody else was faster.',
  });
}
