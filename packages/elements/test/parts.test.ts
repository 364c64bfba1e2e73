// The parts of the workflow in a real browser: search, form, pharmacy, patient, history, where a prescription stands, and what is done then.
import './cases/parts/search.ts';
import './cases/parts/form.ts';
import './cases/parts/form-settings.ts';
import './cases/parts/form-choices.ts';
import './cases/parts/writing.ts';
import './cases/parts/benefits.ts';
import './cases/parts/pharmacy.ts';
import './cases/parts/patient.ts';
import './cases/parts/history.ts';
import './cases/parts/situation.ts';
import './cases/parts/acts.ts';
