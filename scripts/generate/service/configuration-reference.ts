// docs/reference/configuration.md, from the one table of variables.
import { VARIABLES } from '@pestle/service/config';
import { GENERATED_NOTE, table } from '../markdown.ts';

export function configurationReference(): string {
  const rows = VARIABLES.map((variable) => [
    `\`${variable.name}\`${'secret' in variable ? ' (secret)' : ''}`,
    variable.about,
    variable.without,
  ]);
  return `${GENERATED_NOTE}
# Configuration

\`pestle serve\` reads its configuration from the environment. A secret may instead stand in a file that
\`<NAME>_FILE\` names. \`pestle doctor\` checks all of it and says what is wrong and how to mend it. The sandbox
(\`npm start\`) needs none: it makes its own secrets in its data directory.

${table(['Variable', 'Decides', 'Without it'], rows)}
`;
}
