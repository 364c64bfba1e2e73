// Tells everything that is known of the order that an invariant was broken for: what the store holds of it, and what the pharmacies saw.
import type { Evidence, Violation } from '@pestle/cli/check/evidence';
import type { World } from './world.ts';

const LINES_MAX = 200;

/** In the order in which it happened; in ids and codes. */
export async function historyOf(
  world: World,
  { store, arrivals, acknowledgements, faxHandedOverAt }: Evidence,
  { ids }: Violation,
): Promise<string[]> {
  const meant = new Set(ids);
  const fills = store.fills.filter(
    ({ id, orderId, prescriptionId, prescriberOrderNumber }) =>
      [id, orderId, prescriptionId, prescriberOrderNumber].some((one) => one !== null && meant.has(one)) ||
      store.transmissions.some(
        ({ id: transmission, fillId, messageId, prescriberOrderNumber: number }) =>
          fillId === id && (meant.has(transmission) || meant.has(messageId) || meant.has(number)),
      ),
  );
  const [fill] = fills;
  if (fill === undefined) return [`nothing more is known of ${ids.join(', ')}`];
  const transmissions = store.transmissions.filter(({ fillId }) => fillId === fill.id);
  const named = new Set(transmissions.map(({ id }) => id));
  const numbers = new Set(transmissions.map(({ prescriberOrderNumber }) => prescriberOrderNumber));
  const events = await world.query(
    `select at, number, event, from_state, to_state, source, detail from fill_event where fill_id = '${fill.id}' order by number`,
  );
  const lines: [string, string][] = [
    ...events.map(({ at, ...event }): [string, string] => [iso(at), `fill ${JSON.stringify(event)}`]),
    ...store.attempts
      .filter(({ transmissionId }) => named.has(transmissionId))
      .flatMap(({ transmissionId, number, startedAt, endedAt, outcome, reason }): [string, string][] => [
        [iso(startedAt), `attempt ${number} of ${transmissionId} begins`],
        ...(endedAt === null
          ? []
          : [
              [iso(endedAt), `attempt ${number} of ${transmissionId} ends: ${outcome} ${reason}`] as [
                string,
                string,
              ],
            ]),
      ]),
    ...arrivals
      .filter(({ prescriberOrderNumber: number }) => number !== null && numbers.has(number))
      .map((arrival): [string, string] => [arrival.at, `arrival ${JSON.stringify(arrival)}`]),
    ...acknowledgements
      .filter(({ orderId }) => orderId === fill.orderId)
      .map((one): [string, string] => [one.answeredAt, `acknowledged ${JSON.stringify(one)}`]),
    ...[...faxHandedOverAt]
      .filter(([faxId]) => named.has(faxId.split('-')[0] ?? ''))
      .map(([faxId, at]): [string, string] => [at, `fax ${faxId} was handed over`]),
  ];
  return [
    `order ${fill.orderId}, fill ${JSON.stringify(fill)}`,
    ...transmissions.map((transmission) => `transmission ${JSON.stringify(transmission)}`),
    ...lines
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      .map(([at, what]) => `${at} ${what}`),
  ].slice(0, LINES_MAX);
}

function iso(at: unknown): string {
  return new Date(String(at)).toISOString();
}
