// The work of `pestle organization screening-service`: sets, shows or removes the CDS Hooks service that an organization asks before signing.
import type { OrganizationId } from '@pestle/rules/ids';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, UsageError } from '../output.ts';
import { withService } from '../with-service.ts';

export interface ScreeningServiceOptions extends JsonOption {
  readonly url?: string;
  readonly timeout?: string;
  readonly algorithm?: 'ES384' | 'RS384';
  readonly key?: 'prepare' | 'use' | 'end';
  readonly privateNetwork?: string;
  readonly off?: true;
}

const OPTIONS: Readonly<Record<string, string>> = {
  url: '--url',
  timeoutMs: '--timeout',
  algorithm: '--algorithm',
  key: '--key',
  privateNetwork: '--private-network',
};

/** Without an option it is shown. Stop a service on the embedded store first. */
export async function changeScreeningService(
  env: NodeJS.ProcessEnv,
  id: string,
  options: ScreeningServiceOptions,
): Promise<void> {
  const { url, timeout, algorithm, key, privateNetwork, off } = options;
  if (off === true && (url ?? timeout ?? algorithm ?? key ?? privateNetwork) !== undefined)
    throw new UsageError('--off removes the service: give it alone.');
  if (url === undefined && key === undefined && (timeout ?? algorithm ?? privateNetwork) !== undefined)
    throw new UsageError('Name the service with --url.');
  const orgId = id as OrganizationId;
  await withService(
    env,
    async ({ rooms }) => {
      const { serviceAdministration: administration } = rooms.screening;
      if (administration === null)
        throw new CommandError('This deployment reaches no services of organizations.');
      if (off === true) {
        await administration.remove(orgId, operator());
        answer(options, { organization: id, service: null }, [`${id}: the imported data are asked again.`]);
        return;
      }
      const known = url === undefined ? await administration.show(orgId) : null;
      const address = url ?? known?.url;
      if (key !== undefined && address === undefined) throw new UsageError('Name the service with --url.');
      const network = privateNetwork ?? known?.privateNetwork ?? undefined;
      const shown =
        address === undefined || (url === undefined && key === undefined)
          ? known
          : await administration.set(
              orgId,
              {
                url: address,
                timeoutMs: timeout === undefined ? known?.timeoutMs : Number(timeout),
                ...(algorithm === undefined ? {} : { algorithm }),
                ...(key === undefined ? {} : { key }),
                ...(network === undefined ? {} : { privateNetwork: network }),
              },
              operator(),
            );
      answer(
        options,
        { organization: id, service: shown },
        shown === null
          ? [`${id} has no service of its own: the imported data are asked.`]
          : [
              `${id}: ${shown.url} is asked, ${shown.timeoutMs} ms at most.`,
              ...shown.services.map(
                ({ id: service, hook, title }) =>
                  `  ${hook}: ${service}${title === null ? '' : ` (${title})`}`,
              ),
              `Register there: issuer ${shown.issuer}, and its keys at ${shown.keySetUrl}, which are now:`,
              JSON.stringify(shown.publicKeys),
            ],
      );
    },
    OPTIONS,
  );
}
