// GraphQL of a pharmacy's words in a request: the patient, the prescriber and the medications as the message names them.
import type { Received, RxRenewalRequest } from '@pestle/script';
import { builder } from '../builder.ts';

type SaidPatient = NonNullable<Received<RxRenewalRequest>['patient']>;
type SaidPrescriber = NonNullable<Received<RxRenewalRequest>['prescriber']>;
export type SaidMedication = NonNullable<Received<RxRenewalRequest>['medicationDispensed']>;

export const PatientAsSaid = builder.objectRef<SaidPatient>('PatientAsSaid').implement({
  description: 'A patient as a pharmacy names them. It may be nobody whom the practice knows.',
  fields: (t) => ({
    firstName: t.string({ nullable: true, resolve: ({ name }) => name?.firstName ?? null }),
    lastName: t.string({ nullable: true, resolve: ({ name }) => name?.lastName ?? null }),
    dateOfBirth: t.string({ nullable: true, resolve: ({ dateOfBirth }) => dateOfBirth ?? null }),
    gender: t.string({ nullable: true, resolve: ({ gender }) => gender ?? null }),
  }),
});

export const PrescriberAsSaid = builder.objectRef<SaidPrescriber>('PrescriberAsSaid').implement({
  description: 'A prescriber as a pharmacy names them.',
  fields: (t) => ({
    firstName: t.string({ nullable: true, resolve: ({ name }) => name?.firstName ?? null }),
    lastName: t.string({ nullable: true, resolve: ({ name }) => name?.lastName ?? null }),
    npi: t.string({ nullable: true, resolve: ({ identification }) => identification?.npi ?? null }),
  }),
});

export const MedicationAsSaid = builder.objectRef<SaidMedication>('MedicationAsSaid').implement({
  description: 'A medication as a pharmacy names it: words and numbers of its message, judged by nobody.',
  fields: (t) => ({
    description: t.string({ nullable: true, resolve: ({ drugDescription }) => drugDescription ?? null }),
    quantity: t.string({ nullable: true, resolve: ({ quantity }) => quantity?.value ?? null }),
    quantityUnit: t.string({
      nullable: true,
      description: 'An NCI code, such as C48542 for tablets.',
      resolve: ({ quantity }) => quantity?.unitOfMeasure ?? null,
    }),
    daysSupply: t.string({ nullable: true, resolve: ({ daysSupply }) => daysSupply ?? null }),
    refills: t.string({ nullable: true, resolve: ({ numberOfRefills }) => numberOfRefills ?? null }),
    refillsRequested: t.string({
      nullable: true,
      description: 'How many more the pharmacy asks for.',
      resolve: ({ pharmacyRequestedRefills }) => pharmacyRequestedRefills ?? null,
    }),
    instructions: t.string({ nullable: true, resolve: ({ sigText }) => sigText ?? null }),
    note: t.string({ nullable: true, resolve: ({ note }) => note ?? null }),
    writtenAt: t.string({ nullable: true, resolve: ({ writtenDate }) => writtenDate ?? null }),
    lastFilledAt: t.string({ nullable: true, resolve: ({ lastFillDate }) => lastFillDate ?? null }),
  }),
});
