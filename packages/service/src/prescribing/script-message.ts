// Turns a signed prescription into the SCRIPT library's typed messages (S1, S6, D9, D10).
import { diagnosisDescription } from '@pestle/rules/diagnosis';
import { scriptPostalCode, toPostalCode } from '@pestle/rules/postal';
import { codedStrength, writtenFormCode } from '@pestle/rules/written-treatment';
import type {
  Address,
  CancelRx,
  Header,
  Medication,
  NewRx,
  Patient,
  Pharmacy,
  PharmacyIdentification,
  Prescriber,
  Version,
} from '@pestle/script';
import { sentTime, writtenDateTime } from '@pestle/script';
import type { ClinicalContent, DiagnosisCode, Envelope, PostalAddress } from './clinical-content.ts';

export interface MessagePharmacy {
  readonly ncpdpId: string;
  readonly npi: string | null;
  readonly name: string;
  readonly address: PostalAddress;
  readonly phone: string | null;
  readonly fax: string | null;
}

export interface MessageIdentity {
  /** The id by which the receiver knows this service (`From`). */
  readonly senderId: string;
  readonly senderTertiaryId: string;
  readonly receiverTertiaryId: string;
  readonly softwareVersion: string;
}

export interface MessageFacts {
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  /** The order's own address, where it has one. */
  readonly address: PostalAddress | null;
  readonly pharmacy: MessagePharmacy;
  readonly identity: MessageIdentity;
  readonly messageId: string;
  readonly prescriberOrderNumber: string;
  /** Fixed at the first attempt. */
  readonly sentAt: Date;
  /** ISO 8601 with up to microseconds. */
  readonly writtenAt: string;
}

export function newRx(facts: MessageFacts): NewRx {
  const { supervisor } = facts.content;
  return {
    type: 'NewRx',
    header: header(facts),
    patient: patient(facts),
    ...wholePharmacy(facts.pharmacy),
    prescriber: prescriber(facts),
    medicationPrescribed: medication(facts),
    ...(supervisor === null
      ? {}
      : {
          supervisor: {
            identification: { npi: supervisor.npi },
            name: { lastName: supervisor.lastName, firstName: supervisor.firstName },
            address: address(supervisor.address),
            communicationNumbers: { primaryTelephone: { number: supervisor.phone } },
          },
        }),
  };
}

/**
 * `relatesToMessageId` is the NewRx's MessageID; the order number is the NewRx's own (D10). What it says of the pharmacy depends on its
 * `content`: a reduced one needs its ids alone (S1).
 */
export function cancelRx(
  facts: MessageFacts,
  relatesToMessageId: string,
  content: 'reduced' | 'full',
  /** `D` stops the remaining refills and cancels nothing. */
  flag: 'C' | 'D' = 'C',
): CancelRx {
  return {
    type: 'CancelRx',
    header: { ...header(facts), relatesToMessageId },
    changeOfPrescriptionStatusFlag: flag,
    patient: patient(facts),
    ...(content === 'reduced'
      ? { pharmacy: { identification: identification(facts.pharmacy) } }
      : wholePharmacy(facts.pharmacy)),
    prescriber: prescriber(facts),
    medicationPrescribed: medication(facts),
  };
}

function header({ identity, pharmacy: to, messageId, sentAt, prescriberOrderNumber }: MessageFacts): Header {
  return {
    to: { id: to.ncpdpId, qualifier: 'P' },
    from: { id: identity.senderId, qualifier: 'D' },
    messageId,
    sentTime: sentTime(sentAt),
    security: {
      sender: { tertiaryIdentification: identity.senderTertiaryId },
      receiver: { tertiaryIdentification: identity.receiverTertiaryId },
    },
    senderSoftware: { developer: 'Pestle', product: 'Pestle', versionRelease: identity.softwareVersion },
    prescriberOrderNumber,
  };
}

const GENDER = { MALE: 'M', FEMALE: 'F', UNKNOWN: 'U' } as const;

function patient({ content, envelope, address: orderAddress }: MessageFacts): Patient {
  const { firstName, middleName, lastName, suffix, dateOfBirth, sex } = content.patient;
  const home = orderAddress ?? envelope.patient.address;
  const { phone, email } = envelope.patient;
  return {
    name: {
      lastName,
      firstName,
      ...(middleName === null ? {} : { middleName }),
      ...(suffix === null ? {} : { suffix }),
    },
    gender: GENDER[sex],
    dateOfBirth,
    ...(home === null ? {} : { address: address(home) }),
    ...(phone === null
      ? {}
      : {
          communicationNumbers: {
            primaryTelephone: { number: phone },
            ...(email === null ? {} : { electronicMails: [email] }),
          },
        }),
  };
}

/**
 * The standard may do without the pharmacy, whom `To` names, but has it only with NPI and telephone number. Where one of them is not
 * known, the element is left out: nothing stands for what we do not know.
 */
function wholePharmacy(from: MessagePharmacy): { readonly pharmacy?: Pharmacy } {
  if (from.npi === null || from.phone === null) return {};
  return {
    pharmacy: {
      identification: identification(from),
      businessName: from.name,
      address: address(from.address),
      communicationNumbers: {
        primaryTelephone: { number: from.phone },
        ...(from.fax === null ? {} : { faxes: [{ number: from.fax }] }),
      },
    },
  };
}

