// One query or mutation of the API whose arguments are all filled in, and how a test spoils one of them.

export interface Operation {
  /** The root field, and what is special when there are several of one. */
  readonly name: string;
  readonly by: 'prescriber' | 'staff' | 'admin';
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Paths into the variables that hold an id of the practice's own records, with the kind that is not found. */
  readonly own: Readonly<Record<string, string>>;
}

/** A mutation, by a prescriber unless another is named. */
export function mutation(
  name: string,
  document: string,
  variables: Operation['variables'],
  own: Operation['own'] = {},
  by: Operation['by'] = 'prescriber',
): Operation {
  return { name, by, document, variables, own };
}

/** The variables with the value at a path (`input.drafts.0.draftId`) replaced. */
export function spoiled(
  variables: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const copy = structuredClone(variables) as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let holder = copy;
  for (const key of keys) holder = holder[key] as Record<string, unknown>;
  holder[last] = value;
  return copy;
}

/** The paths of all texts in the variables. */
export function textPaths(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textPaths(member, at === '' ? key : `${at}.${key}`),
  );
}
