// What the room hands out: prescriptions and orders with what was signed.
import type { StructuredSig } from '@pestle/rules/sig-model';
import type { ClinicalContent, Envelope } from './clinical-content.ts';
import type { FillEventRow, FillRow, OrderRow, PrescriptionRow } from './tables.ts';

export interface PrescriptionRecord {
  readonly row: PrescriptionRow;
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  /** What the signed directions say word for word; null for prose. */
  readonly structuredSig: StructuredSig | null;
}

export interface OrderRecord {
  readonly order: OrderRow;
  /** By line. */
  readonly fills: readonly FillRow[];
}

export type FillEventRecord = FillEventRow;
