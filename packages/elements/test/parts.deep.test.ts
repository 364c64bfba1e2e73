// More of the parts of the workflow in a real browser: settings and choices of the form, benefits, history, where a prescription stands.
import './cases/parts/form-settings.ts';
import './cases/parts/form-choices.ts';
import './cases/parts/writing.ts';
import './cases/parts/benefits.ts';
import './cases/parts/history.ts';
import './cases/parts/situation.ts';
