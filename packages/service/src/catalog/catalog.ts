// The door of the room `catalog` for callers: treatments and their search, templates, and the lists of an organization.
import type { TreatmentId } from '@pestle/rules/ids';
import { WRITTEN_FORMS } from '@pestle/rules/written-treatment';
import type { WriteKey } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type CatalogAdministration, createCatalogAdministration } from './import/treatment-imports.ts';
import { createTreatmentLists, type TreatmentLists } from './lists/lists.ts';
import { createTemplates, type Templates } from './lists/templates.ts';
import { createTreatmentSearch, type Treatments } from './search/treatment-search.ts';
import { type OfferedIngredient, offeredIngredients } from './written/ingredients.ts';
import { type WrittenTreatmentInput, writeOwnTreatment } from './written/write-treatment.ts';

export interface CatalogDependencies {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Catalog extends Treatments, Templates, TreatmentLists {
  /** Writes what no drug file holds, where the organization allows it; answers its id. */
  readonly writeTreatment: (
    actor: Actor,
    input: WrittenTreatmentInput,
    key: WriteKey,
  ) => Promise<{ readonly id: TreatmentId }>;
  /** Dose forms to choose from. */
  readonly treatmentDoseForms: (actor: Actor) => readonly string[];
  /** Ingredients to choose from. */
  readonly treatmentIngredients: (actor: Actor, text: string) => Promise<readonly OfferedIngredient[]>;
  /** Reads the index of the search before anybody searches; resolves when it is there. */
  readonly warm: () => Promise<void>;
  /** Writes the network's treatments; no caller of the API reaches it. */
  readonly administration: CatalogAdministration;
}

export function createCatalog({ store, ports }: CatalogDependencies): Catalog {
  const { changed, ...treatments } = createTreatmentSearch(store, ports);
  return {
    ...treatments,
    ...createTemplates(store, ports),
    ...createTreatmentLists(store, ports),
    writeTreatment: (actor, input, key) => writeOwnTreatment({ store, ports }, actor, input, key),
    treatmentDoseForms: (actor) => {
      authorize(actor, 'catalog.read');
      return WRITTEN_FORMS.map(({ name }) => name);
    },
    treatmentIngredients: (actor, text) => offeredIngredients({ store, ports }, actor, text),
    administration: createCatalogAdministration(store, ports, changed),
  };
}

/** What callers may do with an organization's catalogs and its list of what is not prescribed: administrators write, everybody reads. */
export type { CatalogChanges } from './lists/lists.ts';

/** What callers may do with templates, which are preset drafts of an organization or of one person. */
export type { NewTemplate, TemplateChanges } from './lists/templates.ts';

/** What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication. */
export type { NamedTreatments } from './named.ts';

/** How many lines a search for treatments answers: unasked, and at most. */
export { TREATMENT_LINES } from './search/search-lines.ts';

/** The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed. */
export type { TreatmentHit } from './search/treatment-hit.ts';
export type { TreatmentLine, TreatmentSearchResult } from './search/treatment-search.ts';
/** The catalog's tables as Kysely sees them. */
export type { CatalogRow, TemplateRow } from './tables.ts';
/** What somebody writes that no drug file holds, and the list of ingredients to choose from. */
export type { OfferedIngredient } from './written/ingredients.ts';
export type { WrittenTreatmentInput } from './written/write-treatment.ts';
