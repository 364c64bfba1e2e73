// Shows announced and current maintenance of the whole service on every page for people, in the page's language, whichever room made it.
import { COLORS } from '@pestle/rules/colors';
import type { SafeHtml } from '@remix-run/html-template';
import { html } from '@remix-run/html-template';
import type { FastifyPluginAsync } from 'fastify';
import type { ServiceMaintenance, ServiceWindow } from '../directory/inside.ts';
import { SERVED_WHEN_BUSY } from '../kernel/web/served-when-busy.ts';
import { HTTP_LIMITS } from './limits.ts';

const STYLE_PATH = '/maintenance-notice.css';
/** The palette's colors themselves: a page that another package made may not have them under their names. */
const colors = (scheme: 0 | 1): string =>
  `color: ${COLORS.fg[scheme]}; background: ${COLORS['warn-bg'][scheme]}; border-color: ${COLORS.warn[scheme]};`;
const STYLE = `#pestle-maintenance { margin: 0; padding: 0.75rem 1rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center; border-block-end: 2px solid; ${colors(0)} }
#pestle-maintenance p { margin: 0 auto; max-width: 60rem; }
@media screen and (prefers-color-scheme: dark) { #pestle-maintenance { ${colors(1)} } }
`;

type Language = 'en' | 'es';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

const WORDS: Readonly<
  Record<
    Language,
    { title: string; now: (end: string) => string; ahead: (start: string, end: string) => string }
  >
> = {
  en: {
    title: 'Announced maintenance',
    now: (end) => `Maintenance until ${end}. Prescriptions are taken, wait, and leave when it is over.`,
    ahead: (start, end) =>
      `Maintenance from ${start} until ${end}. Prescriptions will be taken, wait, and leave when it is over.`,
  },
  es: {
    title: 'Mantenimiento anunciado',
    now: (end) => `Mantenimiento hasta ${end}. Las recetas se reciben, esperan y salen cuando termine.`,
    ahead: (start, end) =>
      `Mantenimiento desde ${start} hasta ${end}. Las recetas se recibirán, esperarán y saldrán cuando termine.`,
  },
};

/** Whoever reads a page may be anywhere in the country, and the page does not know where. */
const ZONES = ['America/New_York', 'America/Los_Angeles'] as const;

/** Pages go out as their room made them while there is nothing to tell. */
export function maintenanceNotice(maintenance: ServiceMaintenance): FastifyPluginAsync {
  const plugin: FastifyPluginAsync = async (app) => {
    app.get(STYLE_PATH, SERVED_WHEN_BUSY, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(STYLE),
    );
    app.addHook('onSend', async (_request, reply, payload) => {
      const type = reply.getHeader('content-type');
      if (typeof payload !== 'string' || typeof type !== 'string' || !type.startsWith('text/html'))
        return payload;
      const window = announcedNow(await maintenance.windows());
      return window === undefined ? payload : withNotice(payload, window);
    });
  };
  // Not only for what this plugin serves: for every page of the server.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}

/** The first that is current or near. */
function announcedNow(windows: readonly ServiceWindow[]): ServiceWindow | undefined {
  return windows.find(
    ({ current, secondsLeft }) => current || secondsLeft * 1_000 <= HTTP_LIMITS.maintenanceNoticeBeforeMs,
  );
}

function withNotice(page: string, window: ServiceWindow): string {
  const body = /<body[^>]*>/.exec(page);
  if (body === null) return page;
  const language: Language = /<html[^>]* lang="es"/.test(page) ? 'es' : 'en';
  const at = body.index + body[0].length;
  const head = page
    .slice(0, at)
    .replace('</head>', `${String(html`<link rel="stylesheet" href="${STYLE_PATH}">`)}</head>`);
  return `${head}${String(noticeOf(window, language))}${page.slice(at)}`;
}

function noticeOf({ start, end, note, current }: ServiceWindow, language: Language): SafeHtml {
  const { title, now, ahead } = WORDS[language];
  const words = current
    ? now(momentOf(end, language))
    : ahead(momentOf(start, language), momentOf(end, language));
  return html`<aside id="pestle-maintenance" lang="${language}" aria-label="${title}"><p>${words}${note === null ? '' : html` ${note}`}</p></aside>`;
}

/** `Nov 22, 10:30 AM EST (7:30 AM PST)` */
function momentOf(instant: string, language: Language): string {
  const [east, west] = ZONES;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const format = (timeZone: string, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone }).format(new Date(instant));
  return `${format(east, { month: 'short', day: 'numeric', ...time })} (${format(west, time)})`;
}
