// The medication of a message, in the standard's order, in both versions' shapes.
import {
  CURRENT_UNIT_CODES,
  DEA_SCHEDULE_CODES,
  DIAGNOSIS_QUALIFIER_CODES,
  DO_NOT_FILL_CODES,
  DRUG_DB_QUALIFIER_CODES,
  OLDER_UNIT_CODES,
  OTHER_DATE_CODES,
  PRODUCT_QUALIFIER_CODES,
  QUANTITY_QUALIFIER_CODES,
  REMS_CHECKED_CODES,
  SUBSTITUTION_CODES,
  SUBSTITUTION_REASONS,
} from '../codes/lists.ts';
import type {
  CodedValue,
  CompoundInformation,
  CompoundIngredient,
  Diagnosis,
  DiagnosisCode,
  DrugCoded,
  Medication,
  OtherMedicationDate,
  PrimaryDiagnosis,
  Quantity,
  Strength,
} from '../model/medication.ts';
import {
  alternating,
  type Field,
  fieldsOf,
  group,
  leaf,
  MANY,
  moment,
  opaque,
  type View,
  words,
  wrap,
} from './field.ts';
import type { Demand } from './parties.ts';
import { code, decimal, digits, flag, padded, text } from './text.ts';

const productCode = fieldsOf<CodedValue>(
  leaf('Code', 1, padded(MANY, [11]), { padIf: { sibling: 'Qualifier', value: 'ND' } }),
  leaf('Qualifier', 1, code(3, PRODUCT_QUALIFIER_CODES)),
);

/** 2023011 has the codes of drug databases here too. */
const anyProductCode = fieldsOf<CodedValue>(
  leaf('Code', 1, code(MANY)),
  leaf('Qualifier', 1, code(3, [...PRODUCT_QUALIFIER_CODES, ...DRUG_DB_QUALIFIER_CODES])),
);

const drugDbCode = fieldsOf<CodedValue>(
  leaf('Code', 1, code(MANY)),
  leaf('Qualifier', 1, code(3, DRUG_DB_QUALIFIER_CODES)),
);

const strength = fieldsOf<Strength>(
  leaf('StrengthValue', 0, text(70), { key: 'value' }),
  wrap('StrengthForm', 0, [leaf('Code', 1, code(MANY), { key: 'form' })]),
  wrap('StrengthUnitOfMeasure', 0, [leaf('Code', 1, code(MANY), { key: 'unitOfMeasure' })]),
);

const afterProductCode: readonly Field<'strength' | 'drugDbCode' | 'deaSchedule'>[] = [
  group('Strength', 0, strength),
  group('DrugDBCode', 0, drugDbCode, { key: 'drugDbCode', only: '2017071' }),
  wrap('DEASchedule', 0, [leaf('Code', 1, code(MANY, DEA_SCHEDULE_CODES), { key: 'deaSchedule' })]),
];

const drugCoded2017071 = fieldsOf<DrugCoded>(group('ProductCode', 0, productCode), ...afterProductCode);

const drugCoded2023011: readonly Field[] = [
  leaf('NDC', 0, padded(MANY, [11]), { key: 'productCode.code' }),
  group('ProductCode', 0, anyProductCode),
  group('ProductCode', 0, anyProductCode, { key: 'drugDbCode' }),
  ...afterProductCode,
];

/**
 * 2023011 has NDC as an element of its own, and one ProductCode for all other codes. Beside an NDC it is the code of a drug
 * database; alone, its qualifier tells what it is. What could not be told apart when it is read is refused.
 */
const view2023011: View = {
  keys: new Set(['productCode', 'drugDbCode', 'strength', 'deaSchedule']),
  write: (model) => {
    const { productCode, ...rest } = model;
    const { drugDbCode } = rest;
    if (isNdc(productCode)) return { ...rest, 'productCode.code': productCode.code };
    if (productCode !== undefined && drugDbCode !== undefined)
      return { ...model, conflict: 'one ProductCode besides the NDC' };
    if (isOfDatabase(productCode))
      return { ...model, conflict: `a productCode with one of ${PRODUCT_QUALIFIER_CODES.join(', ')}` };
    return drugDbCode !== undefined && !isOfDatabase(drugDbCode)
      ? { ...model, conflict: `a drugDbCode with none of ${PRODUCT_QUALIFIER_CODES.join(', ')}` }
      : model;
  },
  read: (wire) => {
    const { 'productCode.code': ndc, productCode: other, ...rest } = wire;
    if (ndc !== undefined) {
      return {
        ...rest,
        productCode: { code: ndc, qualifier: 'ND' },
        ...(other === undefined ? {} : { drugDbCode: other }),
      };
    }
    return isOfDatabase(other) ? { ...rest, drugDbCode: other } : { ...wire };
  },
};

