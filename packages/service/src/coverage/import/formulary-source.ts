// Reads rows of the public files of a plan: the plan itself, the drugs it covers, what members pay; and rows of NADAC prices.
import { toNdc11 } from '@pestle/rules/ndc';
import type { ReadRow, SourceColumns, SourceRow } from '../../directory/inside.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import { BENEFIT_TYPES, type CostType, type PricingUnit } from '../tables.ts';
import {
  amountIn,
  bounded,
  dayIn,
  detailIn,
  flagIn,
  inOrder,
  planIdIn,
  RowRefusal,
  readRow,
  requiredDayIn,
  rxcuiIn,
  text,
  tierIn,
} from './source-fields.ts';

export const PLAN_COLUMNS: SourceColumns = {
  required: ['plan_id', 'plan_name', 'start', 'end'],
  optional: ['plan_type'],
};

export type PlanContent = {
  readonly id: string;
  readonly name: string;
  readonly kind: string | null;
  readonly starts_on: string;
  readonly ends_on: string;
};

/** A plan that has ended is taken too: what is shown of it says so. */
export function readPlanRow(row: SourceRow): ReadRow<PlanContent> {
  return readRow(text(row, 'plan_id'), () => {
    const id = planIdIn(row);
    const name = bounded(text(row, 'plan_name'), 'plan_name', LIMITS.planNameCharactersMax);
    if (name === null) throw new RowRefusal('NAME_MISSING', 'The row has no plan_name.');
    const kind = bounded(text(row, 'plan_type'), 'plan_type', LIMITS.planKindCharactersMax);
    const startsOn = requiredDayIn(row, 'start');
    const endsOn = requiredDayIn(row, 'end');
    inOrder(startsOn, endsOn);
    return { id, name, kind, starts_on: startsOn, ends_on: endsOn };
  });
}

export const DRUG_COLUMNS: SourceColumns = {
  required: ['plan_id', 'rxcui', 'tier', 'prior_authorization', 'step_therapy', 'quantity_limit'],
  optional: ['drug_name', 'quantity_limit_detail', 'pharmacy_benefit_types', 'start', 'end'],
};

export type DrugContent = {
  readonly plan_id: string;
  readonly rxcui: string;
  readonly name: string | null;
  readonly tier: string;
  readonly prior_authorization: boolean;
  readonly step_therapy: boolean;
  readonly quantity_limit: boolean;
  readonly quantity_limit_detail: object | null;
  readonly benefit_types: readonly string[];
  readonly starts_on: string | null;
  readonly ends_on: string | null;
};

export function readDrugRow(row: SourceRow): ReadRow<DrugContent> {
  return readRow(`${text(row, 'plan_id')} ${text(row, 'rxcui')}`, () => {
    const startsOn = dayIn(row, 'start');
    const endsOn = dayIn(row, 'end');
    inOrder(startsOn, endsOn);
    return {
      plan_id: planIdIn(row),
      rxcui: rxcuiIn(row),
      name: bounded(text(row, 'drug_name'), 'drug_name', LIMITS.drugNameCharactersMax),
      tier: tierIn(row),
      prior_authorization: flagIn(row, 'prior_authorization'),
      step_therapy: flagIn(row, 'step_therapy'),
      quantity_limit: flagIn(row, 'quantity_limit'),
      quantity_limit_detail: detailIn(row),
      benefit_types: benefitTypesIn(row),
      starts_on: startsOn,
      ends_on: endsOn,
    };
  });
}

function benefitTypesIn(row: SourceRow): readonly string[] {
  const written = text(row, 'pharmacy_benefit_types');
  return written === '' ? [] : [...new Set(written.split('|').map((type) => knownBenefitType(type.trim())))];
}

function knownBenefitType(type: string): string {
  if (!BENEFIT_TYPES.some((known) => known === type))
    throw new RowRefusal(
      'BENEFIT_TYPE_UNKNOWN',
      `A pharmacy benefit type is one of: ${BENEFIT_TYPES.join(', ')}.`,
    );
  return type;
}

