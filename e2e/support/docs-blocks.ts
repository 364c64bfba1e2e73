// Takes the code blocks out of a page of the docs: programs, commands, and what the commands print.
import { readFileSync } from 'node:fs';

/** A program that the reader saves. */
export interface Program {
  readonly kind: 'program';
  readonly line: number;
  readonly file: string;
  readonly text: string;
}

/** What the reader types, and what is shown below it. */
export interface Command {
  readonly kind: 'command';
  readonly line: number;
  readonly script: string;
  /** With `…` where something varies; null when nothing is shown. */
  readonly shown: string | null;
}

export type Step = Program | Command;

/** Brings packages into the repository, or takes them out. */
export function isInstallation(step: Step): boolean {
  return step.kind === 'command' && /^npm (?:ci|prune)\b/m.test(step.script);
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Whether nothing stands between this block and the one before. */
  readonly follows: boolean;
}

/** Settings for other programs than ours: read, not run. */
const NOT_RUN = new Set(['ini']);

/** The steps of a page in their order, or of one part of it by its heading. Throws for a block that no test would run. */
export function stepsOf(page: URL, heading?: string): readonly Step[] {
  const text = readFileSync(page, 'utf8');
  const blocks = blocksOf(heading === undefined ? text : partOf(text, heading));
  return blocks.flatMap((block, index): Step[] => {
    const { language, text, line } = block;
    if (NOT_RUN.has(language)) return [];
    if (language === 'text') {
      if (block.follows && blocks[index - 1]?.language === 'sh') return [];
      throw new Error(`line ${line}: an output that no command prints`);
    }
    if (language === 'sh') {
      const next = blocks[index + 1];
      const shown = next?.language === 'text' && next.follows ? next.text : null;
      return [{ kind: 'command', line, script: text, shown }];
    }
    const [, file] = /^\/\/ ([\w-]+\.mjs)\n/.exec(text) ?? [];
    if (language === 'js' && file !== undefined) return [{ kind: 'program', line, file, text }];
    throw new Error(`line ${line}: a block that no test would run (${language})`);
  });
}

/** From a heading to the next of its rank. */
function partOf(markdown: string, heading: string): string {
  const [, part] = markdown.split(`\n## ${heading}\n`);
  if (part === undefined) throw new Error(`There is no part ${heading}.`);
  return part.split('\n## ')[0] ?? '';
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    const [whole, language = '', text = ''] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    blocks.push({ line, language, text, follows: markdown.slice(end, match.index).trim() === '' });
    end = match.index + whole.length;
  }
  return blocks;
}

/** Whether an output has the form that the page shows; of a program that keeps running, whether it holds it. */
export function hasForm(output: string, shown: string, keepsRunning = false): boolean {
  const form = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('[^]*?');
  return new RegExp(keepsRunning ? form : `^${form}$`).test(output.trim());
}
