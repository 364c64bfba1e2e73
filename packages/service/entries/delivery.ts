// What other packages are offered of delivery.

/** The rows of the fax policy: where law forbids a computer's fax, of what, for which drug and payer, since when. Not legal advice. */
export { FAX_RULES, type FaxRule } from '../src/delivery/fax/policy-rules.ts';
