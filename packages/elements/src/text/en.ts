// Owns the English text of the workflow, by area; every other language has exactly the same keys.
import { form } from './en/form.ts';
import { history } from './en/history.ts';
import { kit } from './en/kit.ts';
import { order } from './en/order.ts';
import { patient } from './en/patient.ts';
import { said } from './en/said.ts';
import { search } from './en/search.ts';

export const en = { kit, search, form, patient, history, order, said };
/** The words of one language. */
export type Text = typeof en;
