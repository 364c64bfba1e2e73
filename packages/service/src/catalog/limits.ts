// Every bound of the catalog, in one place.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';

export const CATALOG_LIMITS = {
  /** Fewest letters or digits a search needs. */
  searchLettersMin: 3,
  searchTextCharactersMax: 100,
  searchWordsMax: 8,
  /** Hits that paging through one search can reach. */
  searchHitsMax: 500,
  /** Fewest letters of a name for which likeness says anything. */
  similarLettersMin: 4,
  /** Strengths and forms suggested of one name, so that another name is seen as well. */
  similarPerNameMax: 10,
  similarHitsMax: 16,
  /** Letters of words that are kept as bits, so that most words need no comparison. */
  letterMasksMax: 200_000,
  /** How old the index of treatments may be when another process changed them. */
  treatmentIndexAgeMs: 10_000,
  /** Treatments that are read at once for the index. */
  indexedRowsPart: 5_000,
  /** Treatments up to which each node holds them whole, so that a search asks the store once: about a kilobyte each. */
  heldTreatmentsMax: 25_000,
  /** Lines of one search, each a drug and form with its strengths. */
  linesDefault: 10,
  linesMax: 20,
  /** Strengths of one line. */
  lineStrengthsMax: 40,
  /** Templates shown beside the treatments of one search. */
  searchTemplatesMax: 10,
  /** Treatments asked about in one request. */
  treatmentIdsMax: 200,
  /** Ids of a form's disable list that are looked up in one request. */
  namedIdsMax: 500,
  treatmentNameCharactersMax: 300,
  /** Treatments that one organization has written by hand. */
  writtenTreatmentsMax: 5_000,
  /** Ingredients offered for what is typed. */
  ingredientsOfferedMax: 12,
  ingredientTextCharactersMax: 60,
  catalogNameCharactersMax: 100,
  /** Catalogs of one organization. */
  catalogsMax: 100,
  templateNameCharactersMax: FIELD_LIMITS.templateName.maximum,
  disabledReasonCharactersMax: 200,
} as const;
