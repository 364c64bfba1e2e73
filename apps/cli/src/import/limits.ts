// Every bound of the imports, in one place.

export const IMPORT_LIMITS = {
  /** Bytes of a file, unpacked. */
  fileBytesMax: 4_000_000_000,
  /** Bytes of one row, line breaks inside quotes included. */
  rowBytesMax: 65_536,
  /** Columns of a file. */
  columnsMax: 200,
  /** Rows of a file. */
  rowsMax: 2_000_000,
  /** Rows that one transaction checks and writes. */
  batchRows: 1_000,
  /** Rows of one patient, which are checked and written together. */
  patientRowsMax: 1_000,
  /** Refused rows that a report lists one by one; all are counted. */
  refusedListedMax: 10_000,
  /** Bytes read from the disk at once. */
  readBytes: 65_536,
} as const;
