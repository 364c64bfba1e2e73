// The mutations of templates, catalogs and the list of disabled treatments, with every argument filled in well.
import type { Operation } from './operation.ts';
import { mutation } from './operation.ts';
import type { Records } from './records.ts';
import { ACCEPTS_XML, DRAFT } from './records.ts';

export const TEMPLATE = { ...DRAFT, name: 'Blood pressure', notes: 'Thank you.' };

export function listMutations(own: Records): readonly Operation[] {
  const treatmentIds = [own.treatmentId];
  return [
    mutation(
      'createTemplate',
      'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }',
      { input: { ...TEMPLATE, personal: true, treatmentId: own.treatmentId } },
    ),
    mutation(
      'updateTemplate',
      'mutation($id: ID!, $changes: UpdateTemplateInput!) { updateTemplate(id: $id, expectedRevision: 1, changes: $changes) { id } }',
      { id: own.templateId, changes: { ...TEMPLATE, treatmentId: own.treatmentId } },
      { id: 'template' },
    ),
    mutation(
      'deleteTemplate',
      'mutation($id: ID!) { deleteTemplate(id: $id) }',
      { id: own.templateId },
      { id: 'template' },
    ),
    mutation(
      'createCatalog',
      'mutation($name: String!, $treatmentIds: [ID!]) { createCatalog(name: $name, treatmentIds: $treatmentIds) { id } }',
      { name: 'New list', treatmentIds },
      {},
      'admin',
    ),
    mutation(
      'updateCatalog',
      'mutation($id: ID!, $changes: UpdateCatalogInput!) { updateCatalog(id: $id, expectedRevision: 1, changes: $changes) { id } }',
      {
        id: own.catalogId,
        changes: { name: 'Renamed', addTreatmentIds: treatmentIds, removeTreatmentIds: treatmentIds },
      },
      { id: 'catalog' },
      'admin',
    ),
    mutation(
      'deleteCatalog',
      'mutation($id: ID!) { deleteCatalog(id: $id) }',
      { id: own.catalogId },
      { id: 'catalog' },
      'admin',
    ),
    mutation(
      'disableTreatments',
      'mutation($treatmentIds: [ID!]!, $reason: String) { disableTreatments(treatmentIds: $treatmentIds, reason: $reason) }',
      { treatmentIds, reason: 'Not stocked.' },
      {},
      'admin',
    ),
    mutation(
      'preferPharmacy',
      'mutation($id: ID!, $preferred: Boolean!) { preferPharmacy(id: $id, preferred: $preferred) { id } }',
      { id: ACCEPTS_XML, preferred: true },
      {},
      'admin',
    ),
    mutation(
      'enableTreatments',
      'mutation($treatmentIds: [ID!]!) { enableTreatments(treatmentIds: $treatmentIds) }',
      { treatmentIds },
      {},
      'admin',
    ),
  ];
}
