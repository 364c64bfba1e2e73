// The few words of `svc-client`: apart from the workflow's text, so that signing in loads nothing else.
import type { Language } from '../text/language.ts';

export interface ClientWords {
  readonly title: string;
  readonly signIn: string;
  readonly invitation: string;
  readonly ending: string;
  readonly ended: string;
  readonly stay: string;
  readonly signInAgain: string;
  readonly signInHere: string;
  readonly signInAsAnother: string;
  readonly signingIn: string;
  readonly closeWindow: string;
  readonly cancel: string;
  readonly tryAgain: string;
  readonly maintenance: {
    readonly until: string;
    readonly from: string;
    readonly to: string;
    readonly waits: string;
  };
  /** By the code of the problem; else what the problem says itself. */
  readonly problems: Readonly<Record<string, string>>;
}

const en: ClientWords = {
  title: 'Sign-in',
  signIn: 'Sign in',
  invitation: 'Sign in to prescribe.',
  ending: 'Nobody has used this page for a while. You are signed out in 60 seconds.',
  stay: 'Stay signed in',
  ended: 'Your session has ended. What you entered is still here.',
  signInAgain: 'Sign in again',
  signInHere: 'Sign in in this window',
  signInAsAnother: 'Sign in as somebody else',
  signingIn: 'Signing in …',
  closeWindow: 'You can close this window.',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  maintenance: {
    until: 'Maintenance until',
    from: 'Maintenance from',
    to: 'until',
    waits: 'What is sent is kept, and leaves when it is over.',
  },
  problems: {
    OFFLINE: 'The service cannot be reached. Check the connection to the internet.',
    TIMEOUT: 'The service did not answer in time.',
    SERVER: 'The service cannot answer at the moment.',
    POPUP_BLOCKED: 'The browser blocked the window for signing in. Allow it, or sign in in this window.',
    SIGN_IN_CANCELED: 'The sign-in was not finished.',
    WRONG_ORGANIZATION: 'This account belongs to another organization. Sign in with an account of this one.',
    WRONG_USER: 'Another person was signed in than the one who uses this page.',
  },
};

const es: ClientWords = {
  title: 'Inicio de sesión',
  signIn: 'Iniciar sesión',
  invitation: 'Inicie sesión para recetar.',
  ending: 'Hace rato que nadie usa esta página. En 60 segundos se cierra su sesión.',
  stay: 'Seguir en la sesión',
  ended: 'Su sesión terminó. Lo que escribió sigue aquí.',
  signInAgain: 'Iniciar sesión de nuevo',
  signInHere: 'Iniciar sesión en esta ventana',
  signInAsAnother: 'Iniciar sesión como otra persona',
  signingIn: 'Iniciando sesión …',
  closeWindow: 'Puede cerrar esta ventana.',
  cancel: 'Cancelar',
  tryAgain: 'Intentar de nuevo',
  maintenance: {
    until: 'Mantenimiento hasta el',
    from: 'Mantenimiento desde el',
    to: 'hasta el',
    waits: 'Lo que se envíe se guarda y sale cuando termine.',
  },
  problems: {
    OFFLINE: 'No se puede conectar con el servicio. Revise la conexión a internet.',
    TIMEOUT: 'El servicio no respondió a tiempo.',
    SERVER: 'El servicio no puede responder en este momento.',
    POPUP_BLOCKED:
      'El navegador bloqueó la ventana de inicio de sesión. Permítala o inicie sesión en esta ventana.',
    SIGN_IN_CANCELED: 'No se completó el inicio de sesión.',
    WRONG_ORGANIZATION: 'Esta cuenta es de otra organización. Inicie sesión con una cuenta de esta.',
    WRONG_USER: 'Había iniciado sesión otra persona, no la que usa esta página.',
    SIGN_IN_REFUSED: 'Se rechazó el inicio de sesión.',
    FORBIDDEN: 'Su cuenta no puede usar esta aplicación.',
  },
};

const WORDS: Readonly<Record<Language, ClientWords>> = { en, es };

export function wordsOf(language: Language): ClientWords {
  return WORDS[language];
}
