// Owns the structure that read directions come to, or what is missing of them: what the treatment settles is settled, the rest is asked.

import {
  SIG_VERSION,
  type SigDose,
  type SigError,
  type SigPart,
  type SigPhase,
  type StructuredSig,
} from '../sig-model.ts';
import { DOSE_UNITS, type DoseUnitName, MOMENTS, ROUTES, type RouteName } from '../sig-words.ts';
import { hasTime, isAtOneMeal, type PartDraft, type PhaseDraft, type SigDraft } from './parts.ts';
import { canonical, isInUnits, massFits, massOrCount, unlikeStrength } from './read-amounts.ts';
import { checkSteps, dropRestated, durationOf, inherit, isOverBefore, type Report } from './steps.ts';
import { isOnNamedDaysToo, momentsIn, momentsOf, whenOf } from './time/when.ts';
import { errorAt } from './tokens.ts';
import type { FormFacts } from './treatment.ts';
import { isNoWay, routeOf, unitFits, verbFits } from './way.ts';
import { textOf } from './words.ts';

/** The ways for which a place on the body is said. */
const PLACED: readonly RouteName[] = ['topical', 'transdermal', 'subcutaneous', 'intramuscular'];

/** What is known of the treatment. */
export type Treated = { readonly facts: FormFacts | undefined; readonly strength: string | undefined };

/** The structure; undefined with what is missing or wrong added to the draft's errors. */
export function complete(draft: SigDraft, treated: Treated): StructuredSig | undefined {
  const { errors } = draft;
  dropRestated(draft);
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
  if (draft.eachSite !== undefined && !phases.every((phase) => phase === undefined || isSpread(phase)))
    errors.push(
      errorAt(
        'AMBIGUOUS',
        'Is that much for each of them? Write the whole amount, as in "8 grams to both knees".',
        draft.eachSite,
      ),
    );
  const strange = typeof route === 'string' ? unitOfNoWay(phases, route) : undefined;
  if (typeof route === 'string' && strange !== undefined)
    report(
      'CONTRADICTS_ITSELF',
      `A dose in ${DOSE_UNITS[strange].many} is not given ${ROUTES[route].words}: check the unit, or the medicine.`,
    );
  if (phases.some((phase) => phase !== undefined && isOverBefore(phase)))
    report('CONTRADICTS_ITSELF', 'It ends before the next dose.');
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

/** Put on without an amount: a thin layer on each knee is a thin layer on both. */
function isSpread({ dose, also = [] }: SigPhase): boolean {
  return [dose, ...also.map((part) => part.dose)].every(({ unit }) => 'uncounted' in DOSE_UNITS[unit]);
}

/** The first unit in which nothing is given by that way. */
function unitOfNoWay(
  phases: ReadonlyArray<SigPhase | undefined>,
  route: RouteName,
): DoseUnitName | undefined {
  return phases
    .flatMap((phase) => (phase === undefined ? [] : [phase, ...(phase.also ?? [])]))
    .find(({ dose }) => !unitFits(dose.unit, route))?.dose.unit;
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
    if (!when.ok) draft.errors.push(askedOf(dailyOnDays(phase, when.error), draft, treated));
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

/** "4 tablets on days 1-3" is 4 on each of them, as a rule. */
function dailyOnDays({ parts, daysWords = [] }: PhaseDraft, error: SigError): SigError {
  if (error.code !== 'FREQUENCY_MISSING' || daysWords.length === 0 || parts.length > 1) return error;
  return errorAt('FREQUENCY_MISSING', error.message, daysWords, {
    replacement: `daily ${textOf(daysWords)}`,
  });
}

/** How often a rescue is used is one choice: once, or a second one after a while. Labels of epinephrine and naloxone know both. */
function askedOf(error: SigError, { asNeeded }: SigDraft, { facts }: Treated): SigError {
  if (error.code !== 'FREQUENCY_MISSING' || (error.replacement ?? error.choices) !== undefined) return error;
  return asNeeded === undefined || facts?.rescue === undefined
    ? error
    : { ...error, choices: ['one time only', 'every 15 minutes x 2 doses'] };
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

/** A bare number of a liquid beyond this is no volume that anybody swallows at once: "160" of a suspension is its milligrams. */
const PLAINLY_MILLILITERS = 30;

/** What a bare number may count. A mass behind it would be a guess, and so would a volume of what is injected: there only units are offered. */
function unitsOfCount(
  { amount, max }: NonNullable<PartDraft['amount']>,
  facts: FormFacts | undefined,
  strength: string | undefined,
): readonly DoseUnitName[] {
  const { units = [], others = [], routes = [] } = facts ?? {};
  if (routes.includes('subcutaneous')) return units.length > 0 ? units : isInUnits(strength) ? ['unit'] : [];
  return [...units, ...others].filter(
    (one) =>
      units.includes(one) ||
      (one === 'milliliter' && Number(max ?? amount) <= PLAINLY_MILLILITERS) ||
      one === 'vial' ||
      one === 'puff' ||
      one === 'capsule',
  );
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
    const units = unitsOfCount(part.amount, facts, strength);
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
  // What is given by the milliliter is set in doses, and a whole pen is many; 40 mg in 0.4 mL is one.
  if (unit === 'pen' && facts?.holdsSeveral === true && !/\/ ?0\.\d+ ?mL$/i.test(strength ?? '')) {
    report(
      'AMBIGUOUS',
      'A pen of this form holds several doses: write the dose itself, as in "0.5 mg" or "10 units".',
    );
    return undefined;
  }
  const { amount, max } = part.amount;
  const unclear = counted === undefined ? massOrCount(part, unit, strength) : undefined;
  if (unclear !== undefined) {
    draft.errors.push(unclear);
    return undefined;
  }
  const dose: SigDose = {
    amount,
    ...(max === undefined ? {} : { max }),
    unit,
    ...(part.mass === undefined ? {} : { mass: part.mass }),
  };
  const wrong = wrongDose(dose, facts, strength);
  if (wrong !== undefined) {
    report(...wrong);
    return undefined;
  }
  part.unit = unit;
  return dose;
}

/** What no such medicine can be given in: its strength, its parts, or the mass beside the count say otherwise. */
function wrongDose(
  dose: SigDose,
  facts: FormFacts | undefined,
  strength: string | undefined,
): readonly [code: SigError['code'], message: string] | undefined {
  const { amount, max, unit, mass } = dose;
  const unlike = unlikeStrength(dose, facts, strength);
  if (unlike !== undefined) return unlike;
  if (!DOSE_UNITS[unit].divisible && `${amount}${max ?? ''}`.includes('.'))
    return ['NOT_DIVISIBLE', `A ${DOSE_UNITS[unit].one} cannot be divided.`];
  return mass === undefined || massFits(mass, dose, strength)
    ? undefined
    : ['CONTRADICTS_ITSELF', 'The dose and its mass contradict each other.'];
}
