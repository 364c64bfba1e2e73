// @ts-check
// Owns one transmission on the page: its attempts and answers, the exact message, the fax as the browser shows a PDF, the pharmacy's own log.
import { h } from './dom.js';
import { pretty } from './pretty.js';
import { channelWord, counted, duration, linked, outcomeChip, phone, time } from './words.js';

/** @typedef {import('../src/control-room/cards.ts').TransmissionCard} TransmissionCard */
/** @typedef {import('./order-details.js').Fax} Fax */
/** @typedef {import('./order-details.js').LogEntry} LogEntry */

/**
 * @param {TransmissionCard} one
 * @param {Fax[]} faxes
 * @param {boolean} isLast the latest is open
 */
export function transmission(one, faxes, isLast) {
  return h(
    'details',
    { class: 'transmission', key: one.id, open: isLast },
    h(
      'summary',
      {},
      h('span', { class: 'kind' }, one.kind),
      h('span', { class: 'by' }, `by ${channelWord(one.channel)}`),
      outcomeChip(one.state),
    ),
    h(
      'dl',
      { class: 'facts' },
      h('div', {}, h('dt', {}, 'MessageID'), h('dd', {}, h('code', {}, one.messageId))),
      h(
        'div',
        {},
        h('dt', {}, 'PrescriberOrderNumber'),
        h('dd', {}, h('code', {}, one.prescriberOrderNumber)),
      ),
    ),
    one.attempts.length > 0 ? attempts(one) : null,
    one.body === null ? null : message(one.body, one.contentType, 'The exact message'),
    faxes.map(faxFigure),
  );
}

/** @param {TransmissionCard} one */
function attempts(one) {
  return h(
    'ol',
    { class: 'attempts', 'aria-label': 'Attempts' },
    one.attempts.map((attempt) =>
      h(
        'li',
        { key: `attempt-${attempt.number}` },
        h(
          'div',
          { class: 'row' },
          h(
            'span',
            {},
            h('strong', {}, `Attempt ${attempt.number}`),
            ' ',
            time(attempt.startedAt),
            h('span', { class: 'source' }, ` ${duration(attempt.startedAt, attempt.endedAt)}`),
          ),
          attempt.outcome === null ? null : outcomeChip(outcomeOf(one, attempt)),
        ),
        attempt.httpStatus === null && attempt.reason === null
          ? null
          : h(
              'p',
              { class: 'meta' },
              [
                ...new Set([
                  attempt.httpStatus === null ? null : `HTTP ${attempt.httpStatus}`,
                  attempt.reason,
                ]),
              ]
                .filter(Boolean)
                .join(' · '),
            ),
        attempt.answer === null || attempt.answer === '' ? null : message(attempt.answer, null, 'The answer'),
      ),
    ),
  );
}

/**
 * Only the last failed attempt of a message that still waits is tried again.
 * @param {TransmissionCard} one
 * @param {TransmissionCard['attempts'][number]} attempt
 */
function outcomeOf(one, attempt) {
  const waits = ['QUEUED', 'SENDING'].includes(one.state.toUpperCase());
  return attempt.outcome === 'RETRY' && waits && attempt === one.attempts.at(-1)
    ? 'AGAIN'
    : (attempt.outcome ?? '');
}

/**
 * A message twice: readable, and byte for byte.
 * @param {string} body
 * @param {string | null} contentType
 * @param {string} title
 */
export function message(body, contentType, title) {
  const bytes = new TextEncoder().encode(body).length;
  const readable = pretty(body);
  return h(
    'details',
    { class: 'document', key: title },
    h(
      'summary',
      {},
      title,
      h(
        'span',
        { class: 'source' },
        ` ${counted(bytes, 'byte')}${contentType === null ? '' : ` · ${contentType}`}`,
      ),
    ),
    readable === null ? null : block(readable, `${title}, readable`),
    readable === null
      ? block(h('code', {}, body), title)
      : h(
          'details',
          { class: 'exact' },
          h('summary', {}, 'Byte for byte'),
          block(h('code', {}, body), `${title}, byte for byte`),
        ),
  );
}

/**
 * A block that scrolls, which the keyboard must reach.
 * @param {HTMLElement} code
 * @param {string} name
 */
function block(code, name) {
  return h('pre', { class: 'message', tabindex: '0', role: 'group', 'aria-label': name }, code);
}

/**
 * A fax as it came out of the machine.
 * @param {Fax} fax
 */
export function faxFigure(fax) {
  const path = `api/faxes/${encodeURIComponent(fax.faxId)}`;
  const name = fax.pharmacyName ?? 'a number';
  const to = `${name} (${phone(fax.to)})`;
  return h(
    'figure',
    { class: 'fax', key: fax.faxId },
    h(
      'figcaption',
      {},
      h(
        'div',
        { class: 'row' },
        h('strong', {}, `Fax to ${name} (`, h('span', { class: 'whole' }, phone(fax.to)), ')'),
        outcomeChip(fax.state),
      ),
      h(
        'p',
        { class: 'meta' },
        time(fax.endedAt ?? fax.receivedAt),
        fax.reason === null ? null : ` · ${fax.reason}`,
        fax.pagesKept
          ? [' · ', h('a', { href: `${path}/fax.pdf`, target: '_blank', rel: 'noopener' }, 'Open the PDF')]
          : null,
      ),
    ),
    sheet(fax, `${path}/fax.pdf`, to),
    fax.lines.length > 0
      ? h(
          'details',
          { class: 'document', open: !navigator.pdfViewerEnabled },
          h('summary', {}, 'The fax as text'),
          block(h('code', {}, linked(fax.lines.join('\n'))), `Text of the fax to ${to}`),
        )
      : null,
  );
}

/**
 * The page, drawn by the browser's own viewer; phones and browsers without windows have none.
 * @param {Fax} fax
 * @param {string} pdf
 * @param {string} to
 */
function sheet(fax, pdf, to) {
  if (!fax.pagesKept) return h('p', { class: 'meta' }, 'The pages are not kept any more.');
  if (!navigator.pdfViewerEnabled)
    return h('p', { class: 'meta' }, 'This browser shows no PDF inside a page: open it, or read its text.');
  return h('object', {
    class: 'sheet',
    type: 'application/pdf',
    // As wide as there is room for, without the viewer's tools: the PDF in a window of its own has them.
    data: `${pdf}#toolbar=0&navpanes=0&view=FitH`,
    'aria-label': `The page of the fax to ${to}; its text stands below.`,
  });
}

/**
 * What the pharmacies wrote down by themselves: the other side's evidence.
 * @param {LogEntry[]} entries
 */
export function pharmacyLog(entries) {
  return h(
    'section',
    { class: 'card', key: 'log', 'aria-labelledby': 'log-title' },
    h('h3', { id: 'log-title' }, "The pharmacy's own log"),
    h(
      'p',
      { class: 'meta' },
      'Written by the simulated pharmacy before it answered; the service cannot change it.',
    ),
    h(
      'div',
      { class: 'scroll', tabindex: '0', role: 'group', 'aria-labelledby': 'log-title' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Time', 'What came', 'Answered', 'Taken'].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          entries.map((entry) =>
            h(
              'tr',
              { key: `log-${entry.sequence}` },
              h('td', {}, time(entry.at)),
              h('td', {}, `${entry.kind}${entry.attempt > 1 ? `, time ${entry.attempt}` : ''}`),
              h('td', {}, h('code', {}, entry.answered)),
              h('td', {}, entry.accepted ? 'Yes' : entry.duplicate ? 'Held already' : 'No'),
            ),
          ),
        ),
      ),
    ),
  );
}
