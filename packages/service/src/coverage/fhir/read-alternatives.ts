// Reads what else a payer offers: other drugs by RxCUI, and kinds of pharmacy at which the same drug costs less.
import { line } from '@pestle/rules/coverage-line';
import { toQuantity } from '@pestle/rules/decimal';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug, AskedPharmacy, PayerAlternative, PayerDrugAnswer, PayerVerdict } from '../payer.ts';
import type { AddedItem, ClaimResponse, Organization } from './answer-shape.ts';
import { EXTENSIONS, SYSTEMS } from './profile.ts';
import { readVerdict } from './read-verdict.ts';
import { unitOf } from './request.ts';

/** What was asked, and where the answer's references lead. */
export interface Asked {
  readonly drug: AskedDrug;
  readonly pharmacy: AskedPharmacy | null;
  /** How the question itself named the pharmacy. */
  readonly isAskedPharmacy: (reference: string) => boolean;
  readonly organization: (reference: string) => Organization | undefined;
}

type OfferedAt = 'HERE' | 'ELSEWHERE';
type Offer = {
  readonly added: AddedItem;
  readonly verdict: PayerVerdict;
  readonly rxcui: string;
  readonly offeredAt: OfferedAt;
};

type Alternatives = Pick<PayerDrugAnswer, 'alternatives' | 'cheaperAt'>;

/** `verdict` is what the payer says of the drug that was asked about. */
export function readAlternatives(response: ClaimResponse, asked: Asked, verdict: PayerVerdict): Alternatives {
  const offers = response.addItem.flatMap((added): readonly Offer[] => {
    const rxcui = rxcuiOf(added);
    if (rxcui === undefined || !isOffer(added)) return [];
    const read = readVerdict(added, response.processNote);
    if (read.status === 'NOT_COVERED' || read.status === 'NO_DATA') return [];
    return [{ added, verdict: read, rxcui, offeredAt: offeredAt(added, asked) }];
  });
  return {
    alternatives: otherDrugs(offers, asked),
    cheaperAt: cheaperAt(offers, asked, verdict.copay?.toCents ?? null),
  };
}

/** An alternative by itself, of the drug's line, and priced by the plan: not one of two that belong together, and no discount card. */
function isOffer({ extension, itemSequence }: AddedItem): boolean {
  return (
    extension.some(({ url, valueBoolean }) => url === EXTENSIONS.isAlternative && valueBoolean === true) &&
    !extension.some(({ url }) => url === EXTENSIONS.relatedCoverage) &&
    itemSequence.length === 1 &&
    itemSequence[0] === 1
  );
}

/** One that names two drugs names none. */
function rxcuiOf({ productOrService }: AddedItem): string | undefined {
  const codes = new Set(
    productOrService.coding.flatMap(({ system, code }) =>
      system === SYSTEMS.rxNorm && code !== undefined && /^[1-9]\d{0,7}$/.test(code) ? [code] : [],
    ),
  );
  const [code] = codes;
  return codes.size === 1 ? code : undefined;
}

function offeredAt({ provider }: AddedItem, asked: Asked): OfferedAt {
  return provider.every((one) => isHere(one.reference ?? '', asked)) ? 'HERE' : 'ELSEWHERE';
}

function isHere(reference: string, { pharmacy, isAskedPharmacy, organization }: Asked): boolean {
  if (isAskedPharmacy(reference)) return true;
  const numbers = organization(reference)?.identifier ?? [];
  return numbers.some(
    ({ system, value }) =>
      value !== undefined &&
      ((system === SYSTEMS.npi && value === pharmacy?.npi) ||
        (system === SYSTEMS.ncpdpId && value === pharmacy?.ncpdpId)),
  );
}

/** Each drug once; where it is offered at the asked pharmacy, that is what counts. */
function otherDrugs(offers: readonly Offer[], { drug }: Asked): readonly PayerAlternative[] {
  const others = offers.filter(({ rxcui }) => rxcui !== drug.rxcui);
  const known = new Map<string, Offer>();
  for (const offer of others) {
    const first = known.get(offer.rxcui);
    if (first === undefined || (first.offeredAt === 'ELSEWHERE' && offer.offeredAt === 'HERE'))
      known.set(offer.rxcui, offer);
  }
  return [...known.values()]
    .slice(0, LIMITS.alternativesNamedMax)
    .map(({ added, verdict, rxcui, offeredAt }) => ({
      ...verdict,
      // What it costs elsewhere is not what it costs here.
      ...(offeredAt === 'HERE'
        ? {}
        : { reasons: [...verdict.reasons, line('PRICED_ELSEWHERE')], copay: null }),
      rxcui,
      quantity: quantityOf(added, drug),
      daysSupply: null,
    }));
}

/** Null where the payer counts in another unit than the draft. */
function quantityOf({ quantity }: AddedItem, drug: AskedDrug): string | null {
  const unit = unitOf(drug.unitCode);
  if (quantity?.value === undefined || !isUnit(quantity.unit, unit)) return null;
  const decimal = toQuantity(quantity.value);
  return decimal.ok && /^\d+(\.\d{1,5})?$/.test(decimal.value) ? decimal.value : null;
}

/** The guide's own examples write `each` and `{Each}`. */
function isUnit(written: string | undefined, unit: string | undefined): boolean {
  const plain = (text: string | undefined): string => (text ?? '').replaceAll(/[{}]/g, '').toLowerCase();
  return unit !== undefined && plain(written) === plain(unit);
}

/** The same drug in the same quantity for less, at a kind of pharmacy that the answer tells. The cheapest of each kind. */
function cheaperAt(
  offers: readonly Offer[],
  asked: Asked,
  hereCents: number | null,
): PayerDrugAnswer['cheaperAt'] {
  if (hereCents === null) return [];
  const cheapest = new Map<AskedPharmacy['kind'], PayerDrugAnswer['cheaperAt'][number]>();
  for (const { added, verdict, rxcui, offeredAt } of offers) {
    const kind = kindOf(added, asked);
    const { copay } = verdict;
    if (rxcui !== asked.drug.rxcui || offeredAt === 'HERE' || kind === undefined) continue;
    if (copay?.toCents == null || copay.toCents >= hereCents) continue;
    if (quantityOf(added, asked.drug) !== asked.drug.quantity) continue;
    if (copay.toCents < (cheapest.get(kind)?.copay.toCents ?? Number.POSITIVE_INFINITY))
      cheapest.set(kind, { kind, copay });
  }
  return [...cheapest.values()];
}

function kindOf(
  { provider: [first] }: AddedItem,
  { organization }: Asked,
): AskedPharmacy['kind'] | undefined {
  const codes = organization(first?.reference ?? '')?.type.flatMap(({ coding }) =>
    coding.flatMap(({ code }) => code ?? []),
  );
  if (codes?.includes('M') === true) return 'MAIL_ORDER';
  return codes?.includes('R') === true ? 'LOCAL_PICKUP' : undefined;
}
