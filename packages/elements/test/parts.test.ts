// The parts of the workflow in a real browser: search, form, pharmacy, patient, history, and where a prescription stands.
import './cases/search.ts';
import './cases/form.ts';
import './cases/benefits.ts';
import './cases/pharmacy-patient-history.ts';
import './cases/situation.ts';
