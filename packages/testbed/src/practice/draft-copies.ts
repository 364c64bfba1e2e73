// Writes many reviewed drafts at once, for runs that sign more than anybody could review.
import type { OrganizationId } from '@pestle/rules/ids';
import { keysOf } from '@pestle/service/for-tests/vault';
import type { Store } from '@pestle/service/store';
import { columnAddress } from '@pestle/service/vault';
import { sql } from 'kysely';

/** Which drafts to make of a reviewed one: numbers from … to, inclusive. */
export interface Copies {
  readonly draftId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Writes copies of a draft that was made and reviewed over the API, with its signable: row by row the same as as many
 * drafts made and reviewed one after the other, in seconds instead of minutes. Answers their ids.
 */
export async function copyDraft(
  store: Store,
  orgId: OrganizationId,
  { draftId, from, to }: Copies,
): Promise<string[]> {
  return await store.withOrg(orgId, async (tx) => {
    // What is sealed belongs to its row, and is sealed for each copy.
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const ids = (prefix: string) => numbers.map((n) => `${prefix}_${String(n).padStart(26, '0')}`);
    const { rows: originals } = await sql<{ signable_id: string; draft: Uint8Array; signable: Uint8Array }>`
      select d.signable_id, d.sealed as draft, s.sealed as signable
      from draft d join signable s on s.org_id = d.org_id and s.id = d.signable_id where d.id = ${draftId}`.execute(
      tx,
    );
    const [original] = originals;
    if (original === undefined) throw new Error('there is no such reviewed draft');
    const keys = keysOf(tx);
    const sealedFor = (
      name: 'draft' | 'signable',
      from: string,
      sealed: Uint8Array,
      to: readonly string[],
    ) => {
      const plain = keys.open(columnAddress(name, from), sealed);
      return to.map((id) => Buffer.from(keys.seal(columnAddress(name, id), plain)).toString('hex'));
    };
    const drafts = ids('drf');
    const signables = ids('sgn');
    await sql`insert into signable select (jsonb_populate_record(s, jsonb_build_object(
        'id', n.id, 'draft_id', n.draft_id, 'sealed', '\\x' || n.sealed))).*
      from signable s, unnest(${signables}::text[], ${drafts}::text[],
        ${sealedFor('signable', original.signable_id, original.signable, signables)}::text[]) as n (id, draft_id, sealed)
      where s.id = ${original.signable_id}`.execute(tx);
    await sql`insert into draft select (jsonb_populate_record(d, jsonb_build_object(
        'id', n.id, 'signable_id', n.signable_id, 'sealed', '\\x' || n.sealed))).*
      from draft d, unnest(${drafts}::text[], ${signables}::text[],
        ${sealedFor('draft', draftId, original.draft, drafts)}::text[]) as n (id, signable_id, sealed)
      where d.id = ${draftId}`.execute(tx);
    return drafts;
  });
}
