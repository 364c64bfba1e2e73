// The estimate where a payer names no price.
import type { CopayEstimate } from '@pestle/rules/copay';
import { line } from '@pestle/rules/coverage-line';

export const UNKNOWN_COPAY: CopayEstimate = {
  kind: 'UNKNOWN',
  fromCents: null,
  toCents: null,
  headline: line('COPAY_UNKNOWN'),
  steps: [],
};
