// Draws the one page of a fax: prescription notice, cancel notice or notice of a second copy.
import { formatDate } from '@pestle/rules/dates';
import { printedRows } from '@pestle/rules/prescription-fields';
import type { FaxFacts } from './facts.ts';
import { printedCode } from './link.ts';
import type { Printer } from './printable.ts';
import { createPrinter } from './printable.ts';
import { qrBars } from './qr.ts';
import type { Span, TextStyle } from './sheet.ts';
import { FULL, Sheet } from './sheet.ts';
import * as words from './words.ts';

/** Steps by which a page shrinks until it fits. */
const SCALES = [1.18, 1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75] as const;
const BODY: TextStyle = { size: 11.5 };
const BOLD: TextStyle = { size: 11.5, bold: true };
const SMALL: TextStyle = { size: 10 };
const HEADING: TextStyle = { size: 10.5, bold: true };
const QR_SIZE = 138;
const COLUMN_GAP = 18;
const COLUMN_WIDTH = (FULL.width - COLUMN_GAP) / 2;
const LEFT: Span = { x: FULL.x, width: COLUMN_WIDTH };
const RIGHT: Span = { x: FULL.x + COLUMN_WIDTH + COLUMN_GAP, width: COLUMN_WIDTH };
const LABEL_WIDTH = 70;
const LONG_DIRECTIONS = 240;

/** Thrown when the page would not hold the text in a readable size; nothing is ever left out instead. */
export class FaxTooLongError extends Error {
  constructor() {
    super('The prescription has more text than one fax page holds in a readable size.');
    this.name = 'FaxTooLongError';
  }
}

/** A page, and its words line by line as the drawing of the page wrote them down. */
export interface DrawnFax {
  /** PDF. */
  readonly document: Uint8Array;
  readonly lines: readonly string[];
}

/**
 * The page as PDF, and its words. The same facts give the same bytes. Text shrinks in steps where it is long; directions of 1,000 and a
 * note of 210 characters fit. Throws FaxTooLongError for more than the signed record can hold.
 */
export async function drawFax(facts: FaxFacts): Promise<DrawnFax> {
  for (const scale of SCALES) {
    const sheet = new Sheet(scale, facts.sentAt, words.TITLES[facts.kind]);
    drawPage(sheet, facts, createPrinter());
    if (sheet.fits) return { document: await sheet.bytes(), lines: sheet.lines };
  }
  throw new FaxTooLongError();
}

function drawPage(sheet: Sheet, facts: FaxFacts, print: Printer): void {
  sheet.text(words.TITLES[facts.kind], { size: 21, bold: true, align: 'center' });
  sheet.rule(2);
  sheet.gap(5);
  drawParties(sheet, facts, print);
  sheet.gap(5);
  drawNotice(sheet, facts);
  sheet.gap(7);
  drawPatient(sheet, facts, print);
  sheet.gap(5);
  drawPrescription(sheet, facts, print);
  sheet.gap(7);
  drawPrescriber(sheet, facts, print);
  sheet.gap(4);
  sheet.rule(1);
  drawLink(sheet, facts, print);
  sheet.rule(1);
  sheet.gap(4);
  sheet.text(words.RECEIVED_IN_ERROR, SMALL);
}

function drawParties(sheet: Sheet, facts: FaxFacts, print: Printer): void {
  const { pharmacy, envelope } = facts;
  const zone = words.zoneOf(pharmacy.timeZone, envelope.organization.timeZone);
  const { organization } = envelope;
  sheet.columns(
    LEFT,
    (span) => {
      sheet.text('TO', HEADING, span);
      sheet.text(print.name(pharmacy.name), BOLD, span);
      sheet.text(`Fax ${words.phoneText(pharmacy.fax)}`, BODY, span);
    },
    RIGHT,
    (span) => {
      sheet.text('FROM', HEADING, span);
      sheet.text(print.name(organization.name), BOLD, span);
      const phone = organization.phone ?? envelope.prescriber.phone;
      sheet.text(
        `Phone ${words.phoneText(phone)}   Fax ${words.phoneText(facts.senderFax)}`,
        { size: 10.5 },
        span,
      );
    },
  );
  sheet.text(`Sent ${words.moment(zone, facts.sentAt)} = ${words.momentUtc(facts.sentAt)}`, SMALL);
  sheet.text(words.reasonOf(facts), SMALL);
}

