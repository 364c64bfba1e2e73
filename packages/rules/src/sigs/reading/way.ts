// Owns the way by which a dose gets into the body, and the place on it: what was said, what the form settles, and what no form of this kind is given by.
import { type Action, type DoseUnitName, type RouteName, SITES, type SiteName } from '../sig-words.ts';
import type { SigDraft } from './parts.ts';
import { type Token, wordCount } from './tokens.ts';
import { type FormFacts, routesOfUnit } from './treatment.ts';

const EYE: readonly RouteName[] = ['rightEye', 'leftEye', 'eachEye', 'affectedEye'];
const EAR: readonly RouteName[] = ['rightEar', 'leftEar', 'eachEar', 'affectedEar'];
const LUNGS: readonly RouteName[] = ['inhaled', 'nebulized'];
const NEEDLE: readonly RouteName[] = ['subcutaneous', 'intramuscular'];
/** What is swallowed is made for it, but for what is injected and given by mouth instead. */
const NEVER_SWALLOWED: readonly RouteName[] = [
  ...EYE,
  ...EAR,
  ...LUNGS,
  'nasal',
  'rectal',
  'vaginal',
  'topical',
  'transdermal',
];

const SWALLOWING: ReadonlySet<Action> = new Set([
  'chew',
  'drink',
  'swallow',
  'gargle',
  'swishAndSwallow',
  'swishAndSpit',
]);

/** Whether one does this by that way: nobody inhales by mouth what is swallowed, or chews under the skin. */
export function verbFits(action: Action, route: RouteName): boolean {
  if (action === 'inhale') return LUNGS.includes(route) || route === 'nasal' || route === 'oneNostril';
  if (action === 'inject') return NEEDLE.includes(route);
  return !SWALLOWING.has(action) || route === 'oral' || route === 'buccal';
}

/**
 * Whether a form of this kind is never given so: an ear drop in an eye, a patch by mouth, a cream injected. Practice knows many other uses than
 * a form's own (an eye drop in an ear, a tablet under the tongue): those stay possible.
 */
export function isNoWay(route: RouteName, facts: FormFacts | undefined): boolean {
  const usual = facts?.routes ?? [];
  if (usual.length === 0 || usual.includes(route)) return false;
  const isOf = (kind: readonly RouteName[]): boolean => usual.some((one) => kind.includes(one));
  if (EYE.includes(route)) return !isOf(EYE);
  if (EAR.includes(route)) return !isOf(EYE) && !isOf(EAR);
  if (LUNGS.includes(route)) return !isOf(LUNGS);
  if (NEEDLE.includes(route)) return !isOf(NEEDLE);
  return route === 'oral' && isOf(NEVER_SWALLOWED);
}

const SWALLOWED: readonly RouteName[] = ['oral', 'sublingual', 'buccal'];
const NOSE: readonly RouteName[] = ['nasal', 'oneNostril'];
const SOLID: readonly RouteName[] = [...SWALLOWED, 'vaginal', 'rectal'];
/** The ways by which a unit can be given at all; what is not named goes any way. */
const WAYS_OF: Partial<Record<DoseUnitName, readonly RouteName[]>> = {
  tablet: SOLID,
  pill: SOLID,
  capsule: [...SOLID, 'inhaled'],
  puff: [...LUNGS, ...NOSE],
  spray: [...SWALLOWED, ...NOSE, 'topical', 'transdermal', 'scalp'],
  patch: ['transdermal', 'topical'],
  suppository: ['rectal', 'vaginal'],
  insert: ['vaginal'],
  drop: [...EYE, ...EAR, ...SWALLOWED, ...NOSE, 'topical', 'scalp'],
  vial: [...LUNGS, ...NEEDLE, 'oral'],
  unit: [...NEEDLE, ...NOSE, ...LUNGS, 'oral'],
  injection: NEEDLE,
  syringe: NEEDLE,
};

/** Whether a dose in this unit can be given so: no puff is swallowed, and nobody puts a vial or a milliliter into an eye. */
export function unitFits(unit: DoseUnitName, route: RouteName): boolean {
  return WAYS_OF[unit]?.includes(route) ?? !(unit === 'milliliter' && EYE.includes(route));
}

/** The route, or those among which somebody chooses. */
export function routeOf(
  draft: SigDraft,
  unit: DoseUnitName | undefined,
  facts: FormFacts | undefined,
): RouteName | readonly RouteName[] {
  // "Inhale 2 puffs by mouth" is how it is said, and no swallowing.
  if (draft.route === 'oral' && (unit === 'puff' || draft.action === 'inhale')) {
    const [lungs] = facts?.routes.filter((one) => LUNGS.includes(one)) ?? [];
    if (lungs !== undefined || unit === 'puff') return lungs ?? 'inhaled';
  }
  if (draft.route !== undefined) return draft.route;
  const known = facts === undefined || facts.routes.length === 0 ? routesOfUnit(unit) : facts.routes;
  const [only, ...others] = known;
  const placed = draft.site !== undefined;
  if (placed && facts === undefined && draft.action !== 'inject') return 'topical';
  // By its form, or by a unit that goes one way only.
  if (
    only !== undefined &&
    others.length === 0 &&
    (facts?.routes.length === 1 || ['inhaled', 'transdermal'].includes(only))
  )
    return only;
  if (draft.site !== undefined && known.includes('topical')) return 'topical';
  return draft.action === 'inject' && known.length === 0 ? ['subcutaneous', 'intramuscular'] : known;
}

const AFFECTED =
  /^(?:(?:to|on|onto|over) )?(?:the )?(?:affected (?:areas?|skin|parts?|spots?)|aas?|rash) (?=(?:of|on|in|over|around) )/;
const SITE = new RegExp(
  String.raw`^(?:to|on|onto|in|into|of|over|around) (?:(?:the|your|entire|whole|affected) )*(?:(left|right|both|each) )?(${Object.values(
    SITES,
  )
    .flatMap(({ one, many, typed }) => [one, many, ...typed])
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?= |$)`,
);
const SITE_OF: ReadonlyMap<string, SiteName> = new Map(
  Object.entries(SITES).flatMap(([name, { one, many, typed }]) =>
    [one, many, ...typed].map((text) => [text, name as SiteName] as const),
  ),
);
/** A place on the body of which only the affected areas are meant: "to affected areas of the face". */
export function readAffected(ahead: string): Token | undefined {
  const said = AFFECTED.exec(ahead)?.[0];
  const site = said === undefined ? undefined : readSite(ahead.slice(said.length));
  if (said === undefined || site?.kind !== 'site') return undefined;
  return { ...site, value: { ...site.value, affected: true }, words: site.words + wordCount(said.trim()) };
}

/** A place on the body that begins the text: "to the left knee". */
export function readSite(ahead: string): Token | undefined {
  const match = SITE.exec(ahead);
  const name = SITE_OF.get(match?.[2] ?? '');
  if (match === null || name === undefined) return undefined;
  const { one, many } = SITES[name];
  const each = match[1] === 'each' && many !== one;
  const side =
    match[1] === 'each' ? (each ? 'both' : undefined) : (match[1] as 'left' | 'right' | 'both' | undefined);
  const plural = side === undefined && match[2] === many && one !== many;
  return {
    kind: 'site',
    value: { name, ...(side === undefined && !plural ? {} : { side: side ?? 'both' }) },
    ...(each ? { each } : {}),
    words: match[0].split(' ').length,
  };
}
