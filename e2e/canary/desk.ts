// What the practice writes at its desk about the canary's patient: notes, answers, reasons, and who took a call.
import assert from 'node:assert/strict';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { CANARY } from './canaries.ts';

interface Orders {
  /** A pharmacist has asked about it. */
  readonly asked: string;
  /** Its pharmacy has not confirmed it. */
  readonly phoned: string;
}

export async function workAtDesk(prescriber: Ask, staff: Ask, { asked, phoned }: Orders): Promise<void> {
  const { desk } = CANARY;
  const { deskItems } = dataOf(
    await staff<{ deskItems: { nodes: { id: string; question: { id: string } | null }[] } }>(
      'query($orderId: ID!) { deskItems(filter: {orderId: $orderId}) { nodes { id question { id } } } }',
      { orderId: asked },
    ),
  );
  const { id, question } =
    deskItems.nodes.find((item) => item.question !== null) ?? assert.fail('no question');
  const act = async (ask: Ask, document: string, variables: object): Promise<void> => {
    dataOf(await ask(document, variables));
  };
  await act(
    staff,
    'mutation($id: ID!, $text: String!) { noteOnDeskItem(id: $id, text: $text) { item { id } } }',
    {
      id,
      text: desk.note,
    },
  );
  await act(
    staff,
    'mutation($id: ID!, $reason: String!) { closeDeskItem(id: $id, reason: $reason) { item { id } } }',
    {
      id,
      reason: desk.handled,
    },
  );
  await act(
    prescriber,
    'mutation($id: ID!, $text: String!) { answerQuestion(id: $id, text: $text) { id } }',
    {
      id: question?.id,
      text: desk.answer,
    },
  );
  const { order } = dataOf(
    await prescriber<{ order: { fills: { id: string }[] } }>(
      'query($id: ID!) { order(id: $id) { fills { id } } }',
      { id: phoned },
    ),
  );
  const fillId = order.fills[0]?.id ?? assert.fail('no fill');
  await act(staff, 'mutation($input: AskForCancelInput!) { askForCancel(input: $input) { order { id } } }', {
    input: { orderId: phoned, fillId, reason: CANARY.reasons.repeatReason },
  });
  await act(
    prescriber,
    'mutation($id: ID!, $reason: String!) { declineCancelRequest(id: $id, reason: $reason) { id } }',
    { id: fillId, reason: desk.cancelDecline },
  );
  await act(
    staff,
    'mutation($input: RecordPhonedInInput!) { recordPhonedIn(input: $input) { order { id } } }',
    { input: { orderId: phoned, takenBy: desk.takenBy } },
  );
}