/** A reduced CancelRx says the product code and nothing of the drug database, so that the two cannot be in each other's way. */
const reducedView2023011: View = {
  ...view2023011,
  write: ({ drugDbCode: _left, ...model }) => view2023011.write(model),
};

function isNdc(value: unknown): value is CodedValue {
  return typeof value === 'object' && value !== null && 'qualifier' in value && value.qualifier === 'ND';
}

/** Whether a code's qualifier names a drug database, and so no kind of product. */
function isOfDatabase(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('qualifier' in value)) return false;
  return !PRODUCT_QUALIFIER_CODES.some((code) => code === value.qualifier);
}

const quantity = fieldsOf<Quantity>(
  leaf('Value', 1, decimal(11)),
  leaf('CodeListQualifier', 1, code(2, QUANTITY_QUALIFIER_CODES)),
  wrap('QuantityUnitOfMeasure', 1, [
    leaf('Code', 1, code(MANY, [...CURRENT_UNIT_CODES, ...OLDER_UNIT_CODES]), { key: 'unitOfMeasure' }),
  ]),
);

/** Zero is for "quantity sufficient" alone. */
const moreThanZero = ({ value, codeListQualifier }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof value === 'string' && value !== '' && Number(value) === 0 && codeListQualifier !== 'QS'
    ? 'more than 0'
    : undefined;

const compoundIngredient = fieldsOf<CompoundIngredient>(
  wrap('CompoundIngredient', 1, [
    leaf('CompoundIngredientItemDescription', 1, text(105), { key: 'itemDescription' }),
    ...opaque(1, 'ItemNumber'),
    group('Strength', 0, strength),
    wrap('DEASchedule', 0, [leaf('Code', 1, code(MANY, DEA_SCHEDULE_CODES), { key: 'deaSchedule' })]),
  ]),
  group('Quantity', 1, quantity, { rule: moreThanZero }),
  ...opaque(5, 'DrugUseEvaluation'),
);

const compoundInformation = fieldsOf<CompoundInformation>(
  leaf('FinalCompoundPharmaceuticalDosageForm', 1, code(MANY), { key: 'finalDosageForm' }),
  group('CompoundIngredientsLotNotUsed', [1, 25], compoundIngredient, { key: 'ingredients' }),
);

/** Of what is received, and of 2023011, whose inside is not known, it is kept as it came. */
const compound = (demand: Demand): readonly Field<'compoundInformation'>[] =>
  demand === 'receive'
    ? opaque(1, 'CompoundInformation')
    : [
        group('CompoundInformation', 0, compoundInformation, { only: '2017071' }),
        ...opaque(1, 'CompoundInformation').map((field) => ({ ...field, only: '2023011' as const })),
      ];

const diagnosisCode = fieldsOf<DiagnosisCode>(
  leaf('Code', 1, code(MANY)),
  leaf('Qualifier', 1, code(3, DIAGNOSIS_QUALIFIER_CODES)),
  leaf('Description', 1, text(MANY)),
);

const primaryDiagnosis = fieldsOf<PrimaryDiagnosis>(...diagnosisCode, moment('DateOfLastOfficeVisit', 0));

const diagnosis = fieldsOf<Diagnosis>(
  leaf('ClinicalInformationQualifier', 1, code(1, ['1', '2'])),
  group('Primary', 1, primaryDiagnosis),
  group('Secondary', 0, diagnosisCode),
);

const otherMedicationDate = fieldsOf<OtherMedicationDate>(
  moment('OtherMedicationDate', 1, 'date'),
  leaf('OtherMedicationDateQualifier', 1, code(15, OTHER_DATE_CODES), { key: 'qualifier' }),
);

const drug = [
  group('DrugCoded', 0, drugCoded2017071, { only: '2017071' }),
  wrap(
    'Product',
    0,
    [group('DrugCoded', 0, drugCoded2023011, { view: view2023011 }), ...opaque(1, 'Compound')],
    {
      only: '2023011',
    },
  ),
] as const;

/** MedicationPrescribed and its kin. What we receive need not have all that a prescription has. */
export const medication = (demand: Demand): readonly Field[] => {
  const min = demand === 'receive' ? 0 : 1;
  return fieldsOf<Medication>(
    leaf('DrugDescription', 1, text(105)),
    ...drug,
    group('Quantity', min, quantity, min === 0 ? {} : { rule: moreThanZero }),
    leaf('DaysSupply', 0, digits(3)),
    moment('WrittenDate', min),
    moment('LastFillDate', 0),
    leaf('Substitutions', min, code(1, SUBSTITUTION_CODES), { only: '2017071' }),
    wrap('Substitutions', min, [leaf('Substitutions', 1, code(1, SUBSTITUTION_CODES))], {
      only: '2023011',
    }),
    leaf('NumberOfRefills', min, digits(2)),
    group('Diagnosis', [0, 2], diagnosis, { key: 'diagnoses' }),
    leaf('PriorAuthorization', 0, code(35)),
    leaf('Note', 0, text(210)),
    ...opaque(5, 'DrugUseEvaluation'),
    ...words(5, 'DrugCoverageStatusCode'),
    ...words(1, 'PriorAuthorizationStatus'),
    wrap('Sig', min, [
      leaf('SigText', 1, text(1000)),
      ...opaque(1, 'CodeSystem'),
      ...opaque(MANY, 'Instruction'),
      alternating('MultipleInstructionModifier'),
      ...opaque(MANY, 'IndicationForUse', 'MaximumDoseRestriction'),
      ...words(1, 'ClarifyingFreeText'),
    ]),
    ...(demand === 'receive' ? [leaf('PharmacyRequestedRefills', 0, digits(2))] : []),
    leaf('DoNotFill', 0, code(1, DO_NOT_FILL_CODES)),
    ...opaque(1, 'TimeZone'),
    ...words(1, 'OrderCaptureMethod'),
    leaf('ReasonForSubstitutionCodeUsed', 0, code(MANY, SUBSTITUTION_REASONS)),
    ...words(1, 'SplitScript', 'RxFillIndicator'),
    ...words(MANY, 'OfficeOfPharmacyAffairsID'),
    ...words(1, 'DeliveryRequest', 'DeliveryLocation'),
    ...opaque(1, 'DiabeticSupply'),
    ...words(1, 'InjuryRelated'),
    ...opaque(1, 'Service', 'IVAdministration'),
    ...words(
      1,
      'TreatmentIndicator',
      'ProphylacticOrEpisodic',
      'CurrentTreatmentCycle',
      'NumberOfCyclesPlanned',
    ),
    ...opaque(MANY, 'Wound'),
    leaf('PrescriberCheckedREMS', 0, code(1, REMS_CHECKED_CODES), { key: 'prescriberCheckedRems' }),
    ...words(1, 'REMSPatientRiskCategory', 'REMSAuthorizationNumber'),
    ...opaque(1, 'Titration'),
    ...words(1, 'FlavoringRequested'),
    ...compound(demand),
    ...words(1, 'NumberOfPackagesToBeDispensed'),
    ...opaque(MANY, 'PatientCodifiedNote', 'FacilitySpecificHoursOfAdministrationTiming'),
    group('OtherMedicationDate', [0, MANY], otherMedicationDate, { key: 'otherMedicationDates' }),
    ...opaque(1, 'NeedNoLaterThan'),
    leaf('PlaceOfServiceNonSelfAdministeredProduct', 0, digits(2, 2)),
    leaf('ProviderExplicitAuthorizationToAdminister', 0, flag),
  );
};

/** What a reduced CancelRx says of the medication: description and product code. */
export const reducedMedication: readonly Field[] = /*#__PURE__*/ fieldsOf<Medication>(
  /*#__PURE__*/ leaf('DrugDescription', 1, text(105)),
  /*#__PURE__*/ group('DrugCoded', 0, [group('ProductCode', 0, productCode)], {
    only: '2017071',
  }),
  /*#__PURE__*/ wrap(
    'Product',
    0,
    [
      group(
        'DrugCoded',
        0,
        [
          leaf('NDC', 0, padded(MANY, [11]), { key: 'productCode.code' }),
          group('ProductCode', 0, anyProductCode),
        ],
        { view: reducedView2023011 },
      ),
    ],
    { only: '2023011' },
  ),
);
