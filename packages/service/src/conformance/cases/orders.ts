// Prescriptions that must be taken: a plain one, the longest, one full of marks, and the barest.

import type { TestPrescription } from '../prescriptions.ts';
import { BAREST, LONGEST, MARKS, PLAIN } from '../prescriptions.ts';
import { judgeTaken } from './answers.ts';
import type { Case, CaseResult, Run } from './case.ts';
import { prescribe } from './case.ts';

async function takes(run: Run, prescription: TestPrescription): Promise<CaseResult> {
  const { message, seen } = await prescribe(run, prescription);
  return judgeTaken(message, seen, run.session.subject.timeoutMs);
}

export const ORDER_CASES: readonly Case[] = [
  {
    id: 'new-rx',
    title: 'A plain prescription',
    expected: 'It is taken, with an answer that names our MessageID.',
    needs: 'connection',
    run: (run) => takes(run, PLAIN),
  },
  {
    id: 'new-rx-longest',
    title: 'The longest prescription',
    expected:
      'It is taken whole: every field that may be there, each at its longest. Each ends with Z on your screen.',
    needs: 'plain',
    run: (run) => takes(run, LONGEST),
  },
  {
    id: 'new-rx-marks',
    title: 'Names with accents, quotes and angle brackets',
    expected: 'It is taken, and your screen shows O\'BRIEN-NUNEZ, "quotes", & and < > as they are.',
    needs: 'plain',
    run: (run) => takes(run, MARKS),
  },
  {
    id: 'new-rx-barest',
    title: 'A prescription of which little is known',
    expected: 'It is taken without telephone number, drug code, diagnosis and days supply.',
    needs: 'plain',
    run: (run) => takes(run, BAREST),
  },
];
