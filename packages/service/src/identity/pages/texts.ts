// The words of the sign-in pages, in English and Spanish.

import type { Language } from '../../kernel/web/pages/language.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

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
  tooManyPasswords: (minutes: number) =>
    minutes <= 1
      ? 'Too many wrong passwords. Try again in a minute.'
      : `Too many wrong passwords. Try again in ${minutes} minutes.`,
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
  secondFactorTitle: 'Prove it is you',
  code: 'Code',
  codeHint: 'The 6 digits that your authenticator app shows now, or one of your recovery codes.',
  recoveryHint: 'One of your recovery codes.',
  usePasskey: 'Use a passkey',
  wrongCode: 'The code or key is not right, or it was used before. Wait for the next code and try again.',
  passkeyFailed: 'The passkey was not used. Try again, or use a code.',
  enrolTitle: 'Add a second factor',
  enrol:
    'Besides your password, you will prove who you are with something you have. Your organization asks for it: it protects the records of patients.',
  appTitle: 'An authenticator app',
  appSteps: 'Scan this picture with the app on your phone, then enter the code that it shows.',
  appPicture: 'Picture for the authenticator app; the same key is written below',
  appKey: 'Or type this key into the app:',
  appCodeHint: 'The 6 digits that the app shows now.',
  confirm: 'Confirm',
  passkeyTitle: 'Or a passkey',
  passkeyHint: 'Your device or security key asks for your finger, face or PIN.',
  passkeyName: 'Name of this passkey',
  makePasskey: 'Make a passkey',
  recoveryTitle: 'Keep these recovery codes',
  recovery:
    'If you lose your second factor, each of these lets you in once. Print them or write them down: they are shown only now.',
  recoverySaved: 'I have kept them',
  externalLink: (label: string) => `Sign in with ${label}`,
  externalRefusedTitle: 'That sign-in did not open the door',
  externalRefused: (label: string) =>
    `${label} did not confirm who you are, or nobody with your e-mail address was invited here. Ask an administrator of your organization.`,
  externalNotFresh: (label: string) =>
    `A fresh proof of who you are is needed here, and ${label} did not say that you just gave one. Sign in there again, or ask an administrator of your organization.`,
  or: 'or',
  forgotLink: 'Forgot your password?',
  forgotAsk: 'Forgot your password? Ask an administrator of your organization.',
  forgottenTitle: 'Forgot your password?',
  forgotten: 'Enter your e-mail. If there is an account, it gets a link for a new password.',
  sendLink: 'Send the link',
  linkSentTitle: 'Look at your e-mail',
  linkSent: 'If there is an account with this address, a link is on its way. It works for an hour.',
  linkEndedTitle: 'This link does not work any more',
  linkEnded: 'It was used, it was replaced by a newer one, or it is too old. Ask for a new one.',
  chooseTitlePassword: 'Choose your password',
  newPassword: 'New password',
  passwordHint: 'At least 12 characters. A few words that have nothing to do with each other are good.',
  unfitPassword: {
    'too-short': `A password has at least ${IDENTITY_LIMITS.passwordCharactersMin} characters. A few words are good.`,
    'too-long': `A password has at most ${IDENTITY_LIMITS.passwordCharactersMax} characters.`,
    repeats:
      'This password repeats too few characters. Take a few words that have nothing to do with each other.',
    guessable:
      'This password would be guessed: it is made of words that many people use, of neighboring keys, or of the name of you or your organization. Take a few words that have nothing to do with each other.',
    breached:
      'This password is known from leaked lists of other services. Take a few words that have nothing to do with each other.',
  },
  breachedTitle: 'Choose another password',
  breached:
    'Your password is known from leaked lists of other services, and so it is tried by people who break in. Choose another one to go on; every other sign-in of yours ends.',
  signInWithNew: 'Your new password is set. Sign in with it.',
  changePassword: 'Change the password',
  currentPassword: 'Current password',
  wrongPassword: 'The current password is not right.',
  passwordChangedTitle: 'Your password is set',
  passwordChanged: 'Every other sign-in of yours was ended. Go back to the application and sign in.',
  accountTitle: 'Your sign-in',
  secondFactor: 'Second factor',
  noFactor: 'You have none yet.',
  addFactor: 'Add a second factor',
  remove: 'Remove',
  lastFactor:
    'Your work here needs a second factor, and this is your last one. Add another one first, then remove this one.',
  codesLeft: (count: number) => `Recovery codes left: ${count}`,
  newCodes: 'Make new recovery codes',
  sessions: {
    title: 'Where you are signed in',
    hint: 'Each browser in which you signed in and did not sign out. What you do not know: end it, and change your password.',
    isThis: '(this one)',
    since: (moment: string) => `Since ${moment}`,
    used: (moment: string) => `Last used ${moment}`,
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknownOn: (system: string) => `A browser on ${system}`,
    unknown: 'A browser',
    end: 'Sign out there',
    endOthers: 'Sign out everywhere else',
    isEnded: 'That sign-in was ended.',
    hasEnded: 'That sign-in had ended already.',
    othersEnded: 'Every other sign-in of yours was ended.',
  },
  everywhere: 'Sign out everywhere',
  everywhereHint: 'Ends your sign-in in every browser and application.',
  signedOutEverywhere: 'Every sign-in of yours was ended.',
  backToAccount: 'Back to your sign-in',
  errorTitle: 'The sign-in could not go on',
  error:
    'The application asked for something that cannot be done here. Its makers will find the reason below.',
  signOutTitle: 'Sign out?',
  signOutHint: 'It ends your sign-in in this browser, for every application that used it.',
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
  tooManyPasswords: (minutes) =>
    minutes <= 1
      ? 'Demasiadas contraseñas incorrectas. Inténtelo de nuevo en un minuto.'
      : `Demasiadas contraseñas incorrectas. Inténtelo de nuevo en ${minutes} minutos.`,
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
  secondFactorTitle: 'Confirme que es usted',
  code: 'Código',
  codeHint:
    'Los 6 dígitos que muestra ahora su aplicación de autenticación, o uno de sus códigos de recuperación.',
  recoveryHint: 'Uno de sus códigos de recuperación.',
  usePasskey: 'Usar una llave de acceso',
  wrongCode:
    'El código o la llave no es correcto, o ya se usó. Espere el siguiente código e inténtelo de nuevo.',
  passkeyFailed: 'No se usó la llave de acceso. Inténtelo de nuevo o use un código.',
  enrolTitle: 'Añada un segundo factor',
  enrol:
    'Además de su contraseña, demostrará quién es con algo que tiene. Su organización lo pide: protege los datos de sus pacientes.',
  appTitle: 'Una aplicación de autenticación',
  appSteps: 'Escanee esta imagen con la aplicación de su teléfono y escriba el código que muestra.',
  appPicture: 'Imagen para la aplicación de autenticación; la misma clave está escrita abajo',
  appKey: 'O escriba esta clave en la aplicación:',
  appCodeHint: 'Los 6 dígitos que la aplicación muestra ahora.',
  confirm: 'Confirmar',
  passkeyTitle: 'O una llave de acceso',
  passkeyHint: 'Su dispositivo o llave de seguridad le pide su huella, rostro o PIN.',
  passkeyName: 'Nombre de esta llave de acceso',
  makePasskey: 'Crear una llave de acceso',
  recoveryTitle: 'Guarde estos códigos de recuperación',
  recovery:
    'Si pierde su segundo factor, cada uno le permite entrar una vez. Imprímalos o anótelos: solo se muestran ahora.',
  recoverySaved: 'Los he guardado',
  externalLink: (label) => `Iniciar sesión con ${label}`,
  externalRefusedTitle: 'Ese inicio de sesión no abrió la puerta',
  externalRefused: (label) =>
    `${label} no confirmó quién es usted, o aquí no se invitó a nadie con su correo electrónico. Pregunte a un administrador de su organización.`,
  externalNotFresh: (label) =>
    `Aquí hace falta que demuestre de nuevo quién es, y ${label} no indicó que acabe de hacerlo. Inicie sesión allí de nuevo o pregunte a un administrador de su organización.`,
  or: 'o',
  forgotLink: '¿Olvidó su contraseña?',
  forgotAsk: '¿Olvidó su contraseña? Pregunte a un administrador de su organización.',
  forgottenTitle: '¿Olvidó su contraseña?',
  forgotten:
    'Escriba su correo electrónico. Si existe una cuenta, recibirá un enlace para una nueva contraseña.',
  sendLink: 'Enviar el enlace',
  linkSentTitle: 'Revise su correo electrónico',
  linkSent: 'Si existe una cuenta con esta dirección, hay un enlace en camino. Sirve durante una hora.',
  linkEndedTitle: 'Este enlace ya no sirve',
  linkEnded: 'Ya se usó, se reemplazó por uno más nuevo o es demasiado antiguo. Pida otro.',
  chooseTitlePassword: 'Elija su contraseña',
  newPassword: 'Nueva contraseña',
  passwordHint: 'Al menos 12 caracteres. Sirven unas cuantas palabras que no tengan que ver entre sí.',
  unfitPassword: {
    'too-short': `Una contraseña tiene al menos ${IDENTITY_LIMITS.passwordCharactersMin} caracteres. Unas cuantas palabras sirven.`,
    'too-long': `Una contraseña tiene como máximo ${IDENTITY_LIMITS.passwordCharactersMax} caracteres.`,
    repeats:
      'Esta contraseña repite demasiado pocos caracteres. Elija unas cuantas palabras que no tengan que ver entre sí.',
    guessable:
      'Esta contraseña se adivinaría: está hecha de palabras que usa mucha gente, de teclas vecinas o de su nombre o el de su organización. Elija unas cuantas palabras que no tengan que ver entre sí.',
    breached:
      'Esta contraseña figura en listas filtradas de otros servicios. Elija unas cuantas palabras que no tengan que ver entre sí.',
  },
  breachedTitle: 'Elija otra contraseña',
  breached:
    'Su contraseña figura en listas filtradas de otros servicios, y quienes entran por la fuerza la prueban. Elija otra para continuar; se cerrarán todas sus demás sesiones.',
  signInWithNew: 'Su nueva contraseña está lista. Inicie sesión con ella.',
  changePassword: 'Cambiar la contraseña',
  currentPassword: 'Contraseña actual',
  wrongPassword: 'La contraseña actual no es correcta.',
  passwordChangedTitle: 'Su contraseña está lista',
  passwordChanged: 'Se cerraron todas sus demás sesiones. Vuelva a la aplicación e inicie sesión.',
  accountTitle: 'Su inicio de sesión',
  secondFactor: 'Segundo factor',
  noFactor: 'Todavía no tiene ninguno.',
  addFactor: 'Añadir un segundo factor',
  remove: 'Quitar',
  lastFactor:
    'Su trabajo aquí necesita un segundo factor, y este es el último que tiene. Añada otro primero y quite este después.',
  codesLeft: (count) => `Códigos de recuperación restantes: ${count}`,
  newCodes: 'Crear códigos de recuperación nuevos',
  sessions: {
    title: 'Dónde ha iniciado sesión',
    hint: 'Cada navegador en el que inició sesión y no la cerró. Si no reconoce alguno, ciérrelo y cambie su contraseña.',
    isThis: '(este)',
    since: (moment) => `Desde ${moment}`,
    used: (moment) => `Último uso: ${moment}`,
    on: (browser, system) => `${browser} en ${system}`,
    unknownOn: (system) => `Un navegador en ${system}`,
    unknown: 'Un navegador',
    end: 'Cerrar esa sesión',
    endOthers: 'Cerrar todas las demás sesiones',
    isEnded: 'Esa sesión se cerró.',
    hasEnded: 'Esa sesión ya estaba cerrada.',
    othersEnded: 'Se cerraron todas sus demás sesiones.',
  },
  everywhere: 'Cerrar todas las sesiones',
  everywhereHint: 'Cierra su sesión en todos los navegadores y aplicaciones.',
  signedOutEverywhere: 'Se cerraron todas sus sesiones.',
  backToAccount: 'Volver a su inicio de sesión',
  errorTitle: 'No se pudo continuar con el inicio de sesión',
  error:
    'La aplicación pidió algo que aquí no es posible. Quienes la desarrollan encontrarán el motivo abajo.',
  signOutTitle: '¿Cerrar la sesión?',
  signOutHint: 'Termina su sesión en este navegador, en todas las aplicaciones que la usaban.',
  signOut: 'Cerrar la sesión',
  staySignedIn: 'Seguir con la sesión abierta',
  signedOutTitle: 'La sesión está cerrada',
  signedOut: 'Puede cerrar esta ventana.',
  otherLanguage: 'English',
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es };
