// Owns what a simulation judges of secrecy (I9): whom a prescription is for and what it says stands in no address, error, reason or trail.
import type { OwnerQuery } from '@pestle/cli/check/owner-query';
import type { Judgement } from '../report.ts';

/** Of every patient of the world, and of what is prescribed for them. */
const SECRETS = ['Simulated', '1970-01-01', '6175550100', '1 Main St', 'isinopril', 'etformin'] as const;

/** What the store keeps unsealed about what happened; operators, logs and figures are given it. */
const UNSEALED = [
  'select id, detail::text as said from audit_entry',
  'select id, detail::text as said from network_audit_entry',
  'select fill_id as id, detail::text as said from fill_event',
  "select id, concat(state_reason, ' ', state_owner) as said from fill",
  'select transmission_id as id, reason as said from attempt where reason is not null',
] as const;

export class Told {
  readonly #addresses = new Map<string, number>();

  /** Where a node has sent a request. */
  address(path: string): void {
    this.#addresses.set(path, (this.#addresses.get(path) ?? 0) + 1);
  }

  /** @param errors What nodes gave to those who asked them and to their logs. */
  async judge(query: OwnerQuery, errors: readonly string[]): Promise<Judgement> {
    const said: { readonly where: string; readonly id: string; readonly text: string }[] = [
      ...[...this.#addresses.keys()].map((text) => ({ where: 'an address', id: '', text })),
      ...errors.map((text) => ({ where: 'an error', id: '', text })),
    ];
    for (const statement of UNSEALED)
      for (const { id, said: text } of await query(statement))
        said.push({ where: /from (\w+)/.exec(statement)?.[1] ?? '', id: String(id), text: String(text) });
    return {
      invariant: 'I9',
      examined: said.length,
      violations: said.flatMap(({ where, id, text }) =>
        SECRETS.some((secret) => text.includes(secret))
          ? [{ what: `${where} says something of a patient`, ids: [id] }]
          : [],
      ),
    };
  }
}
