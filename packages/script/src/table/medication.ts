// The medication of a message, in the standard's order (reference 1.3), in both versions' shapes.
import { DEA_SCHEDULES, QUANTITY_UNITS } from '../codes/nci.ts';
import {
  DIAGNOSIS_QUALIFIERS,
  PRODUCT_QUALIFIERS,
  QUANTITY_QUALIFIERS,
  RXNORM_QUALIFIERS,
  SUBSTITUTIONS,
} from '../codes/script.ts';
import type {
  CodedValue,
  Diagnosis,
  DiagnosisCode,
  DrugCoded,
  Medication,
  OtherMedicationDate,
  Quantity,
  Strength,
} from '../model.ts';
import { type Field, fieldsOf, group, leaf, MANY, moment, opaque, type View, wrap } from './field.ts';
import type { Demand } from './parties.ts';
import { code, decimal, digits, padded, text } from './text.ts';

const productCode = fieldsOf<CodedValue>(
  leaf('Code', 'code', 1, padded(35, [11]), { padIf: { sibling: 'Qualifier', value: 'ND' } }),
  leaf('Qualifier', 'qualifier', 1, code(3, Object.keys(PRODUCT_QUALIFIERS))),
);

/** 2023011 has RxNorm here too, so its list is open. */
const anyProductCode = fieldsOf<CodedValue>(
  leaf('Code', 'code', 1, code(35)),
  leaf('Qualifier', 'qualifier', 1, code(3)),
);

const drugDbCode = fieldsOf<CodedValue>(
  leaf('Code', 'code', 1, code(35)),
  leaf('Qualifier', 'qualifier', 1, code(3)),
);

const strength = fieldsOf<Strength>(
  leaf('StrengthValue', 'value', 0, text(70)),
  wrap('StrengthForm', 0, [leaf('Code', 'form', 1, code(15))]),
  wrap('StrengthUnitOfMeasure', 0, [leaf('Code', 'unitOfMeasure', 1, code(15))]),
);

const afterProductCode = [
  group('Strength', 'strength', 0, strength),
  group('DrugDBCode', 'drugDbCode', 0, drugDbCode, { only: '2017071' }),
  wrap('DEASchedule', 0, [leaf('Code', 'deaSchedule', 1, code(15, Object.keys(DEA_SCHEDULES)))]),
] as const;

const drugCoded2017071 = fieldsOf<DrugCoded>(
  group('ProductCode', 'productCode', 0, productCode),
  ...afterProductCode,
);

const drugCoded2023011: readonly Field[] = [
  leaf('NDC', 'productCode.code', 0, padded(35, [11])),
  group('ProductCode', 'productCode', 0, anyProductCode),
  group('ProductCode', 'drugDbCode', 0, anyProductCode),
  ...afterProductCode,
];

/**
 * 2023011 has NDC as an element of its own and puts RxNorm into ProductCode (reference 2). One ProductCode is all there is:
 * a product code that is no NDC beside an RxNorm code is refused.
 */
const view2023011: View = {
  keys: new Set(['productCode', 'drugDbCode', 'strength', 'deaSchedule']),
  write: (model) => {
    const { productCode, ...rest } = model;
    if (isNdc(productCode)) return { ...rest, 'productCode.code': productCode.code };
    const both = productCode !== undefined && rest['drugDbCode'] !== undefined;
    return both ? { ...model, conflict: 'one ProductCode besides the NDC' } : model;
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
    return isRxNorm(other) ? { ...rest, drugDbCode: other } : { ...wire };
  },
};

function isNdc(value: unknown): value is CodedValue {
  return typeof value === 'object' && value !== null && 'qualifier' in value && value.qualifier === 'ND';
}

function isRxNorm(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'qualifier' in value &&
    typeof value.qualifier === 'string' &&
    Object.hasOwn(RXNORM_QUALIFIERS, value.qualifier)
  );
}

const quantity = fieldsOf<Quantity>(
  leaf('Value', 'value', 1, decimal(11)),
  leaf('CodeListQualifier', 'codeListQualifier', 1, code(2, Object.keys(QUANTITY_QUALIFIERS))),
  wrap('QuantityUnitOfMeasure', 1, [
    leaf(
      'Code',
      'unitOfMeasure',
      1,
      code(
        15,
        QUANTITY_UNITS.map((unit) => unit.code),
      ),
    ),
  ]),
);

const diagnosisCode = fieldsOf<DiagnosisCode>(
  leaf('Code', 'code', 1, code(15)),
  leaf('Qualifier', 'qualifier', 1, code(3, Object.keys(DIAGNOSIS_QUALIFIERS))),
  leaf('Description', 'description', 0, text(MANY)),
);

