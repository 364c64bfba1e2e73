// The part of the configuration that decides who carries faxes and text messages, and what each carrier needs to be told.
import { toPhone10 } from '@pestle/rules/phone';
import * as v from 'valibot';
import type { CarrierKind } from '../delivery/inside.ts';
import { CARRIER_LIMITS, FAX_CARRIERS, TEXT_CARRIERS } from '../delivery/inside.ts';
import type { Reader } from './reader.ts';

/** What both have: where the carrier is and as whom it knows us. */
interface CarrierConfig {
  readonly url: string;
  readonly key: string;
  /** By its name in the table of carriers; `http` when left out. */
  readonly carrier?: string;
  readonly account?: string;
  /** By which its receipts are known to be its own; without any, none are taken. */
  readonly receiptKeys?: readonly string[];
}

export interface FaxConfig extends CarrierConfig {
  /** Ten digits. */
  readonly from: string;
  /** The address that mails to a gateway come from. */
  readonly mailFrom?: string;
  /** The sandbox's machine, which also gets the words of each page: no variable sets it, and production refuses it. */
  readonly simulated?: true;
}

export interface TextConfig extends CarrierConfig {
  /** Ten digits, where the carrier must be told. */
  readonly from?: string;
}

/** Null where neither an address nor a carrier is given. */
export function faxOf(reader: Reader): FaxConfig | null {
  const { one, problem } = reader;
  const kinds = carrierKinds('FAX');
  const common = commonOf(reader, 'FAX', kinds);
  const given = one('FAX_FROM', v.string());
  const mailFrom = one('FAX_MAIL_FROM', v.pipe(v.string(), v.maxLength(254), v.email()));
  if (common === null) return null;
  const from = phoneOf(given);
  if (from === undefined) problem('FAX_FROM must be the ten digits that faxes come from.');
  if (kinds[common.carrier ?? 'http']?.mailFrom === true && mailFrom === undefined)
    problem('FAX_MAIL_FROM must be the e-mail address that faxes to the gateway come from.');
  return { ...common, from: from ?? '', ...(mailFrom === undefined ? {} : { mailFrom }) };
}

/** Null where neither an address nor a carrier is given. */
export function textOf(reader: Reader): TextConfig | null {
  const { one, problem } = reader;
  const kinds = carrierKinds('TEXT');
  const common = commonOf(reader, 'TEXT', kinds);
  const given = one('TEXT_FROM', v.string());
  if (common === null) return null;
  const from = phoneOf(given);
  const { carrier = 'http' } = common;
  const needed = kinds[carrier]?.from;
  if (needed !== undefined && from === undefined)
    problem(`TEXT_FROM must be the ten digits that texts come from: ${needed}.`);
  return { ...common, ...(from === undefined ? {} : { from }) };
}

/** What the carriers of one sort need and post, by name. */
export function carrierKinds(prefix: 'FAX' | 'TEXT'): Readonly<Record<string, AnyKind>> {
  return prefix === 'FAX' ? FAX_CARRIERS : TEXT_CARRIERS;
}

type AnyKind = Omit<CarrierKind<unknown, never>, 'create'>;

function commonOf(
  { one, problem }: Reader,
  prefix: 'FAX' | 'TEXT',
  kinds: Readonly<Record<string, AnyKind>>,
): CarrierConfig | null {
  const url = one(`${prefix}_URL`, v.pipe(v.string(), v.url()));
  const carrier = one(`${prefix}_CARRIER`, v.string());
  const key = one(`${prefix}_KEY`, v.string());
  const account = one(`${prefix}_ACCOUNT`, v.string());
  const given = one(`${prefix}_RECEIPT_KEYS`, v.string());
  if (url === undefined && carrier === undefined) return null;
  const named = carrier ?? 'http';
  const kind = Object.hasOwn(kinds, named) ? kinds[named] : undefined;
  if (kind === undefined) {
    problem(`${prefix}_CARRIER is one of ${Object.keys(kinds).join(', ')}.`);
    return null;
  }
  const at = url ?? kind.url;
  if (at === undefined) problem(`${prefix}_URL is missing: ${named} has no address of its own.`);
  else if (!(kind.protocols ?? ['http:', 'https:']).includes(new URL(at).protocol))
    problem(`${prefix}_URL must begin with ${(kind.protocols ?? ['https:', 'http:']).join('// or ')}//.`);
  if (key === undefined) problem(`${prefix}_KEY is missing: ${kind.key}.`);
  if (kind.account !== undefined && (account === undefined || !kind.account.form.test(account)))
    problem(`${prefix}_ACCOUNT must be ${kind.account.is}: ${kind.account.example}.`);
  return {
    url: (at ?? '').replace(/\/$/, ''),
    key: key ?? '',
    ...(carrier === undefined ? {} : { carrier }),
    ...(account === undefined ? {} : { account }),
    ...receiptKeysOf(prefix, kind, given, key, problem),
  };
}

function receiptKeysOf(
  prefix: 'FAX' | 'TEXT',
  { receiptKeys: kind }: AnyKind,
  given: string | undefined,
  key: string | undefined,
  problem: Reader['problem'],
): Pick<CarrierConfig, 'receiptKeys'> {
  const keys = (given ?? (kind?.keyItself === true ? (key ?? '') : ''))
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (keys.length === 0) return {};
  if (kind === undefined) problem(`${prefix}_RECEIPT_KEYS is not used: this carrier posts no receipts.`);
  else if (keys.length > CARRIER_LIMITS.receiptKeysMax || !keys.every((one) => kind.isOne?.(one) ?? true))
    problem(`${prefix}_RECEIPT_KEYS is not a comma list of ${kind.are}.`);
  return kind === undefined ? {} : { receiptKeys: keys };
}

function phoneOf(given: string | undefined): string | undefined {
  const phone = given === undefined ? undefined : toPhone10(given);
  return phone?.ok === true ? phone.value : undefined;
}
