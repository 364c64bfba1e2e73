// Reads a file of one JSON value a line, packed with gzip or not.
import { openSource } from '../../import/source-file.ts';
import { CommandError } from '../../output.ts';

/** The values of all lines. Throws CommandError naming the line that is no JSON. */
export async function readNdjson(file: string): Promise<readonly unknown[]> {
  const source = await openSource(file);
  let text = '';
  for await (const piece of source.pieces(() => undefined)) text += piece;
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      throw new CommandError(`Line ${index + 1} of ${file} is not JSON.`);
    }
  });
}
