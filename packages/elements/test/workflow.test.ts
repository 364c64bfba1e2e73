// The workflow in a real browser: from attributes to one order, whatever happens on the way.
import './cases/workflow/combining.ts';
import './cases/workflow/coverage.ts';
import './cases/workflow/coverage-faults.ts';
import './cases/workflow/coverage-choices.ts';
import './cases/workflow/duplicates.ts';
import './cases/workflow/review.ts';
import './cases/screening/saved.ts';
import './cases/screening/screening.ts';
import './cases/screening/card-screening.ts';
import './cases/workflow/sending.ts';
import './cases/workflow/attributes.ts';
import './cases/workflow/in-sight.ts';
import './cases/workflow/keys.ts';
import './cases/workflow/methods-events.ts';
import './cases/workflow/kept-work.ts';
import './cases/workflow/session-end.ts';
import './cases/workflow/send-to-patient.ts';
