// The statements that read rows as text, write them at the other end, and make digests of them: the same text at both ends.
import type { Statement } from '../store.ts';
import type { Table } from './tables.ts';
import { quoted } from './tables-sql.ts';

/** How values are written as text, for the transaction: the same at both ends, and without loss. */
export const ONE_TEXT_FORM: Statement = {
  name: 'pestle_move_text_form',
  text: `
select set_config('datestyle', 'ISO, MDY', true), set_config('intervalstyle', 'postgres', true), set_config('timezone', 'UTC', true),
  set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '1', true)`,
};

const relation = ({ name }: Table): string => `public.${quoted(name)}`;

/** A whole row, every column in its order, as PostgreSQL writes and reads a row. */
const wholeRow = ({ columns }: Table): string =>
  `row(${columns.map(({ name }) => `t.${quoted(name)}`).join(', ')})::text`;

const keyColumns = ({ key }: Table): string => key.map(({ name }) => `t.${quoted(name)}`).join(', ');

const keyAsJson = ({ key }: Table): string =>
  `jsonb_build_array(${key.map(({ name }) => `t.${quoted(name)}::text`).join(', ')})`;

const DIGEST = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** Rows behind a key, in the order of the keys; `first` without one. The parameters of the key come first. */
function behind(table: Table, first: boolean): string {
  if (first) return '';
  const values = table.key.map(({ type }, index) => `$${index + 1}::text::${type}`);
  return `where (${keyColumns(table)}) > (${values.join(', ')})`;
}

/**
 * One batch: `key` (its values as text) and `content`, the whole row. $1 … the key of the last row of the batch before, unless it is the
 * `first`; then how many rows at most, and after how many characters it ends.
 */
export function readBatch(table: Table, first: boolean): Statement {
  const next = first ? 1 : table.key.length + 1;
  return {
    name: `pestle_move_read_${table.name}_${first ? 'first' : 'next'}`,
    text: `
with batch as (
  select ${keyAsJson(table)} as key, ${wholeRow(table)} as content, row_number() over (order by ${keyColumns(table)}) as n
  from ${relation(table)} t ${behind(table, first)}
  order by ${keyColumns(table)} limit $${next}
), counted as (
  select key, content, n, sum(length(content)) over (order by n) - length(content) as characters_before from batch
)
select key, content from counted where characters_before < $${next + 1} order by n`,
  };
}

/** What PostgreSQL makes itself from other columns is not written. $1 whole rows, as `readBatch` gives them. */
export function writeBatch(table: Table): Statement {
  const written = table.columns.filter(({ generated }) => !generated).map(({ name }) => quoted(name));
  return {
    name: `pestle_move_write_${table.name}`,
    text: `
insert into ${relation(table)} (${written.join(', ')})
select ${written.map((name) => `(s.whole).${name}`).join(', ')}
from (select one::${relation(table)} as whole from unnest($1::text[]) as one offset 0) s`,
  };
}

/** Our own triggers would write what is copied besides; those that hold references stay. Until `triggersOn`, in one transaction. */
export function triggersOff(table: Table): Statement {
  return {
    name: `pestle_move_triggers_off_${table.name}`,
    text: `alter table ${relation(table)} disable trigger user`,
  };
}

export function triggersOn(table: Table): Statement {
  return {
    name: `pestle_move_triggers_on_${table.name}`,
    text: `alter table ${relation(table)} enable trigger user`,
  };
}

/** Keys and digests of the rows behind a key. $1 … the key, unless it is the `first`; then how many rows. */
export function readDigests(table: Table, first: boolean): Statement {
  return {
    name: `pestle_move_digests_${table.name}_${first ? 'first' : 'next'}`,
    text: `
select ${keyAsJson(table)} as key, ${DIGEST(wholeRow(table))} as digest
from ${relation(table)} t ${behind(table, first)}
order by ${keyColumns(table)} limit $${first ? 1 : table.key.length + 1}`,
  };
}

/** Keys and digests of the rows that have these keys. $1 … the values of each column of the key, in the same order. */
export function findDigests(table: Table): Statement {
  const names = table.key.map((_, index) => `k${index}`);
  const lists = table.key.map((_, index) => `$${index + 1}::text[]`);
  const same = table.key.map(({ name, type }, index) => `t.${quoted(name)} = k.k${index}::${type}`);
  return {
    name: `pestle_move_find_${table.name}`,
    text: `
select ${keyAsJson(table)} as key, ${DIGEST(wholeRow(table))} as digest
from unnest(${lists.join(', ')}) as k (${names.join(', ')}) join ${relation(table)} t on ${same.join(' and ')}`,
  };
}

/** What is copied is not all of it yet. */
export const TO_BE_COPIED: Statement = {
  name: 'pestle_move_to_be_copied',
  text: 'insert into pestle_move.progress (table_name) select unnest($1::text[])',
};

export const FORGET_PROGRESS: Statement = {
  name: 'pestle_move_forget_progress',
  text: 'delete from pestle_move.progress',
};

export const READ_PROGRESS: Statement = {
  name: 'pestle_move_read_progress',
  text: 'select table_name, last, copied, done from pestle_move.progress',
};

/** Answers a row where nobody else has gone on meanwhile. $1 table, $2 the key before, $3 the key now, $4 rows of the batch, $5 whether these were the last. */
export const WENT_ON: Statement = {
  name: 'pestle_move_went_on',
  text: `
update pestle_move.progress set last = $3, copied = copied + $4::bigint, done = $5::boolean
where table_name = $1 and last is not distinct from $2 and not done returning copied`,
};

/**
 * The mark by which the store knows itself, at its new place: the one from before has ended, so that a copy of the directory is known to be
 * older, and where it lies is found anew. $1 the new incarnation.
 */
export const NEW_PLACE: Statement = {
  name: 'pestle_move_new_place',
  text: `
update public.store_mark set ended = ended || incarnation, incarnation = $1, beats = beats + 1, beaten_at = clock_timestamp(), stopped = true,
  place = null, timeline = null`,
};
