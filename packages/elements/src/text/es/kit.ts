// Owns the Spanish words of the kit.
import type { KitText } from '../en/kit.ts';

export const kit: KitText = {
  language: 'es',
  optional: '(opcional)',
  close: 'Cerrar',
  cancel: 'Cancelar',
  tryAgain: 'Intentar de nuevo',
  ended: 'Su sesión terminó.',
  signInAgain: 'Iniciar sesión de nuevo',
  loading: 'Cargando…',
  undo: 'Deshacer',
  undoOf: (what) => `Deshacer: ${what}`,
  dismiss: 'Descartar',
  dismissOf: (what) => `Descartar: ${what}`,
  undoList: 'Eliminado hace poco',
  results: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  noResults: 'Sin resultados',
  offline: 'Sin conexión. Lo que escribió se conserva.',
  reload:
    'No se pudo cargar una parte de este formulario. Recargue la página; el pedido pendiente se conserva.',
  failed: 'Eso no funcionó. Lo que escribió se conserva.',
  problems: (count) => (count === 1 ? 'Una cosa por corregir:' : `${count} cosas por corregir:`),
};
