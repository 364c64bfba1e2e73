// Owns the structure that read directions come to, or what is missing of them: what the treatment settles is settled, the rest is asked.

import {
  SIG_BOUNDS,
  SIG_VERSION,
  type SigDose,
  type SigPart,
  type SigPhase,
  type StructuredSig,
} from '../sig-model.ts';
import { DOSE_UNITS, type DoseUnitName, MOMENTS, ROUTES, type RouteName } from '../sig-words.ts';
import { hasTime, isAtOneMeal, lastOf, type PartDraft, type PhaseDraft, type SigDraft } from './parts.ts';
import { canonical, massFits, massOrCount } from './read-amounts.ts';
import { checkSteps, durationOf, type Report } from './steps.ts';
import { isOnNamedDaysToo, momentsIn, momentsOf, whenOf } from './time/when.ts';
import { errorAt } from './tokens.ts';
import type { FormFacts } from './treatment.ts';
import { isNoWay, routeOf, verbFits } from './way.ts';

/** The ways for which a place on the body is said. */
const PLACED: readonly RouteName[] = ['topical', 'transdermal', 'subcutaneous', 'intramuscular'];

/** What is known of the treatment. */
export type Treated = { readonly facts: FormFacts | undefined; readonly strength: string | undefined };

/** The structure; undefined with what is missing or wrong added to the draft's errors. */
export function complete(draft: SigDraft, treated: Treated): StructuredSig | undefined {
  const { errors } = draft;
  if (errors.length > 0) return undefined;
  const report: Report = (code, message, choices) =>
    void errors.push(errorAt(code, message, [], { choices }));
  if (!inherit(draft, report)) return undefined;
  const first = draft.phases[0]?.parts[0];
  const route = routeOf(draft, first?.unit ?? treated.facts?.units[0], treated.facts);
  if (typeof route !== 'string')
    report(
      'ROUTE_MISSING',
      'The route is missing, as in "po" or "by mouth".',
      route.map((one) => ROUTES[one].words),
    );
  else if (isNoWay(route, treated.facts) || (draft.action !== undefined && !verbFits(draft.action, route)))
    report(
      'CONTRADICTS_ITSELF',
      `What is prescribed is not given ${ROUTES[route].words}: check the route, or the medicine.`,
    );
  const phases = draft.phases.map((phase) => phaseOf(phase, treated, report, draft));
  checkSteps(draft, report);
  // In the order in which people write: the dose, the route, how often.
  errors.sort(
    (a, b) =>
      Number(b.code === 'DOSE_MISSING' || b.code === 'UNIT_MISSING') -
      Number(a.code === 'DOSE_MISSING' || a.code === 'UNIT_MISSING'),
  );
  const [head, ...steps] = phases;
  if (errors.length > 0 || head === undefined || typeof route !== 'string' || phases.includes(undefined))
    return undefined;
  return assembled(draft, head, steps as SigPhase[], route, treated, report);
}

