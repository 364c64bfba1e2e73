// GraphQL of what speaks against a treatment while it is being written, and what is offered in its place.
import type { OfferedChange, TreatmentScreened } from '../../../prescribing/prescribing.ts';
import { builder } from '../builder.ts';
import { ReviewedScreening } from './screening.ts';

const Offer = builder.objectRef<OfferedChange>('ScreeningOffer').implement({
  description: 'A suggestion of another service that a form can carry out, if a person takes it.',
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'As the service wrote it; also among `suggestions` of its finding.',
    }),
    removes: t.exposeBoolean('removes', { description: 'It is not prescribed.' }),
    treatmentId: t.exposeID('treatmentId', {
      nullable: true,
      description: 'What is prescribed in its place; null where the medicine stays.',
    }),
    directions: t.exposeString('directions', {
      nullable: true,
      description: 'Directions for the patient in its words, to be read before they are taken.',
    }),
  }),
});

const Screened = builder.objectRef<TreatmentScreened>('TreatmentScreening').implement({
  description: 'What screening says of a treatment that is being written.',
  fields: (t) => ({
    screening: t.field({
      type: ReviewedScreening,
      description: 'As of now, without answers: those stay with the draft, and count at its review.',
      resolve: ({ screening }) => screening,
    }),
    offers: t.field({
      type: [Offer],
      extensions: { listSize: 3 },
      resolve: ({ offers }) => [...offers],
    }),
  }),
});

builder.queryField('screeningOf', (t) =>
  t.field({
    type: Screened,
    description:
      'What screening says now of a treatment that is being written for a patient, before there is a draft of it: interactions, allergies and therapy twice over, by the same rules as a review. An own service of the organization is asked by `order-select`. Nothing is kept; the review asks again.',
    args: {
      patientId: t.arg.id({ required: true, description: 'Service id or external id.' }),
      treatmentId: t.arg.id({ required: true }),
      draftId: t.arg.id({ description: 'The draft that is being edited: it is not compared with itself.' }),
    },
    resolve: (_root, { patientId, treatmentId, draftId = null }, { actor, rooms }) =>
      rooms.prescribing.screeningOf(actor, { patientId, treatmentId, draftId }),
  }),
);
