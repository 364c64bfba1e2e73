// More of the workflow in a real browser: its attributes, methods, events and keys, what is kept, and each way in which a check of benefits ends.
import './cases/workflow/coverage-faults.ts';
import './cases/workflow/coverage-choices.ts';
import './cases/screening/card-screening.ts';
import './cases/workflow/attributes.ts';
import './cases/workflow/in-sight.ts';
import './cases/workflow/keys.ts';
import './cases/workflow/methods-events.ts';
import './cases/workflow/kept-work.ts';
