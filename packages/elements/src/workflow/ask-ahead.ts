// Starts the first patient's requests before it is known who signed in, so that they need not wait for one another.
import type { Session } from '@pestle/client';
import { TreatmentsNamed } from '@pestle/client/documents/search';
import { PharmacyOfOrder } from '@pestle/client/documents/workflow';
import { todayIn } from '@pestle/rules/local-time';
import type { WorkflowConfig } from '../attributes/workflow-config.ts';
import { draftsShown } from '../configure.ts';
import { loadCode } from '../kit/load-code.ts';

/** Does nothing unless the session is being looked for. */
export function askAhead(session: Session | null, { patientId, pharmacyId, disabled }: WorkflowConfig): void {
  if (session?.state !== 'loading') return;
  // The first date that a browser reckons in some zone takes it long: now it has nothing else to do.
  setTimeout(() => todayIn(undefined, Date.now()));
  if (disabled.size > 0) session.ahead(TreatmentsNamed, { ids: [...disabled.keys()] });
  if (pharmacyId !== null) session.ahead(PharmacyOfOrder, { ids: [pharmacyId] });
  if (patientId === null) {
    // The patient is chosen first.
    void loadCode(() => import('./patient/patient.ts')).catch(() => undefined);
    return;
  }
  // The element has asked for a patient that it was given at the start; a page may have named one since. What was asked is not asked again.
  session.aheadOfWorkflow(patientId, draftsShown);
}
