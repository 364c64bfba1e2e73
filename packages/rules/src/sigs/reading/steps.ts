// Owns the order of steps: what a later one leaves out is as before, each but the last has an end, and their days follow one another.
import { SIG_BOUNDS, type SigError, type SigPhase } from '../sig-model.ts';
import { DAYS_PER } from '../sig-quantity.ts';
import { FREQUENCIES, MOMENTS } from '../sig-words.ts';
import { hasTime, lastOf, type PartDraft, type PhaseDraft, type SigDraft } from './parts.ts';
import { errorAt } from './tokens.ts';

/** Says what is wrong of the whole. */
export type Report = (code: SigError['code'], message: string, choices?: readonly string[]) => void;

/** How long a step lasts, by its duration or its days. */
export function durationOf({ duration, days }: PhaseDraft): SigPhase['duration'] {
  return duration ?? (days === undefined ? undefined : { value: days.to - days.from + 1, unit: 'day' });
}

/** Whether it would be over before a second dose: "once weekly for 4 days" says two things. */
export function isOverBefore({ frequency, duration }: SigPhase): boolean {
  if (duration === undefined) return false;
  const { kind } = frequency;
  const apart =
    kind === 'interval'
      ? frequency.count * DAYS_PER[frequency.unit]
      : kind === 'every'
        ? frequency.hours / 24
        : kind === 'named'
          ? 1 / (FREQUENCIES[frequency.name].perDay ?? 1)
          : 0;
  return apart > duration.value * DAYS_PER[duration.unit] + 1;
}

/** "Twice daily for 5 days, every 12 hours" says how often again: only "for 2 days" behind it makes it a step. */
export function dropRestated({ phases, errors }: SigDraft): void {
  for (const { restated, duration, days } of phases) {
    if (restated === undefined || (duration ?? days) !== undefined) continue;
    const { replacement, ...place } = restated;
    errors.splice(errors.indexOf(restated), 1, {
      ...place,
      code: 'SAID_TWICE',
      message: 'The frequency is there twice.',
    });
  }
}

/** Steps follow one another without a gap, and each but the last has an end. */
export function checkSteps(draft: SigDraft, report: Report): void {
  const { phases, stopped } = draft;
  const many = phases.length > 1 || phases.some(({ parts }) => parts.length > 1);
  if (many && draft.asNeeded !== undefined)
    report('STEPS_UNCLEAR', 'Which of the doses is taken as needed? Write one prescription for each.');
  const [only] = phases;
  const days = only?.days;
  // Of hormones and of what is taken in cycles it is no course.
  if (!many && days !== undefined && days.from === 1 && days.to > 1)
    draft.errors.push(
      errorAt('AMBIGUOUS', 'For so many days, or in every cycle?', only?.daysWords ?? [], {
        replacement: `for ${days.to} days`,
      }),
    );
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

/** What later doses and steps leave out is as before: "then 1 tablet for 5 days" as often, "then twice daily" as much. */
export function inherit({ phases, asNeeded, errors }: SigDraft, report: Report): boolean {
  // "Then 1 tablet twice daily thereafter" begins no third step.
  if (phases.length > 2 && isEmpty(lastOf(phases)) && lastOf(phases).behind === true) phases.pop();
  daysAsOne(phases);
  for (const [at, phase] of phases.entries()) {
    const last = lastOf(phase.parts);
    const before = phase.parts.at(-2);
    // "1 tablet daily, 1 tab": said once more, nothing new; "and 1 tab as needed" is another dose.
    const isRepeated = last.again !== undefined || /[,;.]/.test(last.words?.[0]?.before ?? '');
    if (
      before !== undefined &&
      isRepeated &&
      asNeeded === undefined &&
      !hasTime(last) &&
      last.timing === undefined &&
      sameDose(before, last)
    )
      phase.parts.pop();
    const all = phase.parts;
    for (const [index, { again, moments }] of all.entries())
      if (again !== undefined && (moments === undefined || all[index - 1]?.moments === undefined))
        errors.push(errorAt('SAID_TWICE', 'The dose is there twice.', again));
    const previous = phases[at - 1]?.parts;
    const [part] = phase.parts;
    if (
      previous?.length === 1 &&
      phase.parts.length === 1 &&
      part !== undefined &&
      previous[0] !== undefined
    ) {
      const said = previous[0];
      if (part.amount === undefined && hasTime(part)) {
        Object.assign(part, { amount: said.amount, unit: said.unit });
        if (said.mass !== undefined) part.mass = said.mass;
      } else if (part.amount !== undefined && !hasTime(part) && phase.days === undefined) {
        const { frequency, moments, weekdays, times } = said;
        Object.assign(part, { frequency, moments, weekdays, times });
      }
    }
  }
  frequencyBehind(phases);
  if (
    phases.length <= SIG_BOUNDS.steps &&
    phases.every(({ parts }) => parts.length <= SIG_BOUNDS.partsOfADay)
  )
    return true;
  report('TOO_LONG', `Directions have at most ${SIG_BOUNDS.steps} steps of ${SIG_BOUNDS.partsOfADay} doses.`);
  return false;
}

/** "4 tabs for 2 days, then 3 tabs for 2 days, once daily": said of all steps, where none has said another. */
function frequencyBehind(phases: readonly PhaseDraft[]): void {
  const parts = phases.flatMap((phase) =>
    phase.parts.length === 1 && phase.duration !== undefined ? phase.parts : [],
  );
  const last = parts.at(-1);
  const others = parts.slice(0, -1);
  if (parts.length < phases.length || others.some((part) => hasTime(part))) return;
  if (last?.frequency?.kind === 'named' && last.frequency.name === 'daily')
    for (const part of others) part.frequency = last.frequency;
}

/** "2 in the morning and then 2 in the evening" is one day, no steps. */
function daysAsOne(phases: PhaseDraft[]): void {
  const moments = phases.flatMap(({ parts, duration, days }) =>
    parts.map(({ moments: said, frequency, amount }) =>
      duration === undefined &&
      days === undefined &&
      frequency === undefined &&
      amount !== undefined &&
      said?.length === 1
        ? MOMENTS.indexOf(said[0] ?? 'morning')
        : -1,
    ),
  );
  if (phases.length < 2 || moments.some((moment, index) => moment <= (moments[index - 1] ?? -1))) return;
  const [first] = phases;
  first?.parts.push(...phases.splice(1).flatMap(({ parts }) => parts));
}

function isEmpty({ parts: [part, ...others], duration, days }: PhaseDraft): boolean {
  return Object.keys(part ?? {}).length + others.length === 0 && duration === undefined && days === undefined;
}

function sameDose(a: PartDraft, b: PartDraft): boolean {
  return (
    JSON.stringify(a.amount) === JSON.stringify(b.amount) &&
    (b.unit === undefined || a.unit === undefined || a.unit === b.unit)
  );
}