export const COST_COLUMNS: SourceColumns = {
  required: ['plan_id', 'pharmacy_benefit_type', 'tier', 'cost_type', 'qualifier', 'value', 'unit'],
  optional: [],
};

export type CostContent = {
  readonly plan_id: string;
  readonly benefit_type: string;
  readonly tier: string;
  readonly cost_type: CostType;
  readonly qualifier: string;
  readonly amount: string;
};

const COST_UNITS: Readonly<Record<CostType, string>> = { copay: '$', coinsurance: '%' };
const PERCENT_MAX = 100;

export function readCostRow(row: SourceRow): ReadRow<CostContent> {
  const columns = ['plan_id', 'pharmacy_benefit_type', 'tier', 'cost_type', 'qualifier'];
  const key = columns.map((column) => text(row, column)).join(' ');
  const read = readRow<CostContent>(key, () => {
    const costType = text(row, 'cost_type');
    if (costType !== 'copay' && costType !== 'coinsurance')
      throw new RowRefusal('COST_TYPE_UNKNOWN', 'The cost_type is `copay` or `coinsurance`.');
    if (text(row, 'unit') !== COST_UNITS[costType])
      throw new RowRefusal('COST_UNIT_WRONG', `The unit of a ${costType} is ${COST_UNITS[costType]}.`);
    const qualifier = text(row, 'qualifier');
    if (!/^[a-z0-9-]*$/.test(qualifier) || qualifier.length > LIMITS.qualifierCharactersMax)
      throw new RowRefusal(
        'QUALIFIER_INVALID',
        'The qualifier is a code such as `after-deductible`, or empty.',
      );
    return {
      plan_id: planIdIn(row),
      benefit_type: knownBenefitType(text(row, 'pharmacy_benefit_type')),
      tier: tierIn(row),
      cost_type: costType,
      qualifier,
      amount: amountIn(
        row,
        'value',
        `The ${costType}`,
        costType === 'copay' ? LIMITS.dollarsMax : PERCENT_MAX,
      ),
    };
  });
  // Plans publish several terms for one tier: only the same amount again is a repetition.
  return read.ok ? { ...read, key: `${key} ${read.content.amount}` } : read;
}

export const PRICE_COLUMNS: SourceColumns = {
  required: ['ndc11', 'nadac_per_unit_usd', 'pricing_unit', 'effective_date'],
  optional: ['description', 'otc', 'rate_class', 'as_of_file'],
};

export type PriceContent = {
  readonly ndc: string;
  readonly description: string | null;
  readonly usd_per_unit: string;
  readonly unit: PricingUnit | null;
  readonly effective_on: string;
};

const PRICING_UNITS: ReadonlyMap<string, PricingUnit | null> = new Map([
  ['EA', 'EA'],
  ['ML', 'ML'],
  ['GM', 'GM'],
  ['', null],
]);

export function readPriceRow(row: SourceRow): ReadRow<PriceContent> {
  const written = text(row, 'ndc11');
  const read = readRow(written, () => {
    const ndc = toNdc11(written);
    if (!ndc.ok) throw new RowRefusal('NDC_INVALID', ndc.message);
    const unit = PRICING_UNITS.get(text(row, 'pricing_unit'));
    if (unit === undefined)
      throw new RowRefusal('PRICING_UNIT_UNKNOWN', 'The pricing_unit is EA, ML, GM or empty.');
    return {
      ndc: ndc.value,
      description: bounded(text(row, 'description'), 'description', LIMITS.priceDescriptionCharactersMax),
      usd_per_unit: amountIn(row, 'nadac_per_unit_usd', 'The price', LIMITS.dollarsMax),
      unit,
      effective_on: requiredDayIn(row, 'effective_date'),
    };
  });
  if (!read.ok) return read;
  const warnings = read.content.unit === null ? ['PRICING_UNIT_MISSING'] : [];
  return { ...read, key: read.content.ndc, warnings };
}
