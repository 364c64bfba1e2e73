// Owns the order of steps: each but the last has an end, and their days follow one another.
import type { SigError, SigPhase } from '../sig-model.ts';
import type { PhaseDraft, SigDraft } from './parts.ts';

/** Says what is wrong of the whole. */
export type Report = (code: SigError['code'], message: string, choices?: readonly string[]) => void;

/** How long a step lasts, by its duration or its days. */
export function durationOf({ duration, days }: PhaseDraft): SigPhase['duration'] {
  return duration ?? (days === undefined ? undefined : { value: days.to - days.from + 1, unit: 'day' });
}

/** Steps follow one another without a gap, and each but the last has an end. */
export function checkSteps(draft: SigDraft, report: Report): void {
  const { phases, stopped } = draft;
  const many = phases.length > 1 || phases.some(({ parts }) => parts.length > 1);
  if (many && draft.asNeeded !== undefined)
    report('STEPS_UNCLEAR', 'Which of the doses is taken as needed? Write one prescription for each.');
  let day = 1;
  for (const [at, { days, duration, parts, listed }] of phases.entries()) {
    const last = at === phases.length - 1;
    if (
      !last &&
      !parts.every(({ frequency }) => frequency?.kind === 'named' && frequency.name === 'once') &&
      (durationOf({ parts: [], ...(duration && { duration }), ...(days && { days }) }) === undefined ||
        duration?.upTo === true)
    )
      report('STEPS_UNCLEAR', 'How long each step lasts is missing, as in "for 5 days, then".');
    if (listed === true && days === undefined)
      report('STEPS_UNCLEAR', 'On which days is the next dose taken? Write them, or "then" before it.');
    if (days === undefined) continue;
    if (
      days.from !== day ||
      (duration !== undefined && (duration.unit !== 'day' || duration.value !== days.to - days.from + 1))
    )
      report('STEPS_UNCLEAR', 'The days of the steps do not follow one another.');
    day = days.to + 1;
  }
  const end = phases.at(-1);
  if (stopped && end?.duration === undefined && end?.days === undefined)
    report('STEPS_UNCLEAR', 'Stop when? Write for how many days.');
}
