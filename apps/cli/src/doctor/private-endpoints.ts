// Doctor's check of endpoints in private networks: each can be reached only inside a range that DELIVERY_ALLOW opens.
import type { Config } from '@pestle/service/config';
import { privateEndpoints } from '@pestle/service/directory';
import { isOpened } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { DOCTOR_LIMITS } from '../limits.ts';
import type { Finding } from './finding.ts';
import { ok, problem } from './finding.ts';

/** Nothing to say of a store whose schema is older than this check. */
export async function checkPrivateEndpoints(
  store: Store,
  { deliveryAllow }: Pick<Config, 'deliveryAllow'>,
): Promise<Finding[]> {
  const all = await privateEndpoints(store).catch(() => []);
  if (all.length === 0) return [];
  const closed = all.filter(
    ({ privateNetwork }) => !isOpened({ openedRanges: deliveryAllow }, privateNetwork),
  );
  if (closed.length === 0) return [ok('every private network of an endpoint is opened')];
  const listed = closed.slice(0, DOCTOR_LIMITS.endpointsListedMax);
  const more = closed.length - listed.length;
  return [
    ...listed.map(({ id, privateNetwork }) =>
      problem(
        `${id} lives in ${privateNetwork}, which DELIVERY_ALLOW does not open: what goes there goes by fax.`,
        `DELIVERY_ALLOW=${[...deliveryAllow, privateNetwork].join(',')}, or another endpoint: pestle ${id.startsWith('ptn_') ? 'partner' : 'pharmacy'} set ${id}`,
      ),
    ),
    ...(more === 0
      ? []
      : [problem(`${more} more endpoints live in networks that are not opened.`, 'See above.')]),
  ];
}
