// `pestle partner list|show|history|add|set|remove`: the networks through which pharmacies are reached.
import { Command } from 'commander';
import { changeOptions } from '../network/options.ts';
import type { NetworkOptions } from '../network/store.ts';
import { JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { WriteOptions } from '../pharmacy/run.ts';

const ID = ['<id>', 'ptn_…'] as const;
const FIELDS = [
  '[fields...]',
  'path=value, such as endpoint.url=https://…; @FILE reads a value, nothing behind = takes the field away',
] as const;

export function partnerCommand(): Command {
  const partner = new Command('partner').description(
    'networks through which pharmacies are reached (docs/guides/connecting.md)',
  );
  partner
    .command('list')
    .description('all partners')
    .option('--after <id>', 'behind the last one of the page before')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: NetworkOptions & { readonly after?: string }) => {
      const { listPartners } = await import('./run.ts');
      await listPartners(process.env, options);
    });
  partner
    .command('show')
    .description('everything of one partner but secrets, its pharmacies, and what operators did to it')
    .argument(...ID)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: NetworkOptions) => {
      const { showPartner } = await import('./run.ts');
      await showPartner(process.env, id, options);
    });
  partner
    .command('history')
    .description('who changed what of one partner, and when, from the trail')
    .argument(...ID)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: NetworkOptions) => {
      const { partnerHistory } = await import('./run.ts');
      await partnerHistory(process.env, id, options);
    });
  writing(partner);
  return partner;
}

function writing(partner: Command): void {
  changeOptions(
    partner
      .command('add')
      .description('add a partner; doing it again changes nothing')
      .argument(...FIELDS),
  ).action(async (fields: readonly string[], options: WriteOptions) => {
    const { writePartner } = await import('./run.ts');
    await writePartner(process.env, undefined, fields, options);
  });
  changeOptions(
    partner
      .command('set')
      .description('change what is named of a partner; what is left out stays, secrets too')
      .argument(...ID)
      .argument(...FIELDS),
  ).action(async (id: string, fields: readonly string[], options: WriteOptions) => {
    const { writePartner } = await import('./run.ts');
    await writePartner(process.env, id, fields, options);
  });
  changeOptions(
    partner
      .command('remove')
      .description(
        'take a partner out of use and forget its credentials; refused while pharmacies are reached through it',
      )
      .argument(...ID),
    false,
  ).action(async (id: string, options: WriteOptions) => {
    const { removePartner } = await import('./run.ts');
    await removePartner(process.env, id, options);
  });
}