/** What must not be missed stands in a heavy frame. */
function drawNotice(sheet: Sheet, facts: FaxFacts): void {
  const introduction = words.INTRODUCTIONS[facts.kind];
  const warning = words.warningOf(facts);
  if (facts.kind === 'new') sheet.text(introduction, BODY);
  const framed = facts.kind === 'new' ? warning : [introduction, warning].filter(Boolean).join('\n');
  if (framed === undefined) return;
  sheet.gap(3);
  sheet.frame(2.5, (inside) => sheet.text(framed, { size: 12.5, bold: true }, inside));
}

function drawPatient(sheet: Sheet, { content, envelope, address }: FaxFacts, print: Printer): void {
  const home = address ?? envelope.patient.address;
  const name = print.name(words.patientName(content));
  sheet.columns(
    { x: FULL.x, width: FULL.width * 0.6 },
    (span) => {
      sheet.text('PATIENT', HEADING, span);
      sheet.text(name, { size: sizeFor(name, 15, 40, 12), bold: true }, span);
      sheet.text(`Date of birth  ${formatDate(content.patient.dateOfBirth)}`, { size: 13, bold: true }, span);
    },
    { x: FULL.x + FULL.width * 0.62, width: FULL.width * 0.38 },
    (span) => {
      const lines = home === null ? ['No address on file'] : words.addressLines(home);
      sheet.gap(14);
      for (const line of lines) sheet.text(print.name(line), BODY, span);
    },
  );
}

function drawPrescription(sheet: Sheet, facts: FaxFacts, print: Printer): void {
  const { content } = facts;
  const drug = heldTogether(print, words.medicationText(content));
  const directions = print.text(content.instructions);
  const pairs: [label: string, value: string, style: TextStyle][] = [
    ['Quantity', words.quantityText(content), BOLD],
    ['Refills', words.refillsText(content), BOLD],
    ['Substitution', words.substitutionText(content), content.dispenseAsWritten ? BOLD : BODY],
    ['Written', words.dayOf(facts.envelope.organization.timeZone, facts.writtenAt), BODY],
  ];
  if (content.daysSupply !== null && content.daysSupply > 0)
    pairs.push(['Days supply', String(content.daysSupply), BODY]);
  const dose = words.doseText(content);
  if (dose !== '') pairs.push(['Each dose', dose, BOLD]);
  sheet.frame(1.5, (inside) => {
    sheet.text(drug, { size: sizeFor(drug, 16, 60, 12.5), bold: true }, inside);
    sheet.gap(2);
    drawDirections(sheet, directions, inside);
    sheet.gap(2);
    drawPairs(sheet, pairs, inside);
    if (content.doNotFillBeforeDate !== null) {
      const text = `Do not fill before ${formatDate(content.doNotFillBeforeDate)}`;
      sheet.text(text, { size: 13, bold: true }, inside);
    }
    for (const [, label, text] of printedRows(content))
      sheet.row(label, print.text(text), BODY, LABEL_WIDTH, inside);
  });
}

/** Numbers stay on one line with their units, which free text does not promise. */
function heldTogether(print: Printer, line: string): string {
  return line
    .split('\u00a0')
    .map((part) => print.text(part))
    .join('\u00a0');
}

