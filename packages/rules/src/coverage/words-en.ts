// Owns the English words of everything that is told of coverage.

/** By code: the states of a check, the status with its reasons, the copay with how it was computed, and the alternatives. */
export const COVERAGE_EN = {
  CHECKING: 'Checking coverage',
  CHECKED: 'Coverage checked',
  COULD_NOT_CHECK: 'Could not check coverage',
  NO_DATA: 'No coverage data',

  COVERED: 'Covered',
  COVERED_WITH_RESTRICTIONS: 'Covered with restrictions',
  NOT_COVERED: 'Not covered',

  DATA_DATE: 'Data of {date}.',
  DATA_UNDATED: 'The data has no date.',
  PLAN_ENDED: 'The plan ended on {date}. What is shown held until then.',
  PLAN_NOT_BEGUN: 'The plan begins on {date}. What is shown holds from then.',
  NO_PLAN: 'No data of the patient’s plan.',
  NO_DRUG_CODE: 'The drug has no code to find it by on the plan’s list.',
  NOT_LISTED: 'It is not on the plan’s list of drugs.',
  LISTED_UNTIL: 'It left the plan’s list of drugs after {date}.',
  LISTED_FROM: 'It is on the plan’s list of drugs only from {date}.',

  PRIOR_AUTHORIZATION: 'Prior authorization: the plan must approve it first.',
  STEP_THERAPY: 'Step therapy: the plan wants another drug tried first.',
  QUANTITY_LIMIT: 'Quantity limit.',
  MEDICAL_SERVICE: 'Given by a clinician and paid as a medical service, not at the pharmacy.',
  OTHER_SUPPLY: 'The plan does not list it for this kind of pharmacy and supply.',

  LIMIT_ROLLING: 'At most {count} in {days day|days}.',
  LIMIT_DAILY: 'At most {count} a day.',
  LIMIT_THERAPY: 'Therapy days limited to {count} in {days day|days}.',
  LIMIT_THERAPY_OVER: 'Therapy days limited to {count} in {days day|days}, counted over {over day|days}.',
  LIMIT_DESCRIPTION: 'The plan says: {text}',
  LIMIT_UNSTATED: 'The plan’s data does not say which.',
  LIMIT_MORE: 'The plan’s data says more that could not be read.',
  LIMIT_WITHIN: 'This prescription is within the limit.',
  LIMIT_OVER: 'This prescription is over the limit.',
  LIMIT_CANNOT_TELL: 'Whether this prescription is within it cannot be told.',

  COPAY_EXACT: '{cents}',
  COPAY_RANGE: '{cents} to {toCents}',
  COPAY_BY_DEDUCTIBLE: '{cents} after the deductible; before it up to {priceCents}, the estimated price',
  COPAY_RANGE_BY_DEDUCTIBLE:
    '{cents} to {toCents} after the deductible; before it up to {priceCents}, the estimated price',
  COPAY_PRICE_UNKNOWN: '{cents} after the deductible; before it the price, which is not known',
  COPAY_RANGE_PRICE_UNKNOWN:
    '{cents} to {toCents} after the deductible; before it the price, which is not known',
  COPAY_UNKNOWN: 'Could not be estimated',

  TERMS_SEVERAL: 'The plan’s data gives several terms and does not say which hold here:',
  TERMS_PARTLY: 'For some kinds of pharmacy and supply that are possible here the plan gives no terms.',
  TERM_COPAY_AFTER: 'Copay of {cents} after the deductible.',
  TERM_COPAY_BEFORE: 'Copay of {cents} first; the rest of the price counts toward the deductible.',
  TERM_COPAY_ALWAYS: 'Copay of {cents}; the deductible does not apply.',
  TERM_COPAY_UNSTATED: 'Copay of {cents}; the plan does not say whether the deductible applies.',
  TERM_COINSURANCE_AFTER: 'Coinsurance of {percent}% of the price after the deductible.',
  TERM_COINSURANCE_BEFORE:
    'Coinsurance of {percent}% of the price first; the rest of it counts toward the deductible.',
  TERM_COINSURANCE_ALWAYS: 'Coinsurance of {percent}% of the price; the deductible does not apply.',
  TERM_COINSURANCE_UNSTATED:
    'Coinsurance of {percent}% of the price; the plan does not say whether the deductible applies.',
  TERM_BOTH:
    'How copay and coinsurance add up is not stated: from the smaller one to both, at most the price.',
  TERM_NO_CHARGE: 'No charge.',
  TERM_NO_CHARGE_AFTER: 'No charge after the deductible.',
  PRICE_ESTIMATED: 'Estimated price: {quantity} × ${perUnit} = {priceCents}, by the price list of {date}.',
  PRICE_BELOW_COPAY: 'The estimated price, {priceCents}, is below the copay: the pharmacy may ask less.',
  PRICE_MISSING: 'The price is not known.',
  PRICE_IN_OTHER_UNIT: 'The known price counts in another unit than the quantity.',
  TERMS_MISSING: 'The plan’s data gives no terms for this tier, pharmacy and supply.',
  TERMS_UNREADABLE: 'The plan’s terms could not be read.',

  SAME_TREATMENT: 'Same ingredient, strength and form.',
  SAME_CLASS: 'Same class.',
  SAME_CLASS_NAMED: 'Same class: {text}',
  DIRECTIONS_KEPT: 'The directions stay.',
  DIRECTIONS_ANEW: 'The directions must be written anew.',
  '1-month-in-retail': '1 month, pharmacy in the network',
  '1-month-out-retail': '1 month, pharmacy outside the network',
  '1-month-in-mail': '1 month by mail, in the network',
  '1-month-out-mail': '1 month by mail, outside the network',
  '3-month-in-retail': '3 months, pharmacy in the network',
  '3-month-out-retail': '3 months, pharmacy outside the network',
  '3-month-in-mail': '3 months by mail, in the network',
  '3-month-out-mail': '3 months by mail, outside the network',
} as const satisfies Readonly<Record<string, string>>;

export type CoverageCode = keyof typeof COVERAGE_EN;
