// Remembers what was made of a record that never changes, as long as the record is there.

/** The same function, which does its work once for each record. */
export function memoize<Record extends object, Made extends object>(
  make: (record: Record) => Made,
): (record: Record) => Made {
  const known = new WeakMap<Record, Made>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const made = make(record);
    known.set(record, made);
    return made;
  };
}
