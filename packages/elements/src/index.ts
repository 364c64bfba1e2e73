// The package's entry: importing it registers the three elements. It loads nothing else until one of them is on the page.

import { ClientElement } from './public/client.ts';
import { MedHistoryElement } from './public/med-history.ts';
import { PrescribeWorkflowElement } from './public/workflow.ts';
import { definePublic } from './registry.ts';

export type { Configuration } from './configure.ts';
export { configure } from './configure.ts';
export type * from './shells/values.ts';
export { VERSION } from './version.ts';
export { ClientElement, MedHistoryElement, PrescribeWorkflowElement };

for (const element of [ClientElement, PrescribeWorkflowElement, MedHistoryElement]) element.defineTwins();

// The client first: what is inside finds it at once when a whole page is upgraded.
definePublic('svc-client', ClientElement);
definePublic('svc-prescribe-workflow', PrescribeWorkflowElement);
definePublic('svc-med-history', MedHistoryElement);
