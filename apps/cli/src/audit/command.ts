// `pestle audit verify|seal|checkpoints|key`: shows that the audit trail is whole, and hands out what proves it elsewhere.
import { Command } from 'commander';
import type { JsonOption } from '../options.ts';
import { collect, JSON_OPTION, STORE_OPTION } from '../options.ts';
import { answer, say } from '../output.ts';

const ORGANIZATION_OPTION = ['--org <id>', 'one organization; without it all'] as const;

interface StoreOption extends JsonOption {
  readonly data?: string;
}

export function auditCommand(): Command {
  const audit = new Command('audit').description('show that the audit trail is whole');
  audit
    .command('verify')
    .description('walk the chains and find what was changed, removed, moved or cut off; exits with 1 then')
    .option(...ORGANIZATION_OPTION)
    .option('--checkpoints <file>', 'checkpoints that were kept elsewhere, or a log of the service')
    .option('--key <public key>', 'believe this key too, such as one that was replaced', collect, [])
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: StoreOption & { org?: string; checkpoints?: string; key: string[] }) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { verifyAudit } = await import('./run.ts');
      const { verdictLines } = await import('./verdict-lines.ts');
      const verdict = await verifyAudit(process.env, options);
      answer(options, verdict, verdictLines(verdict));
      if (!verdict.sound) process.exitCode = 1;
    });
  audit
    .command('seal')
    .description('chain what waits and sign every head now; the running service does it by itself')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: StoreOption) => {
      const { sealAudit } = await import('./run.ts');
      const { linked, checkpoints } = await sealAudit(process.env, options);
      answer(options, { linked, checkpoints }, [
        `Chained ${linked} entries and signed ${checkpoints} heads.`,
      ]);
    });
  audit
    .command('checkpoints')
    .description('write the signed checkpoints, one JSON object a line, to be kept elsewhere')
    .option(...ORGANIZATION_OPTION)
    .option(...STORE_OPTION)
    .action(async (options: StoreOption & { org?: string }) => {
      const { checkpointLines } = await import('./run.ts');
      const lines = await checkpointLines(process.env, options);
      if (lines.length > 0) say(...lines);
    });
  audit
    .command('key')
    .description('write the public key of checkpoints: note it elsewhere, it proves them without the secret')
    .option(...STORE_OPTION)
    .action(async (options: StoreOption) => {
      const { publicKey } = await import('./run.ts');
      say(publicKey(process.env, options));
    });
  return audit;
}
