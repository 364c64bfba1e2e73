// The words of the section of personal tokens, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: 'Tokens',
  intro: 'A token lets a script of yours call the operators’ API as you, sent as a bearer token, at',
  noTokens: 'You have no tokens.',
  yours: 'Your tokens',
  columns: ['Name', 'State', 'Made', 'Ends', 'Last used', 'Act'],
  states: { valid: 'valid', expired: 'expired', ended: 'ended' },
  never: 'never',
  make: 'Make a token',
  name: 'Name',
  nameHelp: 'What uses it, such as “nightly report”.',
  days: 'Days until it ends',
  daysHelp: (most: number) => `1 to ${most}.`,
  makeHint: 'The token is shown once, on the next page.',
  madeTitle: 'Your new token',
  made: 'Copy it now: it is shown this once and kept as a hash only. Whoever has it acts as you.',
  madeBefore:
    'This token was made already. It is not shown again. If you do not have it, end it and make another one.',
  endsAt: 'It ends at',
  end: 'End',
  endTitle: 'End this token?',
  endWhat: (name: string) =>
    `Every call with the token “${name}” is refused from then on. This cannot be undone.`,
  endIt: 'End the token',
  ended: 'The token was ended.',
  back: 'Back to your tokens',
};

type TokenWords = typeof en;

const es: TokenWords = {
  title: 'Claves',
  intro:
    'Con una clave, un programa suyo llama a la API de operadores como usted, enviada como «bearer token», en',
  noTokens: 'No tiene claves.',
  yours: 'Sus claves',
  columns: ['Nombre', 'Estado', 'Creada', 'Termina', 'Último uso', 'Acto'],
  states: { valid: 'válida', expired: 'vencida', ended: 'terminada' },
  never: 'nunca',
  make: 'Crear una clave',
  name: 'Nombre',
  nameHelp: 'Qué la usa, por ejemplo «informe nocturno».',
  days: 'Días hasta que termina',
  daysHelp: (most: number) => `De 1 a ${most}.`,
  makeHint: 'La clave se muestra una sola vez, en la página siguiente.',
  madeTitle: 'Su clave nueva',
  made: 'Cópiela ahora: se muestra esta única vez y se guarda solo como huella. Quien la tenga actúa como usted.',
  madeBefore: 'Esta clave ya se había creado. No se muestra de nuevo. Si no la tiene, termínela y cree otra.',
  endsAt: 'Termina el',
  end: 'Terminar',
  endTitle: '¿Terminar esta clave?',
  endWhat: (name: string) =>
    `Desde entonces se rechaza toda llamada con la clave «${name}». No se puede deshacer.`,
  endIt: 'Terminar la clave',
  ended: 'La clave terminó.',
  back: 'Volver a sus claves',
};

export const TOKEN_WORDS: Readonly<Record<Language, TokenWords>> = { en, es };
