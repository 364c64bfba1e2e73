// Where a walk is, on the wire and in the model; and what it calls the values it did not expect.

/** Where we are, in both languages; a chain so that the good case builds no strings. */
export interface Trail {
  readonly up: Trail | undefined;
  readonly element: string;
  readonly key: string | undefined;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object without a text in it, at whatever depth. */
export function saysNothing(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).every(saysNothing);
}

export const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
};

export function pathOf(trail: Trail | undefined): string {
  if (trail === undefined) return '';
  const before = pathOf(trail.up);
  if (trail.element === '') return before;
  return before === '' ? trail.element : `${before}/${trail.element}`;
}

export function fieldOf(trail: Trail | undefined): string {
  if (trail === undefined) return '';
  const before = fieldOf(trail.up);
  if (trail.key === undefined) return before;
  return before === '' ? trail.key : `${before}.${trail.key}`;
}
