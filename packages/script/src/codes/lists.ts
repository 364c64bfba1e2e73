// The code lists that the library works by: the codes alone, and what a sender does about an answer. Their meanings are in meanings.ts.

/** What a sender does about an answer. */
export type Action = 'accepted' | 'retry' | 'permanent';

/** `Status/Code`. 002 (no more mail) belongs to mailboxes: it does not answer a prescription. */
export const STATUS_ACTIONS = {
  '000': 'accepted',
  '001': 'accepted',
  '002': 'permanent',
  '003': 'accepted',
  '005': 'accepted',
  '010': 'accepted',
} as const satisfies Record<string, Action>;

/** `Error/Code`. */
export const ERROR_ACTIONS = {
  '600': 'retry',
  '601': 'permanent',
  '602': 'retry',
  '700': 'permanent',
  '900': 'permanent',
} as const satisfies Record<string, Action>;

/** `DescriptionCode`. */
export const DESCRIPTION_ACTIONS = {
  '008': 'retry',
  '103': 'permanent',
  '134': 'permanent',
  '144': 'permanent',
  '210': 'retry',
  '220': 'permanent',
  '500': 'permanent',
  '1000': 'permanent',
  '2000': 'permanent',
  '3000': 'permanent',
  '4000': 'retry',
  '4010': 'permanent',
  '4020': 'retry',
  '4030': 'permanent',
  '4040': 'permanent',
} as const satisfies Record<string, Action>;

/** The action for a code of one of the lists above; undefined for a code that is not in it. */
export const actionOf = (list: Readonly<Record<string, Action>>, code: string): Action | undefined =>
  Object.hasOwn(list, code) ? list[code] : undefined;

export const DELIVERY_METHOD_CODES = ['1', '2'] as const;
export const GENDER_CODES_2017071 = ['M', 'F', 'U'] as const;
/** N is likely, but not verified against the schema. */
export const GENDER_CODES_2023011 = ['M', 'F', 'U', 'N'] as const;
export const SUBSTITUTION_CODES = ['0', '1'] as const;
export const QUANTITY_QUALIFIER_CODES = ['38', '40', '87', 'QS', 'CF', 'UQ', 'QT'] as const;
export const PRODUCT_QUALIFIER_CODES = ['DI', 'ND', 'RT', 'UN', 'UP', 'NH', 'GMP', 'GPI', 'GSP'] as const;
/** `DrugDBCode/Qualifier`: the drug databases that public sources name, and RxNorm. */
export const DRUG_DB_QUALIFIER_CODES = 'E G FD FG FI FL FM FN FS MC MD MG MM SCD SBD GPK BPK'.split(' ');
export const RXNORM_QUALIFIER_CODES = ['SCD', 'SBD', 'GPK', 'BPK'] as const;
export const PARTY_QUALIFIER_CODES = ['P', 'C', 'M', 'D', 'CF', 'ZZZ', 'PY', 'DIRECT', 'REMS'] as const;
export const CANCEL_DENIAL_CODES = ['AA', 'AB', 'AC', 'AP', 'AR'] as const;
/** By which a prescriber denies a renewal, and a change: as public lists of networks and hospitals have them. */
export const RENEWAL_DENIAL_CODES = [
  'AA',
  'AB',
  'AC',
  'AD',
  'AE',
  'AF',
  'AG',
  'AM',
  'AN',
  'AP',
  'BE',
] as const;
export const CHANGE_DENIAL_CODES = [
  'AA',
  'AB',
  'AC',
  'AE',
  'AF',
  'AL',
  'AM',
  'AN',
  'AO',
  'AP',
  'BE',
] as const;
export const CANCEL_KIND_CODES = ['C', 'D'] as const;
export const DIAGNOSIS_QUALIFIER_CODES = ['ABF', 'DX', 'LD'] as const;
export const CHANGE_REQUEST_CODE_LIST = ['G', 'P', 'T', 'D', 'S', 'OS', 'U'] as const;
export const DEA_SCHEDULE_CODES = ['C48672', 'C48675', 'C48676', 'C48677', 'C48679', 'C38046'] as const;

export const CALL_CODES = ['C1', 'C2', 'C3', 'OS'] as const;
export const OTHER_DATE_CODES =
  'DateValidated DeliveredOnDate EffectiveDate ExpirationDate PeriodEnd SoldDate StartDate'.split(' ');
/** Those that public sources show. */
export const ORDER_GROUP_CODES = ['AdditionalServices', 'MultipleProductsPrescribed'] as const;
export const SUBSTITUTION_REASONS = ['BRAND MEDICALLY NECESSARY'] as const;
export const PASSWORD_TYPES = ['PasswordDigest'] as const;
export const DO_NOT_FILL_CODES = ['E', 'H', 'Y'] as const;
export const REMS_CHECKED_CODES = ['A', 'B', 'N'] as const;
export const NOT_DISPENSED_CODES = 'AA AB AC AD AG AO BF BG BP BQ BT CS DB DC DD DE FS'.split(' ');

/** NCI codes of units, in the order of the names in meanings.ts: the current NCPDP subset … */
export const CURRENT_UNIT_CODES: readonly string[] =
  'C62412 C54564 C64696 C48480 C64933 C53499 C48155 C69124 C48499 C62276 C48504 C120263 C48506 C28254 C48521 C65032 C48524 C120216 C62609 C53502 C53503 C48538 C48539 C53504 C48542 C48548 C38046 C48552'.split(
    ' ',
  );

/** … and older terms, which receivers that check the list may refuse. */
export const OLDER_UNIT_CODES: readonly string[] =
  'C48473 C78783 C48474 C48475 C53495 C53498 C48476 C48477 C48478 C48479 C62413 C54702 C48481 C62414 C69093 C48484 C48489 C16830 C48490 C62417 C96265 C48494 C101680 C48580 C48501 C62275 C62418 C67283 C28252 C48505 C48491 C48512 C28253 C28251 C71204 C100052 C69086 C48519 C48520 C82484 C48529 C48530 C48531 C97717 C65060 C111984 C48534 C71324 C48536 C48537 C48540 C48541 C62421 C48543 C48544 C54704 C48549 C48551'.split(
    ' ',
  );
