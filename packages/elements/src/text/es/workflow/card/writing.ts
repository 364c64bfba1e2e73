// Owns the Spanish words of what is written by hand because no drug file holds it.
import type { WritingText } from '../../../en/workflow/card/writing.ts';

export const writing: WritingText = {
  title: 'Escrito a mano',
  hint: 'La farmacia lo lee como usted lo escribe, con la marca “written by hand” (escrito a mano). Sus ingredientes se eligen de la lista, para comparar alergias e interacciones y seguir rechazando las sustancias controladas.',
  kind: 'Qué es',
  kinds: {
    MEDICATION: 'Un medicamento',
    COMPOUND: 'Un preparado que hace la farmacia',
    EQUIPMENT: 'Un producto sanitario',
  },
  name: 'Nombre',
  alias: 'También conocido como',
  ingredients: 'Ingredientes',
  nth: (count) => `Ingrediente ${count}`,
  ingredient: 'Ingrediente',
  ingredientHint: 'Escriba sus primeras letras y elíjalo de la lista.',
  notListed: 'Ningún ingrediente tiene este nombre.',
  refusedIngredient: () =>
    'Aquí no se puede recetar: es una sustancia controlada, o no se puede demostrar que no lo sea.',
  strength: 'Concentración',
  strengthHint: '10 %, 250 mg, 250 mg/5 mL',
  amount: 'Cantidad que lleva',
  amountUnit: 'Unidad de la cantidad',
  add: 'Añadir un ingrediente',
  added: (count) => `Se añadió el ingrediente ${count}`,
  remove: 'Quitar',
  removed: 'Se quitó el ingrediente',
  form: 'Forma farmacéutica',
  formsFailed: 'No se pudieron cargar las formas farmacéuticas.',
  unit: 'Se dispensa en',
  choose: 'Elija',
  use: 'Recetar esto',
  using: 'Anotándolo…',
  back: 'Volver a la búsqueda',
  problems: {
    NAME_MISSING: 'Póngale un nombre.',
    NAME_TOO_LONG: 'El nombre puede tener 60 caracteres.',
    NAME_CHARACTERS:
      'El nombre tiene caracteres que no se pueden enviar a una farmacia. Use letras simples y cifras.',
    NAME_MENTIONS_DRUG:
      'El nombre menciona un fármaco que no está entre los ingredientes. Elíjalo como ingrediente o quítelo del nombre.',
    NAME_MENTIONS_BRAND:
      'El nombre menciona un fármaco de la lista: elíjalo en la búsqueda o quítelo del nombre.',
    INGREDIENT_MISSING: 'Elija un ingrediente de la lista.',
    INGREDIENT_REFUSED: 'Este ingrediente no se puede recetar aquí.',
    INGREDIENT_TWICE: 'Este ingrediente está dos veces.',
    STRENGTH_UNREADABLE: 'Escriba un número con su unidad: 10 %, 250 mg, 250 mg/5 mL.',
    AMOUNT_INCOMPLETE: 'Escriba la cantidad como número con su unidad, o ninguno de los dos.',
    DOSE_FORM_MISSING: 'Elija su forma farmacéutica.',
    UNIT_MISSING: 'Elija la unidad en que se dispensa.',
    DESCRIPTION_TOO_LONG:
      'Ingredientes, concentraciones, forma y nombre son más largos de lo que admiten las farmacias. Acorte el nombre; lo que aun así no cabe se envía en papel.',
  },
};
