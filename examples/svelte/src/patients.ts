// The charts of this page: patients of the sandbox by the ids that the page's own records have for them, and what is planned for each.
import type { InitialPrescription } from '@pestle/elements';

export interface Chart {
  readonly patientId: string;
  readonly name: string;
  readonly planned: readonly InitialPrescription[];
}

export const charts: readonly [Chart, ...Chart[]] = [
  {
    patientId: 'MRN-1001',
    name: 'Jane Tester',
    planned: [
      {
        treatmentId: 'trt_00000000005HAYBPGNPZ3GQN1M', // lisinopril 10 mg oral tablet
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        fillsAllowed: 4,
        instructions: 'Take 1 tablet by mouth once daily.',
      },
    ],
  },
  {
    patientId: 'MRN-1002',
    name: 'José Núñez',
    planned: [
      {
        treatmentId: 'trt_0000000000CRNKTB69DEHY6SC0', // metformin 500 mg oral tablet
        dispenseQuantity: 14,
        dispenseUnit: 'Tablet',
        daysSupply: 7,
        fillsAllowed: 1,
        instructions: 'Take 1 tablet by mouth twice daily with meals.',
      },
    ],
  },
];
