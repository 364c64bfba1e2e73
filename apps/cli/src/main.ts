// `pestle` on the command line: reads the arguments and hands them to the command, each loaded when it is asked for.
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { CommandError, complain } from './output.ts';
import { CLINIC_PORT_OFFSET, SANDBOX_DIRECTORY, SANDBOX_PORT } from './sandbox/settings.ts';

const program = new Command('pestle')
  .description('An open prescription routing network that anyone can run')
  .version('0.1.0')
  .enablePositionalOptions()
  .showHelpAfterError();

program
  .command('sandbox')
  .description(
    'run the service with a demo clinic, simulated pharmacies, a fax machine and a phone, all on this machine',
  )
  .option('--port <port>', 'where the service listens', toPort, SANDBOX_PORT)
  .option('--data <directory>', 'where the data stay between runs', SANDBOX_DIRECTORY)
  .option('--fresh', 'remove the data of earlier runs first', false)
  .action(async ({ port, data, fresh }: { port: number; data: string; fresh: boolean }) => {
    const { runSandbox } = await import('./sandbox/run.ts');
    const clinicPort = port === 0 ? 0 : port + CLINIC_PORT_OFFSET;
    await runSandbox({ port, clinicPort, directory: resolve(data), fresh });
  });

program
  .command('try')
  .description('send an order in the running sandbox, step by step over its API')
  .option('--port <port>', 'where the sandbox listens', toPort, SANDBOX_PORT)
  .option('--pharmacy <name or id>', 'where to', 'Beacon Hill')
  .option('--treatment <words>', 'what', 'lisinopril 10 mg oral tablet')
  .option('--cancel <order id>', 'cancel this order instead')
  .action(
    async ({ port, ...options }: { port: number; pharmacy: string; treatment: string; cancel?: string }) => {
      const { tryOrder } = await import('./sandbox/try-order.ts');
      const { applications } = await import('@pestle/sandbox/seed');
      await tryOrder({ baseUrl: `http://127.0.0.1:${port}`, ...options }, applications.public);
    },
  );

program
  .command('serve')
  .description('run the service as the environment configures it (docs/reference/configuration.md)')
  .action(async () => {
    const { serve } = await import('./serve.ts');
    await serve(process.env);
  });

program
  .command('migrate')
  .description('bring the schema of MIGRATE_DATABASE_URL up to date')
  .option('--serving-login <name>', 'let this login serve: makes it a member of the four roles')
  .action(async (options: { servingLogin?: string }) => {
    const { migrateStore } = await import('./migrate.ts');
    await migrateStore(process.env['MIGRATE_DATABASE_URL'], options);
  });

program
  .command('doctor')
  .description('check the configuration and what it names, and say what is wrong')
  .action(async () => {
    const { doctor } = await import('./doctor/doctor.ts');
    if (!(await doctor(process.env))) process.exitCode = 1;
  });

const { organizationCommand } = await import('./organization.ts');
program.addCommand(organizationCommand());
const { vaultCommand } = await import('./vault.ts');
program.addCommand(vaultCommand());
const { auditCommand } = await import('./audit/command.ts');
program.addCommand(auditCommand());
const { maintenanceCommand } = await import('./maintenance/command.ts');
program.addCommand(maintenanceCommand());
const { importCommand } = await import('./import/command.ts');
program.addCommand(importCommand());
const { demoCommand } = await import('./demo/command.ts');
program.addCommand(demoCommand());
const { scriptCommand } = await import('./script/command.ts');
program.addCommand(scriptCommand());

function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
