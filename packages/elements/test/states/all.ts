// Every state of the elements that is looked at, and the part of them that each run of the tests looks at.
import { ACT_STATES } from './acts.ts';
import { CLIENT_STATES } from './client.ts';
import { HISTORY_STATES } from './history.ts';
import { SITUATION_STATES } from './situation.ts';
import { SPANISH_STATES } from './spanish.ts';
import type { State } from './state.ts';
import { COVERAGE_STATES } from './workflow/coverage.ts';
import { DRAFT_STATES } from './workflow/drafts.ts';
import { FORM_STATES } from './workflow/form.ts';
import { ORDER_STATES } from './workflow/orders.ts';
import { PATIENT_STATES } from './workflow/patient.ts';
import { PHARMACY_STATES } from './workflow/pharmacy.ts';
import { SAVED_STATES } from './workflow/saved.ts';
import { SCREENING_STATES } from './workflow/screening.ts';
import { SEARCH_STATES } from './workflow/search.ts';
import { SIGNING_STATES } from './workflow/signing.ts';
import { WRITING_STATES } from './workflow/writing.ts';

export const STATES: readonly State[] = [
  ...CLIENT_STATES,
  ...PATIENT_STATES,
  ...SEARCH_STATES,
  ...FORM_STATES,
  ...WRITING_STATES,
  ...DRAFT_STATES,
  ...COVERAGE_STATES,
  ...PHARMACY_STATES,
  ...HISTORY_STATES,
  ...SCREENING_STATES,
  ...SIGNING_STATES,
  ...SAVED_STATES,
  ...ORDER_STATES,
  ...SITUATION_STATES,
  ...ACT_STATES,
  ...SPANISH_STATES,
];
