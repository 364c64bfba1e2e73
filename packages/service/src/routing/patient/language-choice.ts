// Which language a patient has chosen on the pages: a cookie that says nothing else.
import { cookieOf } from '../../kernel/web/pages/keyed-cookie.ts';
import { ROUTING_LIMITS } from '../limits.ts';
import type { Language } from './view/language.ts';

const NAME = 'pestle-language';

/** Undefined where none was chosen on this device. */
export function chosenLanguage(cookieHeader: string | undefined): Language | undefined {
  return toLanguage(cookieOf(cookieHeader, NAME));
}

export function toLanguage(text: unknown): Language | undefined {
  return text === 'en' || text === 'es' ? text : undefined;
}

/** The Set-Cookie value that keeps it. */
export function keepLanguage(language: Language, secure: boolean): string {
  const days = ROUTING_LIMITS.patientLinkDays * 86_400;
  return `${NAME}=${language}; Max-Age=${days}; Path=/p; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
