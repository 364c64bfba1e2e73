// The work of `pestle pharmacy schema`: it needs no store.
import { type PublishedSchema, publishedSchema } from '@pestle/service/directory';
import { say } from '../output.ts';

export function printSchema(name: PublishedSchema): void {
  say(publishedSchema(name).trimEnd());
}