/** Two short facts a line. */
function drawPairs(
  sheet: Sheet,
  pairs: readonly (readonly [label: string, value: string, style: TextStyle])[],
  inside: Span,
): void {
  const left = { x: inside.x, width: inside.width * 0.5 };
  const right = { x: inside.x + left.width + 6, width: inside.width - left.width - 6 };
  for (let index = 0; index < pairs.length; index += 2) {
    const [first, second] = pairs.slice(index, index + 2);
    const draw = (pair: typeof first) => (span: Span) => {
      if (pair !== undefined) sheet.row(pair[0], pair[1], pair[2], LABEL_WIDTH, span);
    };
    sheet.columns(left, draw(first), right, draw(second));
  }
}

/** Long directions take the whole width. */
function drawDirections(sheet: Sheet, directions: string, inside: Span): void {
  if (directions.length <= LONG_DIRECTIONS) {
    sheet.row('Directions', directions, { size: 13, bold: true }, LABEL_WIDTH, inside);
  } else {
    sheet.text('Directions', BODY, inside);
    sheet.text(directions, BODY, inside);
  }
}

/** Long names and drugs take a smaller size at once, so that the rest of the page can stay large. */
function sizeFor(text: string, size: number, charactersMax: number, smaller: number): number {
  return text.length > charactersMax ? smaller : size;
}

function drawPrescriber(sheet: Sheet, { content, envelope }: FaxFacts, print: Printer): void {
  const { prescriber } = envelope;
  sheet.columns(
    LEFT,
    (span) => {
      sheet.text('PRESCRIBER', HEADING, span);
      sheet.text(print.name(words.prescriberName(content)), BOLD, span);
      sheet.text(`NPI ${content.prescriber.npi}`, BODY, span);
      if (content.supervisor === null) return;
      const { firstName, lastName, npi } = content.supervisor;
      sheet.text(print.name(`Supervised by ${firstName} ${lastName}, NPI ${npi}`), SMALL, span);
    },
    RIGHT,
    (span) => {
      sheet.text(print.name(prescriber.practiceName), BOLD, span);
      for (const line of words.addressLines(prescriber.address)) sheet.text(print.name(line), BODY, span);
      const phone = words.phoneText(prescriber.phone, prescriber.phoneExtension);
      sheet.text(
        prescriber.fax === null
          ? `Phone ${phone}`
          : `Phone ${phone}   Fax ${words.phoneText(prescriber.fax)}`,
        { size: 10.5 },
        span,
      );
    },
  );
}

/** The QR code does not shrink with the text: it must still be read off 98 lines an inch. */
function drawLink(sheet: Sheet, facts: FaxFacts, print: Printer): void {
  const { link, pharmacy, envelope } = facts;
  const zone = words.zoneOf(pharmacy.timeZone, envelope.organization.timeZone);
  sheet.columns(
    { x: FULL.x, width: QR_SIZE },
    () => {
      sheet.bars(qrBars(link.url, FULL.x - 8, sheet.y, QR_SIZE));
      sheet.y += QR_SIZE;
    },
    { x: FULL.x + QR_SIZE, width: FULL.width - QR_SIZE },
    (span) => {
      sheet.gap(9);
      sheet.text('VERIFY THE ORIGINAL RECORD, AND ANSWER', HEADING, span);
      sheet.text('Scan the code, or open this page and type the code below:', BODY, span);
      sheet.text(link.address, { size: 13, bold: true }, span);
      sheet.text(printedCode(link.code), { size: 13, bold: true }, span);
      sheet.text('The page asks for the NCPDP id or the NPI of your pharmacy.', BODY, span);
      sheet.text(`The link works until ${words.dayOf(zone, link.expiresAt)}.`, BODY, span);
      if (facts.orderNumber !== null)
        sheet.text(
          `On the telephone: Order ${facts.orderNumber.slice(0, 4)} ${facts.orderNumber.slice(4)}`,
          BODY,
          span,
        );
      sheet.text(`Order number ${facts.prescriberOrderNumber}`, { size: 10.5 }, span);
      sheet.text(`MessageID: ${facts.messageId}`, { size: 10.5 }, span);
      if (print.differs)
        sheet.text('Some letters cannot be printed here. The record shows every letter.', BOLD, span);
    },
  );
}
