// docs/reference/fax-policy.md, from the rows by which the service decides whether a computer may fax something.
import { FAX_RULES, type FaxRule } from '@pestle/service/delivery';
import { GENERATED_NOTE, table } from './markdown.ts';

export function faxPolicyReference(): string {
  const rows = FAX_RULES.map((rule) => [
    rule.state === 'any' ? 'any' : rule.state,
    drugText(rule.drug),
    payerText(rule.payer),
    rule.forbids.map((document) => DOCUMENTS[document]).join(', '),
    rule.since,
    rule.until ?? '',
    rule.source,
  ]);
  return `${GENERATED_NOTE}
# Fax policy

Where a pharmacy cannot be reached electronically, its prescriptions go by fax. Some law forbids that. This is the whole table by which the
service decides, before every fax; the rows are \`packages/service/src/delivery/fax/policy-rules.ts\`. **It is no legal advice**: have your own
counsel look at it, and change a row when the law changes.

${table(['Pharmacy in', 'Drug', 'Payer', 'Forbidden as a fax', 'From', 'Until', 'Source'], rows)}

What no row forbids is allowed. A row holds when all of its columns do:

- **Pharmacy in**: the state of the pharmacy that would get the fax decides, not that of patient or prescriber.
- **Drug**: one drug or one ingredient, by its RxCUI; or what a DEA schedule or the pharmacy's state schedules on that day. (Of scheduled drugs
  nothing is prescribed at all: [controlled substances](controlled-substances.md). The row stands here as a second lock.)
- **Payer**: by BIN, or by BIN and PCN. Where no benefits are known, a row about a certain payer does not hold.
- **From** counts, **until** does not: days at the pharmacy.

A prescription that may not be faxed is \`STUCK\` with the reason \`FAX_FORBIDDEN\`; the prescriber chooses another pharmacy or calls this one. A
cancel notice is no prescription: it goes to a pharmacy in Ohio. Where a row forbids it too, the cancel is [not sent](cancels.md), and somebody must call.
`;
}

const DOCUMENTS = { prescription: 'a prescription', 'cancel-notice': 'a cancel notice' } as const;

function drugText(drug: FaxRule['drug']): string {
  if (drug === 'any') return 'any';
  return 'schedules' in drug ? `schedule ${drug.schedules.join(', ')}` : `${drug.name} (RxCUI ${drug.rxcui})`;
}

function payerText(payer: FaxRule['payer']): string {
  if (payer === 'any') return 'any';
  return `BIN ${payer.bin}${payer.pcn === undefined ? '' : `, PCN ${payer.pcn}`}`;
}