function identification({ ncpdpId, npi }: MessagePharmacy): PharmacyIdentification {
  return { ncpdpId, ...(npi === null ? {} : { npi }) };
}

function prescriber({ content, envelope }: MessageFacts): Prescriber {
  const { practiceName, address: practice, phone, phoneExtension, fax } = envelope.prescriber;
  return {
    identification: { npi: content.prescriber.npi },
    practiceLocation: { businessName: practiceName },
    name: { lastName: content.prescriber.lastName, firstName: content.prescriber.firstName },
    address: address(practice),
    communicationNumbers: {
      primaryTelephone: { number: phone, ...(phoneExtension === null ? {} : { extension: phoneExtension }) },
      ...(fax === null ? {} : { faxes: [{ number: fax }] }),
    },
  };
}

function medication({ content, writtenAt }: MessageFacts): Medication {
  const { treatment, notes, doNotFillBeforeDate, daysSupply } = content;
  const [primary, secondary] = content.diagnosisCodes;
  return {
    drugDescription: treatment.description,
    drugCoded: {
      ...(treatment.ndc === null ? {} : { productCode: { code: treatment.ndc, qualifier: 'ND' } }),
      ...(treatment.rxcui === null
        ? {}
        : { drugDbCode: { code: treatment.rxcui, qualifier: treatment.brandName === null ? 'SCD' : 'SBD' } }),
      // Only what is shown to be uncontrolled is ever prescribed here (W7): C38046, unspecified.
      ...(treatment.kind === 'EQUIPMENT' ? {} : { deaSchedule: 'C38046' }),
    },
    quantity: {
      value: content.dispenseQuantity,
      codeListQualifier: '38',
      unitOfMeasure: content.dispenseUnit.code,
    },
    ...(daysSupply === null || daysSupply === 0 ? {} : { daysSupply: String(daysSupply) }),
    writtenDate: writtenDate(writtenAt),
    substitutions: content.dispenseAsWritten ? '1' : '0',
    numberOfRefills: String(content.fillsAllowed - 1),
    ...(primary === undefined
      ? {}
      : {
          diagnoses: [
            {
              clinicalInformationQualifier: '1' as const,
              primary: scriptDiagnosis(primary),
              ...(secondary === undefined ? {} : { secondary: scriptDiagnosis(secondary) }),
            },
          ],
        }),
    ...(notes === null ? {} : { note: notes.replaceAll(/(?<!\s)\s*\n\s*/g, ' ') }),
    sigText: content.instructions.replaceAll(/(?<!\s)\s*\n\s*/g, ' '),
    ...compoundOf(treatment),
    ...(doNotFillBeforeDate === null
      ? {}
      : { otherMedicationDates: [{ date: doNotFillBeforeDate, qualifier: 'EffectiveDate' }] }),
  };
}

/** 2017071 has a place for what a compound is made of. Its description says that as well, for whoever reads another version. */
function compoundOf({
  compound = [],
  doseForm,
}: ClinicalContent['treatment']): Pick<Medication, 'compoundInformation'> {
  const finalDosageForm = writtenFormCode(doseForm ?? '');
  if (compound.length === 0 || finalDosageForm === undefined) return {};
  const ingredients = compound.map(({ name, strength, quantity, unitCode }) => {
    const coded = codedStrength(strength);
    return {
      itemDescription: `${name} ${strength}`,
      ...(coded === undefined ? {} : { strength: { value: coded.value, unitOfMeasure: coded.unit } }),
      deaSchedule: 'C38046',
      quantity:
        quantity === null || unitCode === null
          ? ({ value: '0', codeListQualifier: 'QS', unitOfMeasure: 'C38046' } as const)
          : ({ value: quantity, codeListQualifier: '38', unitOfMeasure: unitCode } as const),
    };
  });
  return { compoundInformation: { finalDosageForm, ingredients } };
}

/**
 * The message as a shape has it: 2023011 puts compounds elsewhere, in a way that is published nowhere, so that there the description alone
 * says what is in one.
 */
export function shapedFor<Typed extends NewRx | CancelRx>(message: Typed, shape: Version): Typed {
  if (shape === '2017071' || message.medicationPrescribed === undefined) return message;
  const { compoundInformation: _elsewhere, ...medicationPrescribed } = message.medicationPrescribed;
  return { ...message, medicationPrescribed };
}

function scriptDiagnosis(diagnosis: DiagnosisCode) {
  return { code: diagnosis.code, qualifier: 'ABF', description: diagnosisDescription(diagnosis) } as const;
}

/** WrittenDate carries microseconds (S1); ours are known as far as the store keeps them. */
function writtenDate(at: string): string {
  const fraction = /\.(\d+)Z$/.exec(at)?.[1] ?? '';
  return writtenDateTime(new Date(at), Number(fraction.padEnd(6, '0').slice(3, 6)));
}

function address(from: PostalAddress): Address {
  const code = toPostalCode(from.postalCode);
  return {
    addressLine1: from.street1,
    ...(from.street2 === undefined || from.street2 === '' ? {} : { addressLine2: from.street2 }),
    city: from.city,
    stateProvince: from.state,
    postalCode: code.ok ? scriptPostalCode(code.value) : from.postalCode,
    countryCode: from.country,
  };
}
