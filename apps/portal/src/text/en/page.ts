// Owns the English words that every page of the portal has where it has nothing to show, or what is old.

export const page = {
  stale: 'What is shown may be old.',
  failed: 'The page could not be loaded.',
  /** By the code of an error. */
  errors: {
    NOT_FOUND: 'There is nothing here, or it belongs to another organization.',
    FORBIDDEN: 'Your role in this organization may not see this page. Ask an administrator.',
  } as Readonly<Record<string, string>>,
};
