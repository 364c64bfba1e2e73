// Documents of the portal's lists: templates, what is not prescribed here, and pharmacies.
import { graphql } from '../../schema/graphql.ts';
import { PharmacyFields } from '../pharmacies.ts';

export const PortalTemplates = graphql(`
  query PortalTemplates($personal: Boolean, $after: String) {
    templates(personal: $personal, first: 100, after: $after) {
      nodes {
        id
        name
        personal
        revision
        treatment { id name brandName ingredients strength doseForm written }
        dispenseQuantity
        dispenseUnit
        daysSupply
        fillsAllowed
        instructions
        notes
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const PortalUpdateTemplate = graphql(`
  mutation PortalUpdateTemplate($id: ID!, $expectedRevision: Int!, $changes: UpdateTemplateInput!) {
    updateTemplate(id: $id, expectedRevision: $expectedRevision, changes: $changes) { id }
  }
`);

export const PortalDeleteTemplate = graphql(`
  mutation PortalDeleteTemplate($id: ID!) {
    deleteTemplate(id: $id)
  }
`);

export const PortalDisabled = graphql(`
  query PortalDisabled($after: String) {
    disabledTreatments(first: 100, after: $after) {
      nodes { id name brandName ingredients strength doseForm written reason }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const PortalFindTreatments = graphql(`
  query PortalFindTreatments($text: String!) {
    treatments(text: $text, first: 20) {
      hits { nodes { id name brandName ingredients strength doseForm written } }
    }
  }
`);

export const PortalDisable = graphql(`
  mutation PortalDisable($ids: [ID!]!, $reason: String) {
    disableTreatments(treatmentIds: $ids, reason: $reason)
  }
`);

export const PortalEnable = graphql(`
  mutation PortalEnable($ids: [ID!]!) {
    enableTreatments(treatmentIds: $ids)
  }
`);

/** The catalogs, whether anything else is prescribed, and one of them treatment by treatment. */
export const PortalCatalogs = graphql(`
  query PortalCatalogs {
    organization { offCatalog }
    catalogs { id name revision }
  }
`);

export const PortalCatalog = graphql(`
  query PortalCatalog($id: ID!, $after: String) {
    catalog(id: $id) {
      treatments(first: 100, after: $after) {
        nodes { id name brandName ingredients strength doseForm written therapeuticClass prescribable reason reasonCode }
        pageInfo { endCursor hasNextPage }
      }
    }
  }
`);

export const PortalCreateCatalog = graphql(`
  mutation PortalCreateCatalog($name: String!) {
    createCatalog(name: $name) { id }
  }
`);

export const PortalUpdateCatalog = graphql(`
  mutation PortalUpdateCatalog($id: ID!, $expectedRevision: Int!, $changes: UpdateCatalogInput!) {
    updateCatalog(id: $id, expectedRevision: $expectedRevision, changes: $changes) { id }
  }
`);

export const PortalDeleteCatalog = graphql(`
  mutation PortalDeleteCatalog($id: ID!) {
    deleteCatalog(id: $id)
  }
`);

export const PortalCreateTemplate = graphql(`
  mutation PortalCreateTemplate($input: CreateTemplateInput!) {
    createTemplate(input: $input) { id }
  }
`);

export const PortalPharmacies = graphql(
  `
  query PortalPharmacies($text: String, $kinds: [PharmacyKind!], $preferred: Boolean, $after: String) {
    pharmacies(first: 40, text: $text, kinds: $kinds, preferred: $preferred, publicOnly: false, after: $after) {
      nodes { pharmacy { ...PharmacyFields fax preferred scriptVersion stopped } }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [PharmacyFields],
);

export const PortalPreferPharmacy = graphql(`
  mutation PortalPreferPharmacy($id: ID!, $preferred: Boolean!) {
    preferPharmacy(id: $id, preferred: $preferred) { id }
  }
`);