const diagnosis = fieldsOf<Diagnosis>(
  leaf('ClinicalInformationQualifier', 'clinicalInformationQualifier', 1, code(1, ['1', '2'])),
  group('Primary', 'primary', 1, diagnosisCode),
  group('Secondary', 'secondary', 0, diagnosisCode),
);

const otherMedicationDate = fieldsOf<OtherMedicationDate>(
  moment('OtherMedicationDate', 'date', 1),
  leaf('OtherMedicationDateQualifier', 'qualifier', 1, code(35)),
);

const drug = [
  group('DrugCoded', 'drugCoded', 0, drugCoded2017071, { only: '2017071' }),
  wrap(
    'Product',
    0,
    [group('DrugCoded', 'drugCoded', 0, drugCoded2023011, { view: view2023011 }), ...opaque(1, 'Compound')],
    {
      only: '2023011',
    },
  ),
] as const;

/** MedicationPrescribed and its kin. What we receive need not have all that a prescription has. */
export const medication = (demand: Demand): readonly Field[] => {
  const min = demand === 'receive' ? 0 : 1;
  return fieldsOf<Medication>(
    leaf('DrugDescription', 'drugDescription', 1, text(105)),
    ...drug,
    group('Quantity', 'quantity', min, quantity),
    leaf('DaysSupply', 'daysSupply', 0, digits(3)),
    moment('WrittenDate', 'writtenDate', min),
    moment('LastFillDate', 'lastFillDate', 0),
    leaf('Substitutions', 'substitutions', min, code(1, Object.keys(SUBSTITUTIONS)), { only: '2017071' }),
    wrap(
      'Substitutions',
      min,
      [leaf('Substitutions', 'substitutions', 1, code(1, Object.keys(SUBSTITUTIONS)))],
      {
        only: '2023011',
      },
    ),
    leaf('NumberOfRefills', 'numberOfRefills', min, digits(2)),
    group('Diagnosis', 'diagnoses', [0, 2], diagnosis),
    leaf('PriorAuthorization', 'priorAuthorization', 0, code(35)),
    leaf('Note', 'note', 0, text(210)),
    ...opaque(5, 'DrugUseEvaluation', 'DrugCoverageStatusCode'),
    ...opaque(1, 'PriorAuthorizationStatus'),
    wrap('Sig', min, [
      leaf('SigText', 'sigText', 1, text(1000)),
      ...opaque(MANY, 'CodeSystem', 'Instruction'),
    ]),
    ...(demand === 'receive'
      ? [leaf('PharmacyRequestedRefills', 'pharmacyRequestedRefills', 0, digits(2))]
      : []),
    ...opaque(1, 'DoNotFill', 'TimeZone', 'OrderCaptureMethod'),
    leaf('ReasonForSubstitutionCodeUsed', 'reasonForSubstitutionCodeUsed', 0, text(MANY)),
    ...opaque(
      1,
      'SplitScript',
      'RxFillIndicator',
      'OfficeOfPharmacyAffairsID',
      'DeliveryRequest',
      'DeliveryLocation',
    ),
    ...opaque(MANY, 'DiabeticSupply', 'InjuryRelated', 'Service', 'IVAdministration', 'TreatmentIndicator'),
    ...opaque(MANY, 'ProphylacticOrEpisodic', 'CurrentTreatmentCycle', 'NumberOfCyclesPlanned', 'Wound'),
    ...opaque(1, 'PrescriberCheckedREMS', 'REMSPatientRiskCategory', 'REMSAuthorizationNumber', 'Titration'),
    ...opaque(
      MANY,
      'FlavoringRequested',
      'CompoundInformation',
      'NumberOfPackagesToBeDispensed',
      'PatientCodifiedNote',
    ),
    ...opaque(MANY, 'FacilitySpecificHoursOfAdministrationTiming'),
    group('OtherMedicationDate', 'otherMedicationDates', [0, MANY], otherMedicationDate),
    ...opaque(
      1,
      'NeedNoLaterThan',
      'PlaceOfServiceNonSelfAdministeredProduct',
      'ProviderExplicitAuthorizationToAdminister',
    ),
  );
};

/** What a reduced CancelRx says of the medication (S1): description and product code. */
export const reducedMedication: readonly Field[] = /*#__PURE__*/ fieldsOf<Medication>(
  /*#__PURE__*/ leaf('DrugDescription', 'drugDescription', 1, text(105)),
  /*#__PURE__*/ group('DrugCoded', 'drugCoded', 0, [group('ProductCode', 'productCode', 0, productCode)], {
    only: '2017071',
  }),
  /*#__PURE__*/ wrap(
    'Product',
    0,
    [
      group('DrugCoded', 'drugCoded', 0, [leaf('NDC', 'productCode.code', 0, padded(35, [11]))], {
        view: view2023011,
      }),
    ],
    { only: '2023011' },
  ),
);
