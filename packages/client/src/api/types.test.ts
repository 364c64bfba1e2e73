// Holds the calls to what a compiler says of them: a field, an argument or a value that the schema does not have does not compile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, CreateDraftInput } from '../index.ts';

/** Never called: what is tested is that it compiles, and that each marked line would not without its mark. */
export async function calls(client: Client, id: string): Promise<readonly unknown[]> {
  const order = await client.order(
    { id },
    { state: true, fills: { events: { number: true } }, pharmacy: { name: true } },
  );
  const state: 'CANCELED' | 'COMPLETED' | 'ERROR' | 'PENDING' | 'PLACED' | 'ROUTING' = order.state;
  const numbers: readonly number[] = order.fills.flatMap(({ events }) => events.map(({ number }) => number));
  const pharmacy: string | undefined = order.pharmacy?.name;
  // @ts-expect-error a pharmacy may be missing
  void order.pharmacy.name;
  // @ts-expect-error it was not asked for
  void order.id;
  // @ts-expect-error there is no such field
  await client.order({ id }, { id: true, status: true });
  // @ts-expect-error nor there
  await client.order({ id }, { fills: { id: true, status: true } });
  // @ts-expect-error records are asked for by their fields
  await client.order({ id }, { fills: true });
  // @ts-expect-error the id is missing
  await client.order({}, { id: true });
  // @ts-expect-error there is no such argument
  client.orders({ changedAfter: '' }, { id: true });
  // @ts-expect-error an amount is text: numbers lose digits
  const amount: CreateDraftInput['dispenseQuantity'] = 2.5;
  const items: string[] = [];
  for await (const patient of client.patients({ first: 10 }, { externalId: true }))
    if (patient.externalId !== null) items.push(patient.externalId);
  const deletedId: string = await client.deleteDraft({ id }, { key: 'k' });
  const [catalog] = await client.catalogs({ treatments: { $: { first: 50 }, nodes: { name: true } } });
  const names: readonly string[] | undefined = catalog?.treatments.nodes.map(({ name }) => name);
  return [state, numbers, pharmacy, items, deletedId, names, amount];
}

test('the calls compile as they are typed', () => assert.equal(typeof calls, 'function'));
