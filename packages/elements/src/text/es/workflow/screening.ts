// Owns the Spanish words of what speaks against a drug.
import type { ScreeningText } from '../../en/workflow/screening.ts';

export const screening: ScreeningText = {
  checking: 'Revisando interacciones y alergias…',
  notAsked:
    'Ahora no se pudieron revisar las interacciones y alergias. Se revisan otra vez al revisar la orden.',
  again: 'Revisar ahora',
  more: (count) => (count === 1 ? '1 aviso más' : `${count} avisos más`),
  detail: 'Más sobre esto',
  suggests: 'Sugiere:',
  take: 'Usar esto',
  takeOf: (suggestion) => `Usar esto: ${suggestion}`,
  taken: 'Se tomó. Léalo antes de añadirlo.',
  dropped: 'No se receta nada.',
  title: 'Interacciones y alergias',
  checked: (source, date) => `Revisado por interacciones y alergias (${source}, ${date}).`,
  checkedInteractions: (source, date) =>
    `Revisado por interacciones (${source}, ${date}). No por alergias: nadie las ha registrado.`,
  notChecked: 'Sin revisar por interacciones y alergias.',
  why: 'Por qué se receta a pesar de ello',
  whyUnchecked: 'Cómo se revisó, o por qué no puede esperar',
  choose: 'Elija un motivo',
  other: 'Con sus palabras',
  missing: 'Elija un motivo; con «Otro», diga cuál.',
  keep: 'Guardar motivos y seguir',
  because: (reason) => `Recetado a pesar de ello: ${reason}`,
};
