// One prescriber's morning in the portal: twelve patients, one after the other, by keyboard alone. What each takes is printed: keys and seconds from the
// open page of the patient's prescribing to what was sent, and those that find the patient and open it.
import { after, before, describe } from 'node:test';
import { dosed } from './dosed.ts';
import { inTheWay } from './in-the-way.ts';
import { knownAlready } from './known-already.ts';
import { Morning, type Stage } from './prescribers-morning.ts';

/** Registers the tests of the morning; `stage` is asked when they begin. */
export function morningTests(stage: () => Stage): void {
  describe("one prescriber's morning", () => {
    const morning = new Morning();
    before(() => morning.open(stage()));
    after(() => morning.close());
    knownAlready(morning);
    dosed(morning);
    inTheWay(morning);
  });
}
