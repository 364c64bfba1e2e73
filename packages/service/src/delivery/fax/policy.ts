// Where law forbids a computer's fax: a dated table by state (D2). Data, so that a change of law is a change of one row.

interface FaxRule {
  /** Two letters: the state of the pharmacy that would get the fax. */
  readonly state: string;
  /** `YYYY-MM-DD`: in force from this day. */
  readonly since: string;
  readonly until?: string;
  readonly source: string;
}

/** Not legal advice. States that are not listed allow a fax of an uncontrolled drug after electronic delivery failed or where there is none. */
export const FAX_FORBIDDEN: readonly FaxRule[] = [
  {
    state: 'OH',
    since: '2017-12-01',
    source: 'Ohio Board of Pharmacy: no system may convert a prescription into a computer-generated fax',
  },
];

export type FaxDecision = { readonly allowed: true } | { readonly allowed: false; readonly source: string };

/** Whether a prescription may go to a pharmacy of this state as a computer's fax on this day. */
export function faxDecision(pharmacyState: string, on: string): FaxDecision {
  const rule = FAX_FORBIDDEN.find(
    ({ state, since, until }) =>
      state === pharmacyState && since <= on && (until === undefined || on < until),
  );
  return rule === undefined ? { allowed: true } : { allowed: false, source: rule.source };
}
