// Owns the Spanish text of the workflow; loaded only where a page speaks Spanish.
import type { Text } from './en.ts';
import { form } from './es/form.ts';
import { history } from './es/history.ts';
import { kit } from './es/kit.ts';
import { order } from './es/order.ts';
import { patient } from './es/patient.ts';
import { said } from './es/said.ts';
import { search } from './es/search.ts';

export const es: Text = { kit, search, form, patient, history, order, said };
