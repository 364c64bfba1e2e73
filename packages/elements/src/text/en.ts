// Owns the English text of the workflow, by area; every other language has exactly the same keys.

import { history } from './en/history.ts';
import { kit } from './en/kit.ts';
import { said } from './en/said.ts';
import { form } from './en/workflow/form.ts';
import { order } from './en/workflow/order.ts';
import { patient } from './en/workflow/patient.ts';
import { search } from './en/workflow/search.ts';

export const en = { kit, search, form, patient, history, order, said };
/** The words of one language. */
export type Text = typeof en;
