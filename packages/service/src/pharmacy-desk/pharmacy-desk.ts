// The door of the room `pharmacy-desk`: the pages on which a pharmacy signs in, and what operators do for those that do.
import type { FastifyPluginAsync } from 'fastify';
import { createIdentityKey } from '../identity/inside.ts';
import { prepareFormPages } from '../kernel/web/pages/form-pages.ts';
import { createLanguageChoice } from '../kernel/web/pages/language-choice.ts';
import { servePageStyle } from '../kernel/web/pages/style/style.ts';
import { signInPolicy } from '../kernel/web/security-headers.ts';
import { pruneDeskSessions } from './accounts/sessions.ts';
import { createPharmacyDeskAdministration, type PharmacyDeskAdministration } from './administration.ts';
import { oldestWaitingSeconds } from './corrections/corrections.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from './limits.ts';
import { messagePage } from './pages/frame.ts';
import { deskRoutes } from './routes/desk-routes.ts';
import { passwordRoutes } from './routes/password-routes.ts';
import { signInRoutes } from './routes/sign-in-routes.ts';
import { type PharmacyDeskDeps, readerOf, type Site } from './routes/site.ts';

export interface PharmacyDesk {
  /** `/pharmacy` and what is below it. */
  readonly routes: FastifyPluginAsync;
  /** For those who run the network. */
  readonly administration: PharmacyDeskAdministration;
  /** For how long the oldest correction has waited for an operator; 0 where none waits. */
  oldestWaitingSeconds(): Promise<number>;
  /** Removes sessions that are over: housekeeping. */
  maintain(): Promise<void>;
}

export interface CreatePharmacyDesk extends Omit<PharmacyDeskDeps, 'key'> {
  /** 32 secret bytes: those of identity. */
  readonly identityKey: Uint8Array;
  /** Keys from before a rotation. */
  readonly identityKeysPrevious: readonly Uint8Array[];
}

export function createPharmacyDesk(deps: CreatePharmacyDesk): PharmacyDesk {
  const { identityKey, identityKeysPrevious, ...rest } = deps;
  const key = createIdentityKey(identityKey, deps.ports, identityKeysPrevious);
  const secure = deps.baseUrl.startsWith('https:');
  const language = createLanguageChoice({
    name: 'pestle_pharmacy_language',
    path: '/pharmacy',
    seconds: LIMITS.languageSeconds,
    secure,
  });
  const site: Site = { ...rest, key, language };
  return {
    routes: async (app) => {
      await prepareFormPages(app, {
        formBytesMax: LIMITS.formBytesMax,
        policy: signInPolicy(secure, { scripts: true }),
        failurePage: ({ message }, request) => {
          const reader = readerOf(site, request);
          return messagePage(reader, reader.words.failureTitle, message);
        },
      });
      language.offer(app);
      servePageStyle(app);
      signInRoutes(app, site);
      deskRoutes(app, site);
      passwordRoutes(app, site);
    },
    administration: createPharmacyDeskAdministration(site),
    oldestWaitingSeconds: () => oldestWaitingSeconds(site),
    maintain: () => pruneDeskSessions(site),
  };
}
