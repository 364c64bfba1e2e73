// Owns the decision whether a treatment is a controlled substance, by its ingredients (W7). It fails closed.
import { findState } from '../contact/states.ts';
import { FEDERAL_LIST_DATE, FEDERAL_SCHEDULES, PREPARATIONS, type Schedule } from './federal-schedules.ts';
import { candidateNames, plainName, splitIngredients } from './ingredient-name.ts';
import { KNOWN_INGREDIENTS } from './known-ingredients.ts';
import { STATE_SCHEDULES, type StateSchedule } from './state-schedules.ts';

/** What is asked. */
export type ControlQuestion = {
  /** Names of all active ingredients; one text may hold several, as in `acetaminophen/codeine`. */
  readonly ingredients: readonly string[];
  /** A device without ingredients holds no drug; a medication or compound without them is unknown. Default `MEDICATION`. */
  readonly kind?: 'MEDICATION' | 'EQUIPMENT' | 'COMPOUND';
  readonly doseForm?: string;
  /**
   * States whose law applies, by code or name: the patient's, the pharmacy's, the prescriber's. Without any, the federal
   * list alone decides, as in a search before a patient is chosen.
   */
  readonly states?: readonly string[];
  /** The day on which it would be prescribed, `YYYY-MM-DD`. */
  readonly on: string;
};

/** `unknown` is refused like `controlled`: it cannot be shown to be uncontrolled. `ingredient` is the one that decided. */
export type ControlDecision =
  | { readonly status: 'uncontrolled'; readonly reason: string; readonly source: string }
  | {
      readonly status: 'controlled';
      readonly schedule: Schedule | 'I';
      readonly ingredient: string;
      readonly state?: string;
      readonly reason: string;
      readonly source: string;
    }
  | {
      readonly status: 'unknown';
      readonly ingredient?: string;
      readonly reason: string;
      readonly source: string;
    };

type Listing = {
  readonly schedule: Schedule;
  readonly citation: string;
  readonly since: string;
  readonly until: string;
};

const ALWAYS = '0000-01-01';
const NEVER = '9999-12-31';
const STRICTEST_FIRST: readonly string[] = ['I', 'II', 'III', 'IV', 'V'];

const FEDERAL: ReadonlyMap<string, Listing> = new Map(
  FEDERAL_SCHEDULES.flatMap(({ schedule, citation, names }) =>
    names.map((entry) => {
      const dated = typeof entry === 'string' ? { name: entry } : entry;
      return [
        dated.name,
        { schedule, citation, since: dated.since ?? ALWAYS, until: dated.until ?? NEVER },
      ] as const;
    }),
  ),
);

let known: ReadonlySet<string> | undefined;

/** Decides: controlled by any ingredient, else unknown by any ingredient, else uncontrolled. Pure and total. */
export function decideControl(question: ControlQuestion): ControlDecision {
  const ingredients = question.ingredients.flatMap(splitIngredients);
  if (ingredients.length === 0) {
    return question.kind === 'EQUIPMENT'
      ? { status: 'uncontrolled', reason: 'It is equipment and holds no drug.', source: '21 U.S.C. 802(6)' }
      : unknown('Its ingredients are not known, so that it cannot be shown to be uncontrolled.');
  }
  const federal = ingredients
    .flatMap((name) => federalListings(name, ingredients, question))
    .sort(byStrictness);
  const states = (question.states ?? []).map((text) => findState(text)?.code ?? null);
  const local = ingredients.flatMap((name) => stateListings(name, states, question.on));
  const controlled = [...federal, ...local.flatMap(({ sure }) => (sure === undefined ? [] : [sure]))].sort(
    byStrictness,
  )[0];
  if (controlled !== undefined) return controlled;
  const reported = local.find(({ sure }) => sure === undefined);
  if (reported !== undefined) return reported.doubt;
  const stranger = ingredients.find((name) => !isKnownIngredient(name));
  if (stranger !== undefined) {
    return {
      ...unknown(
        `"${stranger}" is not on the list of ingredients known to be uncontrolled, so that it cannot be shown to be.`,
      ),
      ingredient: stranger,
    };
  }
  return {
    status: 'uncontrolled',
    reason: 'None of its ingredients is a controlled substance.',
    source: `21 CFR 1308.12 to 1308.15 and state lists as of ${FEDERAL_LIST_DATE}`,
  };
}

