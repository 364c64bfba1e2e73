// The GraphQL documents that the demo's hosts use, with the shapes of their answers.

export const NEAREST = `query Nearest($near: PlaceInput!) {
  pharmacies(near: $near, first: 1) { nodes { pharmacy { id } distanceKm } }
}`;
export interface NearestAnswer {
  readonly pharmacies: { readonly nodes: readonly { readonly pharmacy: { readonly id: string } }[] };
}

export const CREATE_DRAFT = `mutation Draft($input: CreateDraftInput!) { createDraft(input: $input) { id } }`;
export interface CreateDraftAnswer {
  readonly createDraft: { readonly id: string };
}

export const DELETE_DRAFT = `mutation Delete($id: ID!) { deleteDraft(id: $id) }`;

export const REVIEW = `mutation Review($ids: [ID!]!, $pharmacy: ID) {
  reviewDrafts(draftIds: $ids, pharmacyId: $pharmacy) {
    drafts { draftId contentHash problems { path code severity } }
  }
}`;
export interface ReviewAnswer {
  readonly reviewDrafts: {
    readonly drafts: readonly {
      readonly draftId: string;
      readonly contentHash: string | null;
      readonly problems: readonly {
        readonly path: string;
        readonly code: string;
        readonly severity: 'ERROR' | 'WARNING';
      }[];
    }[];
  };
}

export const COVERAGE = `query Coverage($patientId: ID!, $ids: [ID!]!, $pharmacyId: ID) {
  coverageCheck(patientId: $patientId, draftIds: $ids, pharmacyId: $pharmacyId) {
    drafts {
      state status reasons { code }
      notes { code } copay { kind } alternatives { treatment { id } }
    }
  }
}`;
export interface CoverageAnswer {
  readonly coverageCheck: {
    readonly drafts: readonly {
      readonly state: string;
      readonly status: string;
      readonly reasons: readonly { readonly code: string }[];
      readonly notes: readonly { readonly code: string }[];
      readonly copay: { readonly kind: string } | null;
      readonly alternatives: readonly unknown[];
    }[];
  };
}

export const CREATE_ORDER = `mutation Send($input: CreateOrderInput!) {
  createOrder(input: $input) {
    id
    fills { id prescriberOrderNumber prescription { id } }
  }
}`;
export interface CreateOrderAnswer {
  readonly createOrder: {
    readonly id: string;
    readonly fills: readonly {
      readonly id: string;
      readonly prescriberOrderNumber: string;
      readonly prescription: { readonly id: string };
    }[];
  };
}

export const CANCEL_ORDER = `mutation Cancel($input: CancelOrderInput!) {
  cancelOrder(input: $input) { results { fillId outcome code } }
}`;
export interface CancelOrderAnswer {
  readonly cancelOrder: {
    readonly results: readonly {
      readonly fillId: string;
      readonly outcome: string;
      readonly code: string | null;
    }[];
  };
}

export const ORDERS = `query Orders($after: String) {
  orders(first: 50, after: $after) {
    nodes {
      id state pharmacy { id }
      fills {
        id state stateReason stateOwner prescriberOrderNumber cancelAnswer alert
        transmissions {
          messageId kind channel state mayHaveArrived reason
          attempts { number outcome reason }
        }
      }
    }
    pageInfo { endCursor hasNextPage }
  }
}`;
export interface OrdersAnswer {
  readonly orders: {
    readonly nodes: readonly OrderView[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

export interface OrderView {
  readonly id: string;
  readonly state: string;
  readonly pharmacy: { readonly id: string } | null;
  readonly fills: readonly FillView[];
}

export interface FillView {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly stateOwner: string | null;
  readonly prescriberOrderNumber: string | null;
  readonly cancelAnswer: string | null;
  readonly alert: string | null;
  readonly transmissions: readonly TransmissionView[];
}

export interface TransmissionView {
  readonly messageId: string;
  readonly kind: string;
  readonly channel: string;
  readonly state: string;
  readonly mayHaveArrived: boolean;
  readonly reason: { readonly because?: string };
  readonly attempts: readonly {
    readonly number: number;
    readonly outcome: string | null;
    readonly reason: string | null;
  }[];
}
