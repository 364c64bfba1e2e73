// Owns how one problem of the review is said: of which medicine, what it is, what the page or the service says of it, and the way there.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { medicationText } from '../../kit/medication.ts';
import type { ReviewText } from '../../text/en/workflow/review.ts';
import type { WorkflowHost } from '../part.ts';
import { problemText } from '../problem-text.ts';
import type { Problem, ProblemLocation } from '../state/problem.ts';

/** Leads to the place where a problem is mended. */
export type GoTo = (location: ProblemLocation) => void;

export function problemLine(
  host: WorkflowHost,
  words: ReviewText,
  problem: Problem,
  goTo: GoTo,
): TemplateResult {
  const { text } = host;
  const sentence = words.problems[problem.code] ?? problemText(text, problem);
  const about =
    problem.about === undefined || problem.about === '' ? '' : ` ${aboutText(host, problem.about)}`;
  const which = whichDraft(host, problem.location);
  const { location } = problem;
  if (location.in === 'page')
    return html`${which}${sentence}${about} <span class="muted">${words.byPage}</span>`;
  if (location.in === 'prescriber' || location.in === 'attestation') return html`${which}${sentence}${about}`;
  return html`${which}${sentence}${about} <button type="button" class="inline" @click=${() => goTo(location)}
      aria-label="${words.goThere}: ${sentence}">${location.in === 'again' ? text.kit.tryAgain : words.goThere}</button>`;
}

/** What a person lacks comes as a code; anything else is the page's own words. */
function aboutText({ text, state }: WorkflowHost, about: string): string {
  const need = state.signer.missing.find(({ code }) => code === about);
  return need === undefined ? about : (text.said.needs[about] ?? need.text);
}

/** Which of the drafts, by its own line. */
function whichDraft({ state, text }: WorkflowHost, location: ProblemLocation): unknown {
  if (location.in !== 'draft' || state.drafts.rows.length < 2) return nothing;
  const treatment = state.drafts.find(location.draftId)?.treatment;
  return treatment === undefined || treatment === null
    ? nothing
    : html`<bdi dir="ltr">${medicationText(treatment, text.kit.language)}</bdi>: `;
}
