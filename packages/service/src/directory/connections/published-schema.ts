// Offers the published JSON Schemas of pharmacies and partners, as they are generated from the shapes that check them.
import { readFileSync } from 'node:fs';

/** Of the whole file, of one pharmacy, of one partner. */
export const PUBLISHED_SCHEMAS = ['pharmacies', 'pharmacy', 'partner'] as const;
export type PublishedSchema = (typeof PUBLISHED_SCHEMAS)[number];

/** The text of the file. */
export function publishedSchema(name: PublishedSchema): string {
  return readFileSync(new URL(`../../../schemas/${name}.json`, import.meta.url), 'utf8');
}

/** Where a service answers it: what a file names as `$schema`. */
export function publishedSchemaPath(name: PublishedSchema): string {
  return `/schemas/${name}.json`;
}
