// Keeps what the host was answered, a line for each answer, written before anything else is done with it: evidence for the check.
import { appendFileSync, readFileSync } from 'node:fs';
import type { Acknowledgement } from '../../check/evidence.ts';

export interface AcknowledgementLog {
  add(acknowledgement: Acknowledgement): void;
}

export function openAcknowledgements(file: string): AcknowledgementLog {
  return {
    add: (acknowledgement) => appendFileSync(file, `${JSON.stringify(acknowledgement)}\n`),
  };
}

/** Every acknowledgement in the file, oldest first. */
export function readAcknowledgements(file: string): readonly Acknowledgement[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Acknowledgement);
}
