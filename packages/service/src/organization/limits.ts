// Every bound of the room `organization`, in one place.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';

export const ORGANIZATION_LIMITS = {
  /** SCRIPT's BusinessName. */
  nameCharactersMax: FIELD_LIMITS.businessName.maximum,
  /** Organizations that one page of operators lists; a search finds the others. */
  listedMax: 200,
} as const;
