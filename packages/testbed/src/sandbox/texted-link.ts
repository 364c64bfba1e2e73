// Finds the link of the text that asks a patient to choose a pharmacy: texts about the patient's other orders bring links as well.

const ASKS = /\bchoose\b|\belij[ae]\b/i;
const LINK = /http:\/\/\S+\/p\/[\w-]{43}/;

/** The link of the first such text after the first `earlier` ones, to this number if one is given; undefined while none has come. */
export function linkToChoose(
  texts: readonly { readonly to: string; readonly text: string }[],
  earlier: number,
  phone?: string,
): string | undefined {
  const asking = texts
    .slice(earlier)
    .find(({ to, text }) => (phone === undefined || to === phone) && ASKS.test(text));
  return asking && LINK.exec(asking.text)?.[0];
}
