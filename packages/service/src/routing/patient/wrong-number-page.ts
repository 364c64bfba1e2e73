// "This is not me": whoever has the telephone says that it is somebody else's. The link ends, no text about the patient goes there again, and the practice is shown it.
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { html } from '@remix-run/html-template';
import { noteChange } from '../../events/inside.ts';
import { nowText } from '../../kernel/ports.ts';
import { type Answer, formOf, showing } from '../../kernel/web/pages/form-pages.ts';
import { messagePage, page } from '../../kernel/web/pages/frame.ts';
import { invitationId } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import type { PatientFacts } from './facts.ts';
import { patientFacts } from './facts.ts';
import type { PatientLinkRow, PatientLinkTables } from './links.ts';
import { numbersOf } from './links.ts';
import type { Opened, Pages, VisitRequest } from './opened.ts';
import { audit, open } from './opened.ts';
import type { Texted, TextedTables } from './texted.ts';
import { textsOfOrder } from './texted.ts';
import { birthPage } from './view/birth-page.ts';
import { frameOf, visitForm } from './view/layout.ts';
import { visitPath } from './visits.ts';
import { reportWrongNumber } from './wrong-number.ts';

/** One question, so that nobody ends a link by a slip of the finger. Nobody is asked for a date of birth: it is not theirs. */
export async function askWrongNumber(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  return showing(200, questionPage(opening.opened));
}

/** Said twice, it is said once. */
export async function takeWrongNumber(pages: Pages, request: VisitRequest): Promise<Answer> {
  const opening = await open(pages, request);
  if ('ended' in opening) return opening.ended;
  const { link, visit, speaker } = opening.opened;
  if (!pages.visits.owns(visit, formOf(request).get('form') ?? ''))
    return showing(403, birthPage(speaker, visit, speaker.texts.reopen));
  await pages.store.withOrg(link.org_id, async (tx) => {
    const facts = await patientFacts(tx, link);
    await endLink(pages, tx, link, facts);
    // Whoever looks at the order or the desk sees it now.
    await noteChange(tx, link.org_id, { kind: 'order', id: link.order_id, orderId: link.order_id });
    await audit(tx, pages, link, {
      action: 'patient-link.wrong-number',
      // Nobody knows who says it.
      outcome: 'refused',
      request,
      facts,
    });
  });
  await pages.judgeStreams();
  const { texts } = speaker;
  const done = messagePage(
    frameOf({ ...speaker, visitPath: undefined }),
    texts.wrongNumberDoneTitle,
    texts.wrongNumberDone,
  );
  return { ...showing(200, done), setCookie: pages.visits.end(link.id) };
}

async function endLink(pages: Pages, tx: Tx, link: PatientLinkRow, { patient }: PatientFacts): Promise<void> {
  const now = nowText(pages.ports);
  const of = { orgId: link.org_id, orderId: link.order_id };
  await tx
    .withTables<PatientLinkTables>()
    .updateTable('patient_link')
    .set({ revoked_at: now })
    .where('org_id', '=', of.orgId)
    .where('id', '=', link.id)
    .where('revoked_at', 'is', null)
    .execute();
  const texts = await textsOfOrder(tx, of);
  const texted = numbersOf(link, texts);
  const present = patient.phone === null ? [] : [patient.phone];
  // Whoever says it has the number that the link went to. The patient may have another one by now, and goes on being told there.
  const numbers = texted.size > 0 ? [...texted] : present;
  for (const phone of numbers)
    await reportWrongNumber(tx, pages.phoneHashes, { ...of, patientId: patient.id, phone, at: now });
  await tellNoMore(tx, of, {
    // Its words are not written yet: it goes to the number of then.
    invitation: patient.phone === null || numbers.includes(patient.phone),
    texts: texts.flatMap(({ id, state, recipient }) =>
      state === 'queued' && numbers.includes(recipient) ? [id] : [],
    ),
  });
}

/** What waits to be told would be told to the wrong person. */
async function tellNoMore(
  tx: Tx,
  { orgId, orderId }: { readonly orgId: OrganizationId; readonly orderId: OrderId },
  { invitation, texts }: { readonly invitation: boolean; readonly texts: readonly Texted['id'][] },
): Promise<void> {
  const gone = [...texts, ...(invitation ? [invitationId(orderId)] : [])];
  if (gone.length === 0) return;
  await tx
    .withTables<{ outbox: { org_id: string; id: string; kind: string } }>()
    .deleteFrom('outbox')
    .where('org_id', '=', orgId)
    .where('id', 'in', gone)
    .where('kind', 'in', ['text', 'invitation'])
    .execute();
  if (texts.length === 0) return;
  await tx
    .withTables<TextedTables>()
    .updateTable('text_message')
    .set({ state: 'withheld' })
    .where('org_id', '=', orgId)
    .where('id', 'in', texts)
    .where('state', '=', 'queued')
    .execute();
}

function questionPage({ link, visit, speaker }: Opened): string {
  const { texts, practice } = speaker;
  return page(
    frameOf(speaker),
    html`<h1>${texts.wrongNumberTitle}</h1>
<p>${texts.wrongNumberIntro(practice?.name ?? '')}</p>
${visitForm(visit, 'wrong-number', html`<p><button class="main">${texts.wrongNumberYes}</button></p>`)}
<p><a class="button" href="${visitPath(link.id)}">${texts.wrongNumberBack}</a></p>`,
  );
}
