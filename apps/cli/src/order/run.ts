// Finds an order in the store that is meant, or through the service that holds it, and words where it stands.
import type { EnvironmentVariables } from '@pestle/service/config';
import { createQueueBesidesResend, type OperatorOrder } from '@pestle/service/delivery';
import { systemPorts } from '@pestle/service/kernel';
import { askService } from '../ask-service.ts';
import { configured, storeWithKeys } from '../configured.ts';
import { administer, type StoreOptions } from '../open-store.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, optionWords } from '../output.ts';
import { orderLines } from './words.ts';

export interface OrderOptions extends JsonOption, StoreOptions {}

export async function showOrder(env: EnvironmentVariables, of: string, options: OrderOptions): Promise<void> {
  const orders = await administer(
    env,
    options,
    {
      // Whether a prescription has ended stands in what was signed, which is sealed.
      inStore: async (store) =>
        createQueueBesidesResend(await storeWithKeys(store, configured(env)), systemPorts),
      throughService: (directory) => ({
        order: async (question) =>
          (await askService(directory, '/queue', { act: 'order', ...question })) as readonly OperatorOrder[],
      }),
      refused: (failure) => new CommandError(optionWords(failure, {})),
    },
    (queue: Pick<ReturnType<typeof createQueueBesidesResend>, 'order'>) => queue.order({ of }),
  );
  const nowMs = systemPorts.clock.now();
  answer(
    options,
    { orders },
    orders.flatMap((order, index) => [...(index === 0 ? [] : ['']), ...orderLines(order, nowMs)]),
  );
}
