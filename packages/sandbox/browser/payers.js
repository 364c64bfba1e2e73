// @ts-check
// Owns the view of the payers: what each was asked about a patient's medications, and what it answered.
import { h } from './dom.js';
import { message } from './transmission.js';
import { coverageChip, time } from './words.js';

/** @typedef {import('../src/control-room/payers.ts').PayerSummary} PayerSummary */
/** @typedef {import('../src/control-room/payers.ts').PayerCard} PayerCard */
/** @typedef {import('../src/control-room/payers.ts').PayerDrugCard} PayerDrugCard */

/**
 * @param {ReadonlyArray<PayerSummary>} questions newest first
 * @param {PayerCard | null} open
 */
export function payerView(questions, open) {
  return h(
    'section',
    { class: 'machine', key: 'payers', 'aria-labelledby': 'payers-title' },
    h('h2', { id: 'payers-title' }, 'Payers'),
    questions.length === 0
      ? h(
          'p',
          { class: 'card' },
          'No payer has been asked yet. The page of the demo clinic asks as soon as a medication is added for a patient with insurance, such as Jane Tester.',
        )
      : h('div', { class: 'shelf' }, questionList(questions, open), open === null ? null : exchange(open)),
  );
}

/**
 * @param {ReadonlyArray<PayerSummary>} questions
 * @param {PayerCard | null} open
 */
function questionList(questions, open) {
  return h(
    'nav',
    { class: 'list', 'aria-label': 'Questions to payers, newest first' },
    h(
      'ul',
      {},
      questions.map((one) =>
        h(
          'li',
          { key: one.id },
          h(
            'a',
            { href: `#payers/${one.id}`, 'aria-current': open?.id === one.id ? 'true' : null },
            h('span', { class: 'row' }, h('span', { class: 'who' }, one.patientName), time(one.at)),
            h('span', { class: 'where' }, `${one.payer} · ${one.ms}\u00a0ms`),
            coverageChip(one.state),
          ),
        ),
      ),
    ),
  );
}

/** @param {PayerCard} card */
function exchange(card) {
  return h(
    'section',
    { class: 'card', key: `asked-${card.id}`, 'aria-labelledby': 'payer-title' },
    h('h3', { id: 'payer-title' }, card.planName ?? card.payer),
    h(
      'dl',
      { class: 'facts' },
      fact('Member', card.memberId),
      fact('Plan id', card.planId ?? 'none on the card'),
      fact('Pharmacy', card.pharmacyName ?? 'none known'),
    ),
    card.trouble === '' ? null : h('p', {}, card.trouble),
    h('ul', { class: 'grid' }, card.drugs.map(drugRow)),
    message(card.question, null, 'The question'),
    message(card.answer, null, 'The answer'),
  );
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact(name, value) {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value));
}

/** @param {PayerDrugCard} drug */
function drugRow(drug) {
  return h(
    'li',
    { class: 'pharmacy' },
    h('p', {}, h('strong', {}, drug.name), drug.supply === '' ? null : ` · ${drug.supply}`),
    coverageChip(drug.status),
    drug.reasons.map((reason) => h('p', { class: 'meta' }, reason)),
    drug.copay === null ? null : h('p', { class: 'meta' }, `Copay: ${drug.copay}`),
  );
}
