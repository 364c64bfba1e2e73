// Collects one JSON value out of a long text, character by character, and says in which line it is none.
import { Failure } from '../../kernel/errors.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';

interface Collector {
  add(character: string, line: number): undefined;
  /** Neither in a text nor in something nested: a comma or bracket ends what is collected. */
  isOutside(): boolean;
  isEmpty(): boolean;
  /** What was collected, as JSON reads it, and the line in which it began. `line`: that of now. Throws INVALID_INPUT. */
  take(line: number): { readonly value: unknown; readonly line: number };
}

/** Collects the characters of one value at a time. */
export function createCollector(): Collector {
  let characters: string[] = [];
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let startLine: number | undefined;
  return {
    add: (character, line) => {
      startLine ??= line;
      if (characters.length >= DIRECTORY_LIMITS.fileEntryCharactersMax)
        throw notFile(
          `Line ${startLine}: an entry has more than ${DIRECTORY_LIMITS.fileEntryCharactersMax} characters. A bracket or a quotation mark may be missing.`,
        );
      characters.push(character);
      if (isText) {
        if (character === '"' && !isEscaped) isText = false;
        isEscaped = character === '\\' && !isEscaped;
      } else if (character === '"') isText = true;
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      return undefined;
    },
    isOutside: () => depth === 0 && !isText,
    isEmpty: () => characters.length === 0,
    take: (line) => {
      const [text, began] = [characters.join(''), startLine ?? line];
      characters = [];
      [depth, isText, isEscaped, startLine] = [0, false, false, undefined];
      return { value: parsed(text, began), line: began };
    },
  };
}

/** The parser's own words may repeat what stands there, which may be a secret: the line is enough. */
function parsed(text: string, startLine: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    const before = position === undefined ? text : text.slice(0, Number(position));
    throw notJson(startLine + before.split('\n').length - 1);
  }
}

export function notFile(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}

export function notJson(line: number): Failure {
  return notFile(
    `Line ${line}: this is not JSON; a comma, a bracket or a quotation mark may be missing or too much. Nothing was written.`,
  );
}
