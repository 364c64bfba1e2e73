// `pestle pharmacy people|corrections …`: pharmacies that sign in, and what they correct of themselves.
import { Command } from 'commander';
import type { JsonOption } from '../../options.ts';
import { BY_OPTION, JSON_OPTION } from '../../options.ts';
import type { ActOptions, DeclineOptions, InviteOptions, ListOptions } from './run.ts';

const PHARMACY = ['<pharmacy>', 'phr_…'] as const;
const CORRECTION = ['<correction>', 'phc_…'] as const;

export function addDeskCommands(pharmacy: Command): void {
  pharmacy.addCommand(peopleCommand());
  pharmacy.addCommand(correctionsCommand());
}

function peopleCommand(): Command {
  const people = new Command('people').description(
    'the people who sign in for a pharmacy, and how they get in (docs/guides/pharmacies.md)',
  );
  people
    .command('list')
    .description('the people of a pharmacy')
    .argument(...PHARMACY)
    .option(...JSON_OPTION)
    .action(async (id: string, options: JsonOption) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { listPeople } = await import('./run.ts');
      await listPeople(process.env, id, options);
    });
  people
    .command('invite')
    .description(
      'make a link by which a person of a pharmacy gets an account, and show it this once; again for the same address it is the way back for a lost password or phone',
    )
    .argument(...PHARMACY)
    .requiredOption('--email <address>', 'how the person signs in')
    .requiredOption('--name <name>', 'who it is')
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: InviteOptions) => {
      const { invitePerson } = await import('./run.ts');
      await invitePerson(process.env, id, options);
    });
  for (const [name, active, description] of [
    ['deactivate', false, 'end the access of a person of a pharmacy, with every session and link'],
    ['reactivate', true, 'give a person of a pharmacy access again'],
  ] as const)
    people
      .command(name)
      .description(description)
      .argument('<person>', 'pha_…, from the list of people')
      .option(...BY_OPTION)
      .option(...JSON_OPTION)
      .action(async (id: string, options: ActOptions) => {
        const { switchPerson } = await import('./run.ts');
        await switchPerson(process.env, id, { ...options, active });
      });
  return people;
}

function correctionsCommand(): Command {
  const corrections = new Command('corrections').description(
    'what pharmacies say is wrong of what we believe about them (docs/guides/pharmacies.md)',
  );
  corrections
    .command('list')
    .description('what waits for an operator, and what took effect and was not seen')
    .option('--all', 'also what is decided', false)
    .option('--pharmacy <id>', 'of one pharmacy')
    .option(...JSON_OPTION)
    .action(async (options: ListOptions) => {
      const { listCorrections } = await import('./run.ts');
      await listCorrections(process.env, options);
    });
  corrections
    .command('confirm')
    .description(
      'write what is proposed into the record; call the pharmacy first, at the number that was known before',
    )
    .argument(...CORRECTION)
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: ActOptions) => {
      const { confirmCorrection } = await import('./run.ts');
      await confirmCorrection(process.env, id, options);
    });
  corrections
    .command('decline')
    .description('leave the record as it is')
    .argument(...CORRECTION)
    .requiredOption('--reason <text>', 'why: the pharmacy reads it')
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: DeclineOptions) => {
      const { declineCorrection } = await import('./run.ts');
      await declineCorrection(process.env, id, options);
    });
  corrections
    .command('seen')
    .description('take the note of what took effect already off the list')
    .argument(...CORRECTION)
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: ActOptions) => {
      const { seeCorrection } = await import('./run.ts');
      await seeCorrection(process.env, id, options);
    });
  return corrections;
}
