// Owns the Spanish words of the search.
import type { SearchText } from '../../en/workflow/search.ts';

export const search: SearchText = {
  label: 'Buscar medicamento, plantilla o receta anterior',
  list: 'Medicamentos, plantillas y recetas anteriores',
  hint: 'Escriba tres letras para el catálogo. Las flechas eligen, Entrar confirma.',
  hintCatalogOnly: 'Aquí solo se receta lo que está en el catálogo y las plantillas de la organización.',
  past: 'Recetas anteriores de este paciente',
  personalTemplates: 'Plantillas personales',
  organizationTemplates: 'Plantillas de la organización',
  frequent: 'Lo que usted receta a menudo',
  catalog: 'Catálogo de la organización',
  treatments: 'Todos los tratamientos',
  didYouMean: 'Nada tiene este nombre. Quizá quiso decir',
  similar: (count) => `Nada tiene este nombre. Nombres parecidos: ${count}.`,
  checking: 'Consultando lo elegido…',
  notNow: (line, why) => `${line} no se puede recetar ahora. ${why}`,
  moreLetters: 'Escriba al menos tres letras para buscar en el catálogo.',
  nothing: 'No se encontró nada. Revise la ortografía o escriba menos letras.',
  failed: 'No se pudo buscar en el catálogo. Las recetas anteriores y las plantillas siguen en la lista.',
  disabled: 'No debe recetarse aquí.',
  unavailable: 'No se puede recetar aquí.',
  written: (date) => `Escrita el ${date}`,
  template: (name) => `Plantilla: ${name}`,
  picked: (line) => `Se eligió ${line}`,
  change: 'Cambiar',
  changeOf: (line) => `Cambiar ${line}`,
};
