// Many byte strings as one parameter of a statement: as an array they would travel as text, twice as long.

export interface PackedBytes {
  readonly bytes: Uint8Array;
  /** Where each begins in `bytes`, counted from 1 as `substring` does; null for none. */
  readonly starts: readonly (number | null)[];
  readonly lengths: readonly (number | null)[];
}

export function packBytes(values: readonly (Uint8Array | null)[]): PackedBytes {
  let length = 0;
  const starts = values.map((value) => {
    if (value === null) return null;
    const start = length + 1;
    length += value.byteLength;
    return start;
  });
  return {
    bytes: Buffer.concat(values.filter((value) => value !== null)),
    starts,
    lengths: values.map((value) => value?.byteLength ?? null),
  };
}