/** True for an ingredient on the positive list: a drug known not to be scheduled federally. States may schedule it still. */
export function isKnownIngredient(name: string): boolean {
  known ??= new Set(KNOWN_INGREDIENTS);
  const names = known;
  return candidateNames(name).some((candidate) => names.has(candidate));
}

/**
 * Federal listings of a name. Every single word counts as well as the whole, so that a salt, an ester or a brand that
 * follows an ingredient's name cannot hide it.
 */
function federalListings(
  name: string,
  all: readonly string[],
  question: ControlQuestion,
): readonly Extract<ControlDecision, { status: 'controlled' }>[] {
  const candidates = [...candidateNames(name), ...plainName(name).split(' ')];
  return [...new Set(candidates)].flatMap((candidate) => {
    const listing = FEDERAL.get(candidate);
    if (listing === undefined || question.on < listing.since || question.on >= listing.until) return [];
    const { schedule, citation } = asPrepared(candidate, listing, all, question.doseForm);
    return [
      {
        status: 'controlled' as const,
        schedule,
        ingredient: candidate,
        reason: `${candidate} is a controlled substance (Schedule ${schedule}). Controlled substances cannot be prescribed here.`,
        source: citation,
      },
    ];
  });
}

function asPrepared(
  ingredient: string,
  listing: Listing,
  all: readonly string[],
  doseForm: string | undefined,
): { schedule: Schedule; citation: string } {
  if (ingredient === 'dronabinol' && /capsule/i.test(doseForm ?? '')) {
    return { schedule: 'III', citation: '21 CFR 1308.13(g)' };
  }
  const others = all.map(plainName).filter((name) => !name.split(' ').includes(ingredient));
  const preparation = PREPARATIONS.find(
    (entry) =>
      entry.ingredient === ingredient &&
      others.some((other) => entry.with === 'any' || other.split(' ').includes(entry.with)),
  );
  return preparation ?? listing;
}

type Local = {
  readonly sure?: Extract<ControlDecision, { status: 'controlled' }>;
  readonly doubt: Extract<ControlDecision, { status: 'unknown' }>;
};

function stateListings(name: string, states: readonly (string | null)[], on: string): readonly Local[] {
  const candidates = candidateNames(name);
  const listings = STATE_SCHEDULES.filter((entry) =>
    entry.names.some((listed) => candidates.includes(listed)),
  );
  return states.flatMap((state) => {
    if (state === null) {
      const reason = `Some states schedule ${name}, and the state is not known.`;
      return listings.length === 0 ? [] : [{ doubt: { ...unknown(reason), ingredient: name } }];
    }
    return listings
      .filter(
        (entry) => entry.state === state && on >= (entry.since ?? ALWAYS) && on < (entry.until ?? NEVER),
      )
      .map((entry) => localDecision(name, entry));
  });
}

function localDecision(name: string, entry: StateSchedule): Local {
  const doubt = {
    status: 'unknown' as const,
    ingredient: name,
    reason: `${entry.state} is reported to schedule ${name} (${entry.schedule}), so that it cannot be shown to be uncontrolled there.`,
    source: entry.source,
  };
  if (entry.certainty === 'reported') return { doubt };
  return {
    doubt,
    sure: {
      status: 'controlled',
      schedule: entry.schedule,
      ingredient: name,
      state: entry.state,
      reason: `${name} is a controlled substance in ${entry.state} (Schedule ${entry.schedule}). Controlled substances cannot be prescribed here.`,
      source: entry.source,
    },
  };
}

function byStrictness(a: { readonly schedule: string }, b: { readonly schedule: string }): number {
  return STRICTEST_FIRST.indexOf(a.schedule) - STRICTEST_FIRST.indexOf(b.schedule);
}

function unknown(reason: string): Extract<ControlDecision, { status: 'unknown' }> {
  return { status: 'unknown', reason, source: 'no list names it' };
}
