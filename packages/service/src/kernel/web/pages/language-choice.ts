// Keeps on a device in which language a part of the pages is read: `?lang=es` at any of their addresses chooses it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cookieOf } from './keyed-cookie.ts';
import { chooseLanguage, type Language } from './language.ts';

export interface LanguageChoice {
  /** What was chosen on this device, else what the browser asks for. */
  of(request: Pick<FastifyRequest, 'headers'>): Language;
  /** Takes the choice at every GET of this part, and goes on to the same address without it. */
  offer(app: FastifyInstance): void;
}

export interface LanguageChoiceOptions {
  /** Of the cookie, which says nothing else. */
  readonly name: string;
  /** Above all the addresses of this part. */
  readonly path: string;
  readonly seconds: number;
  readonly secure: boolean;
}

export function createLanguageChoice({ name, path, seconds, secure }: LanguageChoiceOptions): LanguageChoice {
  return {
    of: ({ headers }) => chooseLanguage(cookieOf(headers.cookie, name), headers['accept-language']),
    offer: (app) => {
      app.addHook('preHandler', async (request, reply) => {
        const { lang } = request.query as { readonly lang?: unknown };
        if (request.method !== 'GET' || (lang !== 'en' && lang !== 'es')) return undefined;
        const cookie = `${name}=${lang}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
        const [address = path] = request.url.split('?');
        return await reply.header('set-cookie', cookie).redirect(address, 303);
      });
    },
  };
}

/** The way to the same page in the other language. */
export function otherLanguage(language: Language): Language {
  return language === 'en' ? 'es' : 'en';
}
