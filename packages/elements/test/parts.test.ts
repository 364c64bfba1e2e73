// The parts of the workflow in a real browser: search, form, pharmacy, patient, history, and where a prescription stands.
import './cases/parts/search.ts';
import './cases/parts/form.ts';
import './cases/parts/form-settings.ts';
import './cases/parts/benefits.ts';
import './cases/parts/pharmacy.ts';
import './cases/parts/patient.ts';
import './cases/parts/history.ts';
import './cases/parts/situation.ts';
