// Everything a pharmacist needs by telephone, in the order in which it is read aloud: the signed words, numbers also in words; what is canceled is read as a cancel.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { numberInWords } from '@pestle/rules/in-words';
import { orderActRefusal } from '@pestle/rules/order-acts';
import { faxWords, isCancelToTell, isToldByTelephone } from '../../delivery/inside.ts';
import { findPharmacy } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { ClinicalContent, Envelope, FillRow } from '../../prescribing/inside.ts';
import { ordersWithFills, prescriptionsByIds, signedOf } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeskDeps } from '../deps.ts';

/** One medication as it is read. */
export interface CallInLine {
  readonly fillId: string;
  readonly line: number;
  /** It was canceled here, and the pharmacy has not confirmed that: it is told not to dispense it. */
  readonly canceled: boolean;
  /** The number that later messages name it by. */
  readonly orderNumber: string | null;
  readonly medication: string;
  readonly directions: string;
  /** Of a liquid: the volume with the mass that is in it. */
  readonly dose: string | null;
  readonly quantity: string;
  readonly quantityInWords: string;
  readonly daysSupply: number | null;
  readonly refills: string;
  readonly refillsInWords: string;
  readonly dispenseAsWritten: boolean;
  readonly notes: string | null;
  readonly doNotFillBefore: string | null;
  readonly diagnoses: readonly string[];
  readonly writtenOn: string;
  /** An uncontrolled drug needs no DEA number; no other is sent from here. */
  readonly deaNumber: string;
}

export interface CallInSheet {
  readonly orderId: string;
  readonly patientId: string;
  readonly patient: {
    readonly name: string;
    readonly dateOfBirth: string;
    readonly address: readonly string[];
    readonly phone: string | null;
  };
  readonly prescriber: {
    readonly name: string;
    readonly npi: string;
    readonly practice: string;
    readonly address: readonly string[];
    readonly phone: string;
  };
  readonly pharmacy: { readonly name: string; readonly phone: string | null };
  readonly lines: readonly CallInLine[];
}

/** Of the fills that are open, and of those whose cancel the pharmacy has not confirmed. Throws NOT_FOUND, and PHONED_IN_REFUSED without a pharmacy or when there is nothing to tell. */
export async function callInSheet(deps: DeskDeps, actor: Actor, orderId: string): Promise<CallInSheet> {
  authorize(actor, 'order.phoned-in');
  if (!isId('ord', orderId)) throw notFound('order');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    const [record] = await ordersWithFills(tx, actor.orgId, [orderId]);
    if (record === undefined) throw notFound('order');
    const { order, fills } = record;
    const open = fills.filter(isToldByTelephone);
    const pharmacy = order.pharmacy_id === null ? undefined : await findPharmacy(tx, order.pharmacy_id);
    if (pharmacy === undefined || open.length === 0)
      throw new Failure(
        'PHONED_IN_REFUSED',
        pharmacy === undefined
          ? 'This order has no pharmacy yet. Choose one, then call it.'
          : orderActRefusal('NOTHING_TO_CALL_IN').en,
        { reason: pharmacy === undefined ? 'NO_PHARMACY' : 'NOTHING_TO_CALL_IN' },
      );
    const signed = await Promise.all(open.map((fill) => signedOf(tx, fill)));
    const written = await writtenOn(tx, actor.orgId, open);
    const [first] = signed;
    if (first === undefined) throw new Error(`order ${orderId} has no fills`);
    return {
      orderId,
      patientId: order.patient_id,
      patient: patientOf(first.content, {
        ...first.envelope.patient,
        address: order.address ?? first.envelope.patient.address,
      }),
      prescriber: prescriberOf(first.content, first.envelope),
      pharmacy: { name: pharmacy.name, phone: phoneOf(pharmacy.phone) },
      lines: open.map((fill, index) =>
        lineOf(fill, (signed[index] ?? first).content, written.get(fill.prescription_id) ?? ''),
      ),
    };
  });
}

/** When each prescription was written, as a day of the practice. */
async function writtenOn(
  tx: Tx,
  orgId: OrganizationId,
  fills: readonly FillRow[],
): Promise<ReadonlyMap<string, string>> {
  const records = await prescriptionsByIds(
    tx,
    orgId,
    fills.map((fill) => fill.prescription_id),
    false,
  );
  return new Map(
    records.map(({ row, envelope }) => [
      row.id,
      faxWords.dayOf(envelope.organization.timeZone, row.written_at),
    ]),
  );
}

function patientOf(
  content: ClinicalContent,
  { address, phone }: Pick<Envelope['patient'], 'address' | 'phone'>,
): CallInSheet['patient'] {
  return {
    name: faxWords.patientName(content),
    dateOfBirth: content.patient.dateOfBirth,
    address: address === null ? [] : faxWords.addressLines(address),
    phone: phoneOf(phone),
  };
}

function prescriberOf(content: ClinicalContent, { prescriber }: Envelope): CallInSheet['prescriber'] {
  return {
    name: faxWords.prescriberName(content),
    npi: content.prescriber.npi,
    practice: prescriber.practiceName,
    address: faxWords.addressLines(prescriber.address),
    phone: faxWords.phoneText(prescriber.phone, prescriber.phoneExtension),
  };
}

function lineOf(fill: FillRow, content: ClinicalContent, written: string): CallInLine {
  const refills = content.fillsAllowed - 1;
  const quantity = faxWords.quantityText(content);
  return {
    fillId: fill.id,
    line: fill.line,
    canceled: isCancelToTell(fill),
    orderNumber: fill.prescriber_order_number,
    medication: faxWords.medicationText(content),
    directions: content.instructions,
    dose: faxWords.doseText(content) || null,
    quantity,
    // The unit as it is written, the number as it is said.
    quantityInWords: quantity.replace(/^[^\u00a0]+/, numberInWords(content.dispenseQuantity)),
    daysSupply: content.daysSupply,
    refills: faxWords.refillsText(content),
    refillsInWords: `${numberInWords(String(refills))} ${refills === 1 ? 'refill' : 'refills'}`,
    dispenseAsWritten: content.dispenseAsWritten,
    notes: content.notes,
    doNotFillBefore: content.doNotFillBeforeDate,
    diagnoses: (content.diagnosisCodes ?? []).map(({ code, description }) =>
      description === undefined ? code : `${code} ${description}`,
    ),
    writtenOn: written,
    deaNumber: 'Not needed: not a controlled substance.',
  };
}

function phoneOf(digits: string | null): string | null {
  return digits === null ? null : faxWords.phoneText(digits);
}
