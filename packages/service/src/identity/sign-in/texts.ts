// The words of the sign-in pages, in English and Spanish.

export type Language = 'en' | 'es';

const en = {
  title: 'Sign in',
  signInTo: (application: string) => `Sign in to continue to ${application}`,
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  back: 'Back to the application',
  wrong: 'The e-mail or the password is not right. Check both and try again.',
  missing: 'Enter your e-mail and your password.',
  slowDown: (minutes: number) =>
    minutes <= 1
      ? 'Too many attempts. Try again in a minute, or use a device on which you signed in before.'
      : `Too many attempts. Try again in ${minutes} minutes, or use a device on which you signed in before.`,
  busy: 'Too many people are signing in right now. Try again in a few seconds.',
  expiredTitle: 'This sign-in has ended',
  expired:
    'It took too long, or it was finished in another window. Go back to the application and sign in again.',
  refusedTitle: 'This page could not be used',
  refused:
    'The form was sent from somewhere else, or it is out of date. Go back to the application and sign in again.',
  noPlaceTitle: 'This account has no access here',
  noPlace: (organization: string) =>
    `You proved who you are, but your account does not belong to ${organization}. Ask an administrator there to invite you, or sign in with another account.`,
  noOrganization:
    'You proved who you are, but your account belongs to no organization that may use this application.',
  otherAccount: 'Sign in with another account',
  chooseTitle: 'Choose an organization',
  choose: 'Your account belongs to several organizations. For which one do you want to work now?',
  continue: 'Continue',
  errorTitle: 'The sign-in could not go on',
  error:
    'The application asked for something that cannot be done here. Its makers will find the reason below.',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  staySignedIn: 'Stay signed in',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this window.',
  otherLanguage: 'Español',
};

export type Texts = typeof en;

const es: Texts = {
  title: 'Iniciar sesión',
  signInTo: (application) => `Inicie sesión para continuar en ${application}`,
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  back: 'Volver a la aplicación',
  wrong: 'El correo electrónico o la contraseña no son correctos. Revise ambos e inténtelo de nuevo.',
  missing: 'Escriba su correo electrónico y su contraseña.',
  slowDown: (minutes) =>
    minutes <= 1
      ? 'Demasiados intentos. Inténtelo de nuevo en un minuto, o use un dispositivo en el que ya haya iniciado sesión.'
      : `Demasiados intentos. Inténtelo de nuevo en ${minutes} minutos, o use un dispositivo en el que ya haya iniciado sesión.`,
  busy: 'Demasiadas personas están iniciando sesión ahora. Inténtelo de nuevo en unos segundos.',
  expiredTitle: 'Este inicio de sesión ha terminado',
  expired:
    'Pasó demasiado tiempo o se completó en otra ventana. Vuelva a la aplicación e inicie sesión de nuevo.',
  refusedTitle: 'Esta página no se pudo usar',
  refused:
    'El formulario se envió desde otro lugar o ya no es válido. Vuelva a la aplicación e inicie sesión de nuevo.',
  noPlaceTitle: 'Esta cuenta no tiene acceso aquí',
  noPlace: (organization) =>
    `Su identidad es correcta, pero su cuenta no pertenece a ${organization}. Pida a un administrador que le invite, o inicie sesión con otra cuenta.`,
  noOrganization:
    'Su identidad es correcta, pero su cuenta no pertenece a ninguna organización que pueda usar esta aplicación.',
  otherAccount: 'Iniciar sesión con otra cuenta',
  chooseTitle: 'Elija una organización',
  choose: 'Su cuenta pertenece a varias organizaciones. ¿Para cuál quiere trabajar ahora?',
  continue: 'Continuar',
  errorTitle: 'No se pudo continuar con el inicio de sesión',
  error:
    'La aplicación pidió algo que aquí no es posible. Quienes la desarrollan encontrarán el motivo abajo.',
  signOutTitle: '¿Cerrar la sesión?',
  signOut: 'Cerrar la sesión',
  staySignedIn: 'Seguir con la sesión abierta',
  signedOutTitle: 'La sesión está cerrada',
  signedOut: 'Puede cerrar esta ventana.',
  otherLanguage: 'English',
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es };

/** The language of a page: what was chosen on it, else the application's wish, else the browser's; English otherwise. */
export function chooseLanguage(...wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    for (const tag of (wish ?? '').toLowerCase().split(/[\s,]+/)) {
      const language = tag.split(';')[0]?.split('-')[0];
      if (language === 'en' || language === 'es') return language;
    }
  }
  return 'en';
}
