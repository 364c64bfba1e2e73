// Owns how Markdown of another service is shown: as plain text, in which nothing is a link, a picture or code.

/** The words in their lines, without the signs of Markdown; the address of a link stands behind its words. */
export function plainMarkdown(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)/g, (_whole, words: string, address: string) =>
      address === '' || address === words ? words : `${words} (${address})`,
    )
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?)/, '')
        .replace(/^(\s*)[-*+]\s+/, '$1• ')
        .replaceAll(/(\*\*|__)(?=\S)(.+?)\1/g, '$2')
        .replaceAll(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)\1(?![\w*])/g, '$2')
        .replaceAll(/`+([^`]+)`+/g, '$1')
        .trimEnd(),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
