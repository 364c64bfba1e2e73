// The commands of `pestle` and their options. What a command needs is loaded when it runs, so that none waits for another's modules.
import { resolve } from 'node:path';
import { Command } from 'commander';
import { auditCommand } from './audit/command.ts';
import { demoCommand } from './demo/command.ts';
import { importCommand } from './import/command.ts';
import { maintenanceCommand } from './maintenance/command.ts';
import { moveCommand } from './move/command.ts';
import type { JsonOption } from './options.ts';
import { JSON_OPTION, toPort } from './options.ts';
import { orderCommand } from './order/command.ts';
import { organizationCommand } from './organization/command.ts';
import { partnerCommand } from './partner/command.ts';
import { patientCommand } from './patient/command.ts';
import { pharmacyCommand } from './pharmacy/command.ts';
import { quarantineCommand } from './quarantine/command.ts';
import { queueCommand } from './queue/command.ts';
import { recallCommand } from './recall/command.ts';
import {
  CLINIC_PORT_OFFSET,
  CONSOLE_PORT_OFFSET,
  SANDBOX_DIRECTORY,
  SANDBOX_PORT,
} from './sandbox/settings.ts';
import { scriptCommand } from './script/command.ts';
import { userCommand } from './user/command.ts';
import { vaultCommand } from './vault/command.ts';

export function createProgram(): Command {
  const program = new Command('pestle')
    .description('An open prescription routing network that anyone can run')
    .version('0.1.0')
    .enablePositionalOptions();
  addSandbox(program);
  addService(program);
  for (const command of [
    organizationCommand(),
    userCommand(),
    moveCommand(),
    vaultCommand(),
    auditCommand(),
    maintenanceCommand(),
    queueCommand(),
    orderCommand(),
    patientCommand(),
    recallCommand(),
    quarantineCommand(),
    importCommand(),
    pharmacyCommand(),
    partnerCommand(),
    demoCommand(),
    scriptCommand(),
  ])
    program.addCommand(command);
  return program;
}

function addSandbox(program: Command): void {
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
      const consolePort = port === 0 ? 0 : port + CONSOLE_PORT_OFFSET;
      await runSandbox({ port, clinicPort, consolePort, directory: resolve(data), fresh });
    });
  program
    .command('try')
    .description('send an order in the running sandbox, step by step over its API')
    .option('--port <port>', 'where the sandbox listens', toPort, SANDBOX_PORT)
    .option('--pharmacy <name or id>', 'where to', 'Beacon Hill')
    .option('--treatment <words>', 'what', 'lisinopril 10 mg oral tablet')
    .option('--cancel <order id>', 'cancel this order instead')
    .option(...JSON_OPTION)
    .action(async ({ port, ...options }: TryOptions) => {
      const { tryOrder } = await import('./sandbox/try-order.ts');
      const { applications } = await import('@pestle/sandbox/seed');
      await tryOrder({ baseUrl: `http://127.0.0.1:${port}`, ...options }, applications.public);
    });
}

interface TryOptions extends JsonOption {
  readonly port: number;
  readonly pharmacy: string;
  readonly treatment: string;
  readonly cancel?: string;
}

function addService(program: Command): void {
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
    .option(...JSON_OPTION)
    .action(async (options: JsonOption & { servingLogin?: string }) => {
      const { migrateStore } = await import('./migrate.ts');
      await migrateStore(process.env['MIGRATE_DATABASE_URL'], options);
    });
  program
    .command('doctor')
    .description('check the configuration and what it names, and say what is wrong; exits with 1 then')
    .option(...JSON_OPTION)
    .action(async (options: JsonOption) => {
      const { doctor } = await import('./doctor/doctor.ts');
      if (!(await doctor(process.env, options))) process.exitCode = 1;
    });
}
