// The parts of the workflow in a real browser: search, form, pharmacy, patient, and what is done with what was sent. The others: `parts.deep.test.ts`.
import './cases/parts/search.ts';
import './cases/parts/form.ts';
import './cases/parts/pharmacy.ts';
import './cases/parts/patient.ts';
import './cases/parts/acts.ts';
