// Holds a built package to its words: what stands above a public declaration in the code stands in the types that others get.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicDeclarations } from '../generate/declarations.ts';

/** Public declarations and members of `folder` whose words are in no type of the package that was built from it into `built`. */
export function lostWords(root: string, folder: string, built: string): readonly string[] {
  const types = globSync('**/*.d.ts', { cwd: built })
    .map((file) => plain(readFileSync(join(built, file), 'utf8')))
    .join('\n');
  return publicDeclarations(root, folder).flatMap(({ specifier, declarations }) =>
    declarations
      .flatMap(({ name, words, members }) => [
        { name, words },
        ...members.map((member) => ({ name: `${name}.${member.name}`, words: member.words })),
      ])
      .filter(({ words }) => words !== '' && !types.includes(words))
      .map(({ name }) => `${specifier} ${name}`),
  );
}

/** As one line, without the stars of comments. */
function plain(text: string): string {
  return text.replaceAll(/^\s*\* ?/gm, ' ').replaceAll(/\s+/g, ' ');
}
