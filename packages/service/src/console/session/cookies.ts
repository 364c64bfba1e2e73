// The console's cookies: its session, a sign-in under way, and the language. Browsers give cookies of one host to all its ports, so the names are its own.
import { cookieOf } from '../../kernel/web/pages/keyed-cookie.ts';
import { CONSOLE_LIMITS } from '../limits.ts';

/** What the browser keeps until it comes back from the sign-in. */
export interface SignInUnderWay {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where in the console it goes on. */
  readonly to: string;
}

export interface ConsoleCookies {
  session(header: string | undefined): string | undefined;
  beginSession(secret: string): string;
  endSession(): string;
  signIn(header: string | undefined): SignInUnderWay | undefined;
  beginSignIn(underWay: SignInUnderWay): string;
  endSignIn(): string;
  language(header: string | undefined): string | undefined;
  chooseLanguage(language: string): string;
}

export function consoleCookies(consoleUrl: string): ConsoleCookies {
  const secure = consoleUrl.startsWith('https:');
  // The prefix makes the browser refuse a cookie that was planted from a sibling host or over http.
  const name = (own: string): string => `${secure ? '__Host-' : ''}pestle_console_${own}`;
  // Lax and not Strict: a sign-in comes back from another origin. Forms are bound to the session besides.
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const end = (own: string): string => `${name(own)}=; Max-Age=0; ${attributes}`;
  return {
    session: (header) => valueOf(cookieOf(header, name('session'))),
    beginSession: (secret) => `${name('session')}=${secret}; ${attributes}`,
    endSession: () => end('session'),
    signIn: (header) => {
      const [state, nonce, verifier, to] = (cookieOf(header, name('sign_in')) ?? '').split('.');
      if (state === undefined || nonce === undefined || verifier === undefined || to === undefined)
        return undefined;
      return { state, nonce, verifier, to: Buffer.from(to, 'base64url').toString() };
    },
    beginSignIn: ({ state, nonce, verifier, to }) => {
      const value = [state, nonce, verifier, Buffer.from(to).toString('base64url')].join('.');
      return `${name('sign_in')}=${value}; Max-Age=${CONSOLE_LIMITS.signInSeconds}; ${attributes}`;
    },
    endSignIn: () => end('sign_in'),
    language: (header) => cookieOf(header, name('language')),
    chooseLanguage: (language) =>
      `${name('language')}=${language}; Max-Age=${CONSOLE_LIMITS.languageSeconds}; ${attributes}`,
  };
}

/** Only what can be a secret of ours is looked up. */
function valueOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[\w-]{43}$/.test(text) ? text : undefined;
}
