// Owns the Spanish words of what was signed and saved and is on no order yet.
import type { SavedText } from '../../en/workflow/saved.ts';

export const saved: SavedText = {
  title: 'Firmadas, sin enviar',
  hint: 'Guardadas en las últimas 72 horas. Ahora se comprueba de nuevo qué habla en contra; no se firma otra vez.',
  failed: 'No se pudo cargar lo que se guardó.',
  sendNow: 'Enviar ahora',
  review: (count) => (count === 1 ? 'Revisar y enviar 1' : `Revisar y enviar ${count}`),
};
