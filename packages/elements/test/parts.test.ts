// The parts of the workflow in a real browser: search, form, pharmacy, patient and history.
import './cases/search.ts';
import './cases/form.ts';
import './cases/pharmacy-patient-history.ts';
