// GraphQL of importing what a patient does not tolerate and takes from a FHIR R4 bundle.
import type { ImportedContext, PatientContextInput, SkippedResource } from '../../../directory/directory.ts';
import { checkedByRoom, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { Patient } from './patients.ts';

const Skipped = builder.objectRef<SkippedResource>('SkippedResource').implement({
  description: 'A resource of the bundle that changed nothing.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place among the entries, from 0.' }),
    resourceType: t.exposeString('resourceType'),
    reason: t.exposeString('reason', {
      description:
        'One of `NOT_ASKED_FOR`, `UNREADABLE` (also what says that nobody knows or asked, or two things at once), `NO_NAME`, `NOT_A_SUBSTANCE` (that no allergies of one kind are known, such as to foods), `REFUTED_OR_ENTERED_IN_ERROR`, `NOT_ACTIVE`, `NOT_A_MEDICINE` (a reference to what is elsewhere). There may be more.',
    }),
  }),
});

const Imported = builder.objectRef<ImportedContext>('ImportedPatientContext').implement({
  description: 'What became of a bundle.',
  fields: (t) => ({
    patient: t.field({ type: Patient, resolve: ({ patient }) => patient }),
    newAllergies: t.exposeInt('newAllergies', { description: 'Those that were not on record.' }),
    newMedications: t.exposeInt('newMedications'),
    noKnownAllergies: t.exposeBoolean('noKnownAllergies', {
      description:
        'It states that none are known: `allergiesStated` of the patient says who imported that and when.',
    }),
    skipped: t.field({
      type: [Skipped],
      extensions: { listSize: 5 },
      resolve: ({ skipped }) => [...skipped],
    }),
  }),
});

builder.mutationField('importPatientContext', (t) =>
  t.field({
    type: Imported,
    description:
      'Adds what a FHIR R4 Bundle says of allergies (`AllergyIntolerance`) and medicines (`MedicationStatement`) to the record; nothing on record is taken away. SNOMED CT 716186003 states that no allergies are known, and is refused where some are.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Service id or external id.' }),
      bundle: t.arg.string({
        required: true,
        description:
          'The Bundle, or one such resource, as JSON text: 500 entries at most, and a request may have 256 KiB in all. `pestle patient import` takes 1 MiB.',
      }),
    },
    resolve: (_root, args, context) =>
      write(context, 'importPatientContext', args, (actor, key) =>
        context.rooms.directory.importPatientContext(actor, checkedByRoom<PatientContextInput>(args), key),
      ),
  }),
);
