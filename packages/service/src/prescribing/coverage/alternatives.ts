// Which treatments that a payer names may be offered in place of a draft's, why each is one, and whether the directions stay.
import {
  type AlternativeCandidate,
  equivalentAlternatives,
  type TreatmentAlternative as RankedAlternative,
  therapeuticAlternatives,
} from '@pestle/rules/alternatives';
import { line } from '@pestle/rules/coverage-line';
import type { TreatmentHit } from '../../catalog/inside.ts';
import {
  availabilityOf,
  disabledAmong,
  findTreatmentsByRxcui,
  offeredAmong,
  type TreatmentRow,
} from '../../catalog/inside.ts';
import type { PayerAlternative, PayerDrugAnswer } from '../../coverage/inside.ts';
import { UNKNOWN_COPAY } from '../../coverage/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findOrganization, offCatalogOf } from '../../organization/inside.ts';
import type { PrescribingDeps } from '../deps.ts';
import { PRESCRIBING_LIMITS as LIMITS } from '../limits.ts';
import type { Subject } from './subject.ts';

/** A treatment that may be prescribed to this patient, with what the payer says of it. */
export interface Offer extends AlternativeCandidate {
  readonly hit: TreatmentHit;
  readonly answer: PayerAlternative;
}

export type Offered = RankedAlternative<Offer>;

/** By RxCUI what may be prescribed to this patient of everything that the answers name. */
export async function prescribableAmong(
  deps: PrescribingDeps,
  actor: Actor,
  { patient, pharmacy, today }: Subject,
  answers: readonly PayerDrugAnswer[],
): Promise<ReadonlyMap<string, TreatmentHit>> {
  const rxcuis = answers.flatMap(({ alternatives }) => alternatives.map(({ rxcui }) => rxcui));
  if (rxcuis.length === 0) return new Map();
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const rows = await findTreatmentsByRxcui(tx, rxcuis);
    const ids = rows.map(({ id }) => id);
    const disabled = await disabledAmong(tx, actor.orgId, ids);
    const userId = actor.kind === 'user' ? actor.id : null;
    const isOffCatalog = offCatalogOf(await findOrganization(tx, actor.orgId));
    const inCatalog = await offeredAmong(tx, { orgId: actor.orgId, catalogId: null, userId }, ids);
    const states = [patient.state ?? '', ...(pharmacy === null ? [] : [pharmacy.state])];
    return new Map(
      rows.flatMap((treatment) => {
        const availability = availabilityOf(treatment, {
          on: today,
          states,
          disabled: disabled.get(treatment.id),
          inCatalog: isOffCatalog || inCatalog.has(treatment.id),
        });
        if (!availability.prescribable || treatment.rxcui === null) return [];
        return [[treatment.rxcui, { treatment, inCatalog: inCatalog.has(treatment.id), availability }]];
      }),
    );
  });
}

/** The same treatment first, then the same class, then what only the payer names; each by cost as the rules order it. */
export function offersFor(
  of: TreatmentRow,
  { alternatives }: PayerDrugAnswer,
  prescribable: ReadonlyMap<string, TreatmentHit>,
): readonly Offered[] {
  const offers = alternatives.flatMap((answer): Offer[] => {
    const hit = prescribable.get(answer.rxcui);
    if (hit === undefined || hit.treatment.id === of.id) return [];
    const { status, restrictions, copay } = answer;
    const { rxcui } = answer;
    const { name } = hit.treatment;
    const coverage = { status, restrictions };
    return [
      { ...identityOf(hit.treatment), rxcui, name, coverage, copay: copay ?? UNKNOWN_COPAY, hit, answer },
    ];
  });
  const replaced = { ...identityOf(of), rxcui: of.rxcui ?? '' };
  const all = (): boolean => true;
  const known = [
    ...equivalentAlternatives(replaced, offers, all),
    ...therapeuticAlternatives(replaced, offers, all),
  ];
  const ranked = new Set(known.map(({ candidate }) => candidate));
  const named = offers
    .filter((offer) => !ranked.has(offer) && isListed(offer))
    .map((candidate) => ({ candidate, because: line('NAMED_BY_PLAN'), keepsDirections: false }));
  return [...known, ...named].slice(0, LIMITS.coverageAlternativesMax);
}

function isListed({ coverage }: Offer): boolean {
  return coverage.status === 'COVERED' || coverage.status === 'COVERED_WITH_RESTRICTIONS';
}

function identityOf(treatment: TreatmentRow) {
  const { ingredients, strength, dose_form: doseForm, therapeutic_class: vaClass } = treatment;
  return {
    ingredients,
    strength: strength ?? '',
    doseForm: doseForm ?? '',
    // The catalog knows classes by their names.
    vaClass: vaClass ?? '',
    vaClassName: vaClass ?? '',
  };
}
