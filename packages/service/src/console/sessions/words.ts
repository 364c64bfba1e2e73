// The words of the section of an operator's sessions, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: 'Sessions',
  intro: (minutes: number) =>
    `Where you are signed in to this console. A session ends by itself after ${minutes} minutes without use. End one that you do not know, and tell whoever runs the service.`,
  there:
    'That browser may still be signed in to the service itself, and come back by that. End its sign-in there, too:',
  account: 'Your sign-in',
  yours: 'Your sessions',
  columns: ['Signed in', 'Last used', 'Which', 'Act'],
  none: 'You have no sessions.',
  thisOne: 'this browser',
  other: 'another browser',
  end: 'End',
  endOf: (at: string) => `End the session of ${at}`,
  endOthers: 'End all but this one',
  ended: 'It was ended.',
};

type SessionWords = typeof en;

const es: SessionWords = {
  title: 'Sesiones',
  intro: (minutes) =>
    `Dónde tiene abierta la sesión de esta consola. Una sesión termina sola tras ${minutes} minutos sin uso. Termine la que no conozca y avise a quien opera el servicio.`,
  there:
    'Ese navegador puede seguir con la sesión del servicio mismo, y volver con ella. Termínela también allí:',
  account: 'Su inicio de sesión',
  yours: 'Sus sesiones',
  columns: ['Inicio', 'Último uso', 'Cuál', 'Acto'],
  none: 'No tiene sesiones.',
  thisOne: 'este navegador',
  other: 'otro navegador',
  end: 'Terminar',
  endOf: (at) => `Terminar la sesión del ${at}`,
  endOthers: 'Terminar todas menos esta',
  ended: 'Terminó.',
};

export const SESSION_WORDS: Readonly<Record<Language, SessionWords>> = { en, es };
