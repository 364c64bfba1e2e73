// What of the queue needs a person now: what is stuck, and what has not left in time.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { DeliveryFigures, QueueAdministration } from '../../delivery/inside.ts';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { instant } from '../shown.ts';
import { holdSentence, QUEUE_PATH } from './pages.ts';
import { WORDS } from './words.ts';

export async function queueAttention(
  queue: Pick<QueueAdministration, 'holds'>,
  figures: () => Promise<DeliveryFigures>,
  clock: Clock,
  language: Language,
): Promise<readonly SafeHtml[]> {
  const words = WORDS[language];
  try {
    const [{ lanes, stuck }, holds] = await Promise.all([figures(), queue.holds()]);
    const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
    const stuckNow = sum(stuck.map(({ fills }) => fills));
    const stuckLate = sum(stuck.map(({ late }) => late));
    const late = sum(lanes.map((lane) => lane.late));
    const oldest = clock.now() - Math.max(0, ...lanes.map((lane) => lane.lateOldestSeconds)) * 1_000;
    const heldLate = sum(lanes.map((lane) => lane.lateOnHold));
    const to = (path: string, count: number): SafeHtml => html`<a href="${path}">${count}</a>`;
    return [
      ...holds.map((hold) => html`<a href="${QUEUE_PATH}">${holdSentence(words, hold)}</a>`),
      ...(stuckNow === 0
        ? []
        : [html`${words.stuckNow} ${to(`${QUEUE_PATH}/stuck`, stuckNow)}; ${words.stuckLate(stuckLate)}`]),
      ...(late === 0
        ? []
        : [
            html`${words.lateNow} ${to(QUEUE_PATH, late)}; ${words.lateSince} ${instant(new Date(oldest).toISOString())}`,
          ]),
      ...(heldLate === 0 ? [] : [html`${words.heldLate} ${to(QUEUE_PATH, heldLate)}`]),
    ];
  } catch (error) {
    // They are bounded in time: then the page is there all the same.
    if (!isUnavailable(error)) throw error;
    return [html`${words.notCounted}`];
  }
}
