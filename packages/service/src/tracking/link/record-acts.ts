// What may be done with a record, whoever of the pharmacy stands before it: look, report, ask. Each in one transaction with its audit entry.
import { todayFor } from '@pestle/rules/time-zone';
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import { askQuestion } from '../../desk/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { type Answer, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryListener } from '../report/listener.ts';
import { recordReport } from '../report/record-report.ts';
import { type DispensingStatus, dispensingStatusOf } from './dispensing-status.ts';
import type { Reader } from './frame.ts';
import { mayAsk } from './questions.ts';
import { type LinkRecord, type RecordSubject, readRecord } from './record.ts';
import { isReportDone, type RecordView, type ReportDone, recordPage } from './record-page.ts';
import { readLinkReport } from './report-forms.ts';

export interface RecordDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly delivery: DeliveryListener;
}

/** Somebody of the pharmacy before a record. */
export interface RecordVisit {
  readonly subject: RecordSubject;
  readonly reader: Reader;
  /** Where the record is; its answers go below it. */
  readonly path: string;
  readonly formToken: string;
  /** The way out. */
  readonly leave: SafeHtml;
}

type WithDone = Parameters<typeof originOf>[0] & { readonly query: { readonly done?: unknown } };

export async function showRecord(
  { store, ports }: RecordDeps,
  { subject, ...visit }: RecordVisit,
  request: WithDone,
): Promise<Answer> {
  const nowMs = ports.clock.now();
  const { done } = request.query;
  const view = await store.withOrg(subject.org_id, async (tx): Promise<RecordView> => {
    await recordAudit(tx, ports, {
      orgId: subject.org_id,
      actor: { kind: 'pharmacy', id: subject.pharmacy_id, origin: originOf(request) },
      ...subject.looked,
    });
    const record = await readRecord(tx, subject, nowMs);
    const once = Buffer.from(ports.random.bytes(16)).toString('hex');
    return {
      ...visit,
      record,
      dispensing: dispensingNow(record, nowMs),
      once,
      nowMs,
      done: isReportDone(done) ? done : undefined,
    };
  });
  return showing(200, recordPage(view));
}

function dispensingNow(record: LinkRecord, nowMs: number): DispensingStatus {
  const { envelope, address } = record;
  const today = todayFor(address ?? envelope.patient.address, envelope.organization.timeZone, nowMs);
  return dispensingStatusOf(record, today);
}

/** The same report as over the hook. A double click is a duplicate, which changes nothing. Throws UNKNOWN_STATUS, INVALID_INPUT. */
export async function reportOn(
  deps: RecordDeps,
  { subject, path }: Pick<RecordVisit, 'subject' | 'path'>,
  form: URLSearchParams,
  request: FastifyRequest,
): Promise<Answer> {
  const answer = readLinkReport(form);
  const recorded = await deps.store.withOrg(subject.org_id, async (tx) => {
    const { transmission } = await readRecord(tx, subject, deps.ports.clock.now());
    return await recordReport(tx, deps, {
      orgId: subject.org_id,
      target: {
        kind: 'medication',
        orderId: subject.order_id,
        prescriberOrderNumber: transmission.prescriber_order_number,
      },
      pharmacyIds: [subject.pharmacy_id],
      statusText: answer.report,
      source: 'link',
      origin: originOf(request),
      ...answer,
    });
  });
  const refused = recorded?.lines.some(({ outcome }) => outcome === 'contradiction') === true;
  const done: ReportDone = recorded?.changed === true ? 'changed' : refused ? 'refused' : 'same';
  return goingTo(`${path}?done=${done}`);
}

/** A double click asks once. Where the prescription has gone elsewhere meanwhile, the page says so. */
export async function askOn(
  { store, ports }: RecordDeps,
  { subject, path }: Pick<RecordVisit, 'subject' | 'path'>,
  form: URLSearchParams,
  request: FastifyRequest,
): Promise<Answer> {
  const asked = await store.withOrg(subject.org_id, async (tx) => {
    const nowMs = ports.clock.now();
    if (!mayAsk(dispensingNow(await readRecord(tx, subject, nowMs), nowMs))) return false;
    await askQuestion(tx, ports, {
      orgId: subject.org_id,
      fillId: subject.fill_id,
      pharmacyId: subject.pharmacy_id,
      text: (form.get('question') ?? '').trim(),
      once: form.get('once') ?? '',
      origin: originOf(request),
    });
    return true;
  });
  return goingTo(asked ? `${path}?done=asked` : path);
}
