// The words of the console's frame, home page and sign-in, in English and Spanish.
import type { Language } from '../kernel/web/pages/language.ts';

const en = {
  console: 'Pestle console',
  home: 'Home',
  sections: 'Sections',
  skip: 'Skip to the content',
  signOut: 'Sign out',
  otherLanguage: 'Español',
  welcome: 'What would you like to do?',
  attention: 'What needs a person now',
  noAttention: 'Nothing does.',
  trail: 'Everything that you do here is written into the trail with your name:',
  signedOutTitle: 'You are signed out of the console',
  signedOut: 'Your sign-in with the service itself may still hold in this browser.',
  signOutThere: 'Sign out there, too',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  asAnother: 'Sign in as somebody else',
  failedTitle: 'The sign-in was not finished',
  failed: 'It took too long, was opened twice, or was begun in another browser. Nothing was changed.',
  noOperatorTitle: 'You are not an operator of this network',
  noRole:
    'You are signed in, but you do not have the role operator. No organization can give it. Whoever runs the service gives it on its machine, by this command:',
  inactive:
    'You are signed in, but your user is deactivated or your sign-in was ended. Ask whoever runs the service.',
  noFactor: 'Operators need a second factor of their own. Add one to your sign-in, then come back:',
  account: 'Your sign-in',
  refusedTitle: 'This was not done',
  notOurForm:
    'The form was not sent from a page of yours here, or the page was too old. Go back, load the page again, and send it once more.',
  back: 'Back to the console',
};

export type Words = typeof en;

const es: Words = {
  console: 'Consola de Pestle',
  home: 'Inicio',
  sections: 'Secciones',
  skip: 'Ir al contenido',
  signOut: 'Cerrar la sesión',
  otherLanguage: 'English',
  welcome: '¿Qué desea hacer?',
  attention: 'Lo que necesita a una persona ahora',
  noAttention: 'Nada.',
  trail: 'Todo lo que haga aquí queda en el registro con su nombre:',
  signedOutTitle: 'Su sesión de la consola está cerrada',
  signedOut: 'Su sesión con el servicio mismo puede seguir abierta en este navegador.',
  signOutThere: 'Cerrar también esa sesión',
  signIn: 'Iniciar sesión',
  signInAgain: 'Iniciar sesión de nuevo',
  asAnother: 'Iniciar sesión como otra persona',
  failedTitle: 'El inicio de sesión no terminó',
  failed: 'Tardó demasiado, se abrió dos veces o empezó en otro navegador. No se cambió nada.',
  noOperatorTitle: 'Usted no es operador de esta red',
  noRole:
    'Inició sesión, pero no tiene el rol operator. Ninguna organización puede darlo. Lo da quien opera el servicio en su máquina, con este comando:',
  inactive:
    'Inició sesión, pero su usuario está desactivado o su sesión fue cerrada. Pregunte a quien opera el servicio.',
  noFactor: 'Los operadores necesitan un segundo factor propio. Añádalo a su inicio de sesión y vuelva:',
  account: 'Su inicio de sesión',
  refusedTitle: 'No se hizo',
  notOurForm:
    'El formulario no se envió desde una página suya de aquí, o la página era demasiado antigua. Vuelva, cargue la página de nuevo y envíelo otra vez.',
  back: 'Volver a la consola',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, es };
