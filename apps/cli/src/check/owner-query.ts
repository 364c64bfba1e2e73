// The one way in which the check asks the store: plain statements, by the owner of the schema.

/** Runs one statement as the owner of the schema: row-level security hides nothing from it. */
export type OwnerQuery = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
