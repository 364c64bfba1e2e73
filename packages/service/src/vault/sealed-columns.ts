// Every column that is sealed, with what names its row: the one list that sealing and the rotation of keys share.

export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key after `org_id`; their values name the row. */
  readonly key: readonly string[];
  /** Set where rows belong to the network and to no organization: keys of its own seal them. */
  readonly network?: true;
}

export const SEALED_COLUMNS = {
  patient: { table: 'patient', column: 'sealed', key: ['id'] },
  draft: { table: 'draft', column: 'sealed', key: ['id'] },
  signable: { table: 'signable', column: 'sealed', key: ['id'] },
  order: { table: 'orders', column: 'sealed', key: ['id'] },
  fill: { table: 'fill', column: 'sealed_cancel_reason', key: ['id'] },
  cancelAsk: { table: 'fill', column: 'sealed_cancel_ask', key: ['id'] },
  cancelDecline: { table: 'fill', column: 'sealed_cancel_decline', key: ['id'] },
  refillStopAsk: { table: 'fill', column: 'sealed_refill_stop_ask', key: ['id'] },
  refillStopDecline: { table: 'fill', column: 'sealed_refill_stop_decline', key: ['id'] },
  screeningService: { table: 'screening_service', column: 'sealed', key: ['id'] },
  sentScreening: { table: 'sent_screening', column: 'sealed', key: ['fill_id'] },
  takenBy: { table: 'fill', column: 'sealed_taken_by', key: ['id'] },
  discontinueAnswer: { table: 'fill', column: 'sealed_discontinue_reason', key: ['id'] },
  transmission: { table: 'transmission', column: 'sealed_body', key: ['id'] },
  attempt: { table: 'attempt', column: 'sealed_answer', key: ['transmission_id', 'number'] },
  text: { table: 'text_message', column: 'sealed', key: ['id'] },
  pharmacyRequest: { table: 'pharmacy_request', column: 'sealed', key: ['id'] },
  pharmacyResponse: { table: 'pharmacy_response', column: 'sealed', key: ['id'] },
  responseAttempt: {
    table: 'pharmacy_response_attempt',
    column: 'sealed_answer',
    key: ['response_id', 'number'],
  },
  deskReason: { table: 'desk_item', column: 'sealed_reason', key: ['cause', 'subject_id'] },
  deskNote: { table: 'desk_note', column: 'sealed', key: ['id'] },
  question: { table: 'pharmacy_question', column: 'sealed_question', key: ['id'] },
  questionAnswer: { table: 'pharmacy_question', column: 'sealed_answer', key: ['id'] },
  endpoint: { table: 'pharmacy_endpoint', column: 'sealed', key: ['pharmacy_id'], network: true },
  partner: { table: 'partner', column: 'sealed', key: ['id'], network: true },
  hookSecret: { table: 'hook_credential', column: 'sealed', key: ['id'], network: true },
} as const satisfies Readonly<Record<string, SealedColumn>>;

export type SealedName = keyof typeof SEALED_COLUMNS;

/** The table, column and row of a sealed value. It is authenticated with the value, which opens nowhere else. */
export interface ColumnAddress {
  readonly name: SealedName;
  /** The values of the key, in their order. */
  readonly row: readonly (string | number)[];
}

export function columnAddress(name: SealedName, ...row: readonly (string | number)[]): ColumnAddress {
  return { name, row };
}

/** An address as the text that is authenticated with the value. No part of it can hold a `|`. */
export function columnAddressText({ name, row }: ColumnAddress): string {
  const { table, column } = SEALED_COLUMNS[name];
  return `${table}|${column}|${row.join('/')}`;
}
