// `pestle pharmacy …`: how pharmacies are reached; `check` tries a pharmacy's endpoint with invented prescriptions, and writes a report that its engineer can act on.
import { Command, InvalidArgumentError, Option } from 'commander';
import { JSON_OPTION, STORE_OPTION, toPort } from '../options.ts';
import type { CheckOptions } from './check.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addDeskCommands } from './desk/command.ts';
import { keysCommand } from './keys-command.ts';

export function pharmacyCommand(): Command {
  const pharmacy = new Command('pharmacy').description('pharmacies and how they are reached');
  addConnectionCommands(pharmacy);
  pharmacy
    .command('check')
    .description(
      'try an endpoint as prescriptions will reach it, with invented ones that say they are tests; exits with 1 where a case fails (docs/guides/conformance.md)',
    )
    .argument(
      '[url]',
      'the address that takes messages, without it that of the profile; or the id of a pharmacy (phr_…), which is tried as it is stored, and what came of it is put down for going live',
    )
    .option('--profile <file>', 'how the pharmacy is reached, as JSON: ncpdpId, integration …')
    .option('--ncpdp-id <id>', 'the seven digits that name the pharmacy in messages')
    .addOption(
      new Option('--version <version>', 'of the messages')
        .choices(['2017071', '2023011'])
        .conflicts('profile'),
    )
    .addOption(new Option('--form <form>', 'of the messages').choices(['xml', 'json']).conflicts('profile'))
    .addOption(
      new Option('--token-file <file>', 'holds the bearer token that the endpoint asks for').conflicts(
        'profile',
      ),
    )
    .option('--listen <port>', 'take status reports and later answers at this port while it runs', toPort)
    .option('--listen-host <address>', 'where to listen', '127.0.0.1')
    .option('--hook-key-file <file>', 'holds the key that reports must show')
    .option('--wait <seconds>', 'how long a report is waited for', toSeconds, 60)
    .option('--report <file>', 'write the report as an HTML file')
    .option('--by <name>', 'of a stored pharmacy: who checks it; without it the name of the login')
    .option('--data <directory>', `of a stored pharmacy: ${STORE_OPTION[1]}`)
    .option(...JSON_OPTION)
    .action(async (url: string | undefined, options: CheckOptions) => {
      if (url?.startsWith('phr_') === true) {
        const { checkStoredPharmacy } = await import('./stored-check.ts');
        await checkStoredPharmacy(process.env, url, options);
        return;
      }
      const { checkPharmacy } = await import('./check.ts');
      await checkPharmacy(url, options);
    });
  pharmacy.addCommand(keysCommand());
  addDeskCommands(pharmacy);
  return pharmacy;
}

const WAIT_SECONDS_MAX = 3_600;

function toSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) > WAIT_SECONDS_MAX)
    throw new InvalidArgumentError(`A number of seconds from 0 to ${WAIT_SECONDS_MAX}.`);
  return Number(text);
}
