// Owns the same words in Spanish.
import type { page as english } from '../en/page.ts';

export const page: typeof english = {
  stale: 'Lo que se muestra puede no estar al día.',
  failed: 'No se pudo cargar la página.',
  errors: {
    NOT_FOUND: 'Aquí no hay nada, o pertenece a otra organización.',
    FORBIDDEN: 'Su función en esta organización no puede ver esta página. Pregunte a un administrador.',
  },
};
