// The states of the coverage of drafts in 'Pending Order' and in the review.

import { treatmentOf } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../../support/workflow.ts';
import type { PageOptions, Scene } from '../scene.ts';
import { at } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

const CHECKS = { ...ORDER, 'enable-coverage-check': 'true' };

/** What stands on the card of somebody whose plan the sandbox knows. */
export function benefits(planId: string): { readonly benefits: readonly object[] } {
  return {
    benefits: [{ bin: '999999', pcn: 'SANDBOX', groupId: 'SBX1', memberId: 'SBX-900-01', planId }],
  };
}

/** A page of a member of the plan for everyday drugs, with a draft of each. */
async function checked(scene: Scene, drugs: readonly string[], options: PageOptions = {}): Promise<Page> {
  const { ask, patient, workflow } = scene;
  const ids: string[] = [];
  for (const drug of drugs) ids.push(await treatmentOf(ask, drug));
  const attributes = { ...CHECKS, 'initial-prescriptions': initial(...ids) };
  const patientId = await patient(benefits('SANDBOX-EVERYDAY'));
  return await workflow(attributes, { ...options, patientId });
}

/** Opens what is under the line of coverage that says this. */
async function open(page: Page, words: string | RegExp): Promise<void> {
  await page.locator('.coverage summary').filter({ hasText: words }).first().click();
  await page.locator('.coverage details[open] .within').waitFor();
  // The click scrolled there: judged where it stopped, a button may lie half under the bar that stays at the lower edge.
  await page.evaluate('scrollTo(0, 0)');
}

export const COVERAGE_STATES: readonly State[] = [
  {
    name: 'coverage-checking',
    reach: async (scene) => {
      const page = await checked(scene, ['lisinopril 10 mg oral tablet'], {
        faults: { CoverageCheck: 'held' },
      });
      await at.text(page, 'Checking coverage').waitFor();
      return page;
    },
  },
  {
    name: 'coverage-covered',
    reach: async (scene) => {
      const page = await checked(scene, ['metformin 500 mg oral tablet']);
      await open(page, /Covered · about \$/);
      return page;
    },
  },
  {
    name: 'coverage-restrictions',
    reach: async (scene) => {
      const page = await checked(scene, ['semaglutide 7 mg oral tablet']);
      await open(page, 'Covered with restrictions: prior authorization');
      return page;
    },
  },
  {
    name: 'coverage-not-covered',
    always: true,
    main: true,
    dark: true,
    picture: 'What the plan pays of each draft, and what it pays instead',
    reach: async (scene) => {
      const page = await checked(scene, ['metformin 500 mg oral tablet', 'crestor 10 mg']);
      await open(page, /Not covered · \d alternative/);
      return page;
    },
  },
  {
    name: 'coverage-no-data',
    reach: async ({ workflow, lisinopril }) => {
      const page = await workflow({ ...CHECKS, 'initial-prescriptions': initial(lisinopril) });
      await open(page, 'No coverage data');
      return page;
    },
  },
  {
    name: 'coverage-could-not-check',
    reach: async (scene) => {
      const page = await checked(scene, ['lisinopril 10 mg oral tablet'], {
        faults: { CoverageCheck: 'offline' },
      });
      await at.text(page, 'Could not check coverage').waitFor();
      return page;
    },
  },
  {
    name: 'coverage-in-the-review',
    reach: async (scene) => {
      const page = await checked(scene, ['metformin 500 mg oral tablet', 'semaglutide 7 mg oral tablet']);
      await at.text(page, /^Covered · about/).waitFor();
      await page.getByRole('radio').first().click();
      await at.button(page, 'Send Order').click();
      await at.text(page, /not part of what is signed/).waitFor();
      return page;
    },
  },
  {
    name: 'coverage-spanish',
    reach: async (scene) => {
      const page = await checked(scene, ['crestor 10 mg'], { lang: 'es' });
      await open(page, /No cubierto · \d alternativa/);
      return page;
    },
  },
];
