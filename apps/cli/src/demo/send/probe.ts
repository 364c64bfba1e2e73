// A neighbour asks for records of this organization by their ids: every answer must be that there is no such record.
import { ApiError } from '../../sandbox/api-client.ts';
import type { PatientImport } from '../network/practice.ts';
import type { Host } from './host.ts';
import type { SentOrder } from './prescribe.ts';

const QUESTIONS: Readonly<Record<string, string>> = {
  order:
    'query($id: ID!) { order(id: $id) { id fills { id events { number } transmissions { messageId body } } } }',
  patient: 'query($id: ID!) { patient(id: $id) { id firstName lastName } }',
  prescriptions: 'query($id: String!) { prescriptions(patientId: $id, first: 5) { nodes { id } } }',
  orders: 'query($id: String!) { orders(patientId: $id, first: 5) { nodes { id } } }',
  cancel: 'mutation($id: ID!) { cancelOrder(input: { orderId: $id }) { results { fillId } } }',
};

const SAMPLES = 5;

/** How the questions were answered: `order NOT_FOUND`, or `order ANSWERED` when a neighbour got a record. */
export async function probeNeighbour({
  neighbourHost,
  orders,
  patients,
}: {
  readonly neighbourHost: Host;
  readonly orders: readonly SentOrder[];
  readonly patients: PatientImport;
}): Promise<Readonly<Record<string, number>>> {
  const answers: Record<string, number> = {};
  const orderIds = orders.slice(0, SAMPLES).map(({ orderId }) => orderId);
  const patientIds = [...patients.ids.values()].slice(0, SAMPLES);
  for (const [name, query] of Object.entries(QUESTIONS)) {
    const ids: readonly string[] = name === 'order' || name === 'cancel' ? orderIds : patientIds;
    for (const id of ids) {
      const answer = `${name} ${await answerTo(neighbourHost, query, id)}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  }
  return answers;
}

async function answerTo(host: Host, query: string, id: string): Promise<string> {
  try {
    await host.ask(query, { id });
    return 'ANSWERED';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
