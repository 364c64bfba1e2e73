// Owns the Spanish text of the workflow; loaded only where a page speaks Spanish.
import type { Text } from './en.ts';
import { history } from './es/history.ts';
import { kit } from './es/kit.ts';
import { said } from './es/said.ts';
import { form } from './es/workflow/form.ts';
import { order } from './es/workflow/order.ts';
import { patient } from './es/workflow/patient.ts';
import { search } from './es/workflow/search.ts';

export const es: Text = { kit, search, form, patient, history, order, said };