function assembled(
  draft: SigDraft,
  head: SigPhase,
  steps: readonly SigPhase[],
  route: RouteName,
  { facts }: Treated,
  report: Report,
): StructuredSig | undefined {
  const { action, site, reason, purpose, directed, advice } = draft;
  const { unit } = head.dose;
  const maxPerDay = maximumOf(draft, head, steps);
  const limitUnit = maxPerDay?.unit;
  if (
    limitUnit !== undefined &&
    limitUnit !== unit &&
    !['milligram', 'microgram', 'gram'].includes(limitUnit)
  ) {
    draft.errors.push(
      errorAt(
        'MAXIMUM_IN_OTHER_UNIT',
        'The daily maximum is in another unit than the dose.',
        draft.maximumWords ?? [],
      ),
    );
    return undefined;
  }
  if (draft.errors.length > 0) return undefined;
  if (site !== undefined && !PLACED.includes(route)) {
    report('CONTRADICTS_ITSELF', 'A place on the body does not go with this route.');
    return undefined;
  }
  const verb = action ?? (unit === 'injection' ? 'use' : (facts?.action ?? ROUTES[route].action));
  return {
    version: SIG_VERSION,
    action: verb,
    ...head,
    route,
    ...(site === undefined ? {} : { site }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(reason === undefined ? {} : { asNeededFor: reason }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(directed === undefined ? {} : { asDirectedBy: directed }),
    ...(maxPerDay === undefined ? {} : { maxPerDay: maxPerDay.amount }),
    ...(limitUnit === undefined || limitUnit === unit ? {} : { maxPerDayUnit: limitUnit }),
    ...(advice.length === 0 ? {} : { advice }),
  };
}

/** "At most 5 doses" of one dose is five times as much; of a range or of several doses nobody knows. */
function maximumOf(
  { maxPerDay, errors, maximumWords = [] }: SigDraft,
  { dose, also }: SigPhase,
  steps: readonly SigPhase[],
): SigDraft['maxPerDay'] {
  if (maxPerDay?.doses !== true) return maxPerDay;
  if (dose.max !== undefined || also !== undefined || steps.length > 0)
    errors.push(
      errorAt('MAXIMUM_IN_OTHER_UNIT', 'The daily maximum is in doses, and they differ.', maximumWords),
    );
  return { amount: canonical(Number(maxPerDay.amount) * Number(dose.amount)) };
}

/** What later doses and steps leave out is as before: "then 1 tablet for 5 days" as often, "then twice daily" as much. */
function inherit({ phases }: SigDraft, report: Report): boolean {
  // "Then 1 tablet twice daily thereafter" begins no third step.
  if (phases.length > 2 && isEmpty(lastOf(phases)) && lastOf(phases).behind === true) phases.pop();
  daysAsOne(phases);
  for (const [at, phase] of phases.entries()) {
    const last = lastOf(phase.parts);
    const before = phase.parts.at(-2);
    // "1 tablet daily, 1 tab": said once more, nothing new.
    if (before !== undefined && !hasTime(last) && last.timing === undefined && sameDose(before, last))
      phase.parts.pop();
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

function phaseOf(phase: PhaseDraft, treated: Treated, report: Report, draft: SigDraft): SigPhase | undefined {
  const parts: SigPart[] = [];
  let unit: DoseUnitName | undefined = draft.phases[0]?.parts.find((part) => part.unit !== undefined)?.unit;
  for (const part of phase.parts) {
    if (phase.days !== undefined && phase.days.from === phase.days.to && !hasTime(part))
      part.frequency = { kind: 'named', name: 'daily' };
    // "15 units before breakfast and 10 units before dinner": each is taken once on a day.
    if (phase.parts.length > 1 && !hasTime(part) && isAtOneMeal(part))
      part.frequency = { kind: 'named', name: 'daily' };
    const dose = doseOf(part, unit, treated, report, draft);
    unit = dose?.unit ?? unit;
    const isStep = draft.phases.length > 1 && (phase.duration ?? phase.days) !== undefined;
    const when = whenOf(part, isStep);
    if (!when.ok) draft.errors.push(when.error);
    if (dose === undefined || !when.ok) continue;
    parts.push({
      dose,
      ...when.when,
      ...(part.timing === undefined ? {} : { timing: part.timing.value }),
      ...(part.timing?.minutes === undefined ? {} : { timingMinutes: part.timing.minutes }),
    });
  }
  if (isOnNamedDaysToo(parts))
    report(
      'STEPS_UNCLEAR',
      'On the days that are named: this dose instead of the other, or both? Name the days of each dose.',
    );
  const [first, ...also] = merged(parts);
  if (first === undefined || parts.length < phase.parts.length) return undefined;
  const duration = durationOf(phase);
  return {
    ...first,
    ...(also.length === 0 ? {} : { also }),
    ...(duration === undefined ? {} : { duration }),
  };
}

/** The same dose in the morning and in the evening is one dose at two times. */
function merged(parts: readonly SigPart[]): readonly SigPart[] {
  const [first, ...rest] = parts;
  if (first === undefined || rest.length === 0) return parts;
  const plain = ({ dose, frequency, ...more }: SigPart): boolean =>
    momentsOf(frequency) !== undefined &&
    Object.keys(more).every((key) => key === 'timing') &&
    more.timing === parts.at(-1)?.timing &&
    JSON.stringify(dose) === JSON.stringify(first.dose);
  if (!parts.every(plain)) return parts;
  const all = parts.flatMap(({ frequency }) => momentsOf(frequency) ?? []);
  if (new Set(all).size < all.length) return parts;
  return [{ ...first, frequency: momentsIn(MOMENTS.filter((moment) => all.includes(moment))) }];
}

function doseOf(
  part: PartDraft,
  before: DoseUnitName | undefined,
  { facts, strength }: Treated,
  report: Report,
  draft: SigDraft,
): SigDose | undefined {
  const [settled] = facts?.units.length === 1 ? facts.units : [];
  const counted = part.unit ?? before;
  const unit =
    counted === undefined || (counted === 'pill' && (settled === 'tablet' || settled === 'capsule'))
      ? settled
      : counted === 'puff' && settled === 'spray'
        ? 'spray'
        : counted;
  if (part.amount === undefined) {
    const spread = (facts?.others ?? []).filter((one) => 'uncounted' in DOSE_UNITS[one]);
    report(
      'DOSE_MISSING',
      'The dose is missing: begin with a number, as in "1 tab".',
      spread.map((one) => DOSE_UNITS[one].one),
    );
    return undefined;
  }
  if (unit === undefined) {
    const count = `${part.amount.amount}${part.amount.max === undefined ? '' : `-${part.amount.max}`}`;
    // A mass behind a bare number would be a guess.
    const units = [...(facts?.units ?? []), ...(facts?.others ?? [])].filter(
      (one) => facts?.units.includes(one) === true || ['milliliter', 'vial', 'puff', 'capsule'].includes(one),
    );
    const choices = (facts === undefined ? (['tablet', 'capsule', 'milliliter'] as const) : units).map(
      (one) =>
        `${count} ${Number(part.amount?.max ?? part.amount?.amount) > 1 ? DOSE_UNITS[one].many : DOSE_UNITS[one].one}`,
    );
    draft.errors.push({
      ...errorAt(
        'UNIT_MISSING',
        'The unit of the dose is missing, as in "1 tab" or "5 ml".',
        part.words ?? [],
        { choices },
      ),
    });
    return undefined;
  }
  const { amount, max } = part.amount;
  const unclear = counted === undefined ? massOrCount(part, unit, strength) : undefined;
  if (unclear !== undefined) {
    draft.errors.push(unclear);
    return undefined;
  }
  if (!DOSE_UNITS[unit].divisible && `${amount}${max ?? ''}`.includes('.')) {
    report('NOT_DIVISIBLE', `A ${DOSE_UNITS[unit].one} cannot be divided.`);
    return undefined;
  }
  if (
    part.mass !== undefined &&
    !massFits(part.mass, { amount, ...(max === undefined ? {} : { max }), unit }, strength)
  ) {
    report('CONTRADICTS_ITSELF', 'The dose and its mass contradict each other.');
    return undefined;
  }
  part.unit = unit;
  return {
    amount,
    ...(max === undefined ? {} : { max }),
    unit,
    ...(part.mass === undefined ? {} : { mass: part.mass }),
  };
}
