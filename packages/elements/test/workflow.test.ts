// The workflow in a real browser: from attributes to one order, whatever happens on the way. More: `workflow.deep.test.ts`.
import './cases/workflow/combining.ts';
import './cases/workflow/coverage.ts';
import './cases/drafts/duplicates.ts';
import './cases/workflow/review.ts';
import './cases/screening/saved.ts';
import './cases/screening/screening.ts';
import './cases/workflow/sending.ts';
import './cases/workflow/late.ts';
import './cases/workflow/session-end.ts';
import './cases/workflow/send-to-patient.ts';
import './cases/drafts/two-windows.ts';
import './cases/drafts/half-chosen.ts';
import './cases/workflow/changed-under-a-press.ts';
