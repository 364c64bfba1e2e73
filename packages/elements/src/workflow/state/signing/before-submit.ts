// Owns the page's veto before anything is signed: the property `beforeSubmit` of the element.

/** A page that does not answer in this time has not agreed. */
const ANSWER_WITHIN_MS = 30_000;

/** What is about to be signed. */
export interface AskedAbout {
  readonly draftIds: readonly string[];
  /** Of what was saved before. */
  readonly prescriptionIds: readonly string[];
}

/**
 * Asks the page. `beforeSubmit({draftIds, prescriptionIds})` may answer at once or with a promise: nothing or `true` lets it pass, `false` or a text stops
 * it, and the text is shown. A hook that throws stops it, too: what a page wanted to check was not checked.
 */
export async function askPage(
  owner: object,
  { draftIds, prescriptionIds }: AskedAbout,
): Promise<string | null> {
  const hook: unknown = Reflect.get(owner, 'beforeSubmit');
  if (typeof hook !== 'function') return null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('the page did not answer in time.'), ANSWER_WITHIN_MS);
    });
    const answer: unknown = await Promise.race([
      Promise.resolve(
        Reflect.apply(hook, owner, [{ draftIds: [...draftIds], prescriptionIds: [...prescriptionIds] }]),
      ),
      late,
    ]);
    if (answer === undefined || answer === null || answer === true) return null;
    return typeof answer === 'string' ? answer : '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    clearTimeout(timer);
  }
}
