// Calls for every root field of a schema, made from its types: what is asked for, where ids go, and what else must be given.
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLSchema,
} from 'graphql';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { LISINOPRIL } from '../practice/practice.ts';
import type { RecordKind, Records } from './graphql-records.ts';
import { SECOND_PHARMACY } from './graphql-testbed.ts';

export interface RootField {
  readonly operation: 'query' | 'mutation';
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
}

/** A place in the arguments that takes the id of an organization's own record, or a text of its own. */
export interface Slot {
  /** Names from the argument inwards; lists are passed through. */
  readonly path: readonly string[];
  /** Null for a text. */
  readonly kind: RecordKind | null;
}

export function rootFields(schema: GraphQLSchema): RootField[] {
  const of = (
    operation: RootField['operation'],
    type: ReturnType<GraphQLSchema['getQueryType']>,
  ): RootField[] =>
    Object.values(type?.getFields() ?? {})
      .map((field) => ({ operation, name: field.name, field }))
      .toSorted((one, other) => (turnOf(one) < turnOf(other) ? -1 : 1));
  return [...of('query', schema.getQueryType()), ...of('mutation', schema.getMutationType())];
}

/** By name; what disables a treatment comes right before what enables it again, so that all others can prescribe it. */
function turnOf({ name }: RootField): string {
  return name === 'disableTreatments' ? 'enableTreatment' : name;
}

/** The document that asks for everything a root field answers, `depth` objects deep. */
export function documentOf({ operation, name, field }: RootField, depth = 5): string {
  const variables = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const head = variables === '' ? operation : `${operation}(${variables})`;
  return `${head} { ${name}${given === '' ? '' : `(${given})`} ${selectionOf(field.type, depth)} }`;
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const parts = Object.values(named.getFields()).map((field) => {
    const required = field.args.find(isRequiredArgument);
    if (required !== undefined || field.args.some(({ type: one }) => isIdType(one)))
      throw new Error(
        `The walk does not know how to ask for ${named.name}.${field.name}: it takes arguments.`,
      );
    if (!isObjectType(getNamedType(field.type))) return field.name;
    return depth <= 1 ? '' : `${field.name} ${selectionOf(field.type, depth - 1)}`;
  });
  const chosen = parts.filter((part) => part !== '' && !part.endsWith('{ }'));
  return `{ ${chosen.length === 0 ? '__typename' : chosen.join(' ')} }`;
}

/** Every slot of a root field. Throws for an id whose kind cannot be told from its name: name it in `KINDS`. */
export function slotsOf(root: RootField): Slot[] {
  return root.field.args.flatMap((arg) => slotsIn(root, arg, []));
}

function slotsIn(
  root: RootField,
  input: GraphQLArgument | GraphQLInputField,
  outer: readonly string[],
): Slot[] {
  const path = [...outer, input.name];
  const named = getNamedType(input.type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((member) => slotsIn(root, member, path));
  if (isIdType(input.type) || ID_NAME.test(input.name)) {
    const kind = kindOf(root, input.name);
    return kind === 'text' ? [{ path, kind: null }] : kind === 'network' ? [] : [{ path, kind }];
  }
  return named.name === 'String' && !isRequired(input) && input.name !== 'after'
    ? [{ path, kind: null }]
    : [];
}

const ID_NAME = /(?:^id|Ids?)$/;

function isIdType(type: GraphQLInputType): boolean {
  return getNamedType(type).name === 'ID';
}

/** What the ids of the schema name. `network`: what all organizations share; `text`: the organization's own words. */
const KINDS: Readonly<Record<string, RecordKind | 'network' | 'text'>> = {
  patientId: 'patient',
  draftId: 'draft',
  draftIds: 'draft',
  prescriberId: 'prescriber',
  prescriptionIds: 'prescription',
  prescriptionId: 'prescription',
  orderId: 'order',
  userId: 'user',
  actorId: 'prescriber',
  from: 'user',
  afterHoursOwnerId: 'user',
  fillId: 'fill',
  fillIds: 'fill',
  catalogId: 'catalog',
  secretId: 'secret',
  treatmentId: 'network',
  treatmentIds: 'network',
  ids: 'network',
  addTreatmentIds: 'network',
  removeTreatmentIds: 'network',
  pharmacyId: 'network',
  preferredPharmacyId: 'network',
  externalId: 'text',
  groupId: 'text',
  memberId: 'text',
  planId: 'network',
};

/** A bare `id` is of what the root field is named after. */
const NOUNS: Readonly<Record<string, RecordKind | 'network'>> = {
  patient: 'patient',
  pharmacyrequest: 'pharmacyRequest',
  draft: 'draft',
  prescription: 'prescription',
  order: 'order',
  catalog: 'catalog',
  template: 'template',
  user: 'user',
  application: 'application',
  treatment: 'network',
  treatmentstrengths: 'network',
  pharmacy: 'network',
};

function kindOf({ name: root }: RootField, name: string): RecordKind | 'network' | 'text' {
  if (root === 'selectPharmacy' && name === 'orderId') return 'routingOrder';
  if (root === 'remindPatient') return 'untoldOrder';
  if (root === 'declineCancelRequest') return 'cancelAsked';
  if (root === 'declineNoMoreRefills') return 'refillsAsked';
  if (root === 'answerQuestion') return 'question';
  if (root === 'confirmPhoneNumber') return 'wrongNumber';
  if (root === 'combineOrder' && name === 'orderId') return 'combinableOrder';
  if (name === 'id') {
    if (/DeskItems?$/i.test(root)) return 'deskItem';
    const noun = root
      .replace(/^(?:deny|update|delete|deactivate|reactivate|invite|rotate|end|prefer)(?=[A-Z])/, '')
      .replace(/(?:Again|Secret)$/, '')
      .toLowerCase();
    const kind = NOUNS[noun];
    if (kind !== undefined) return kind;
  }
  const kind = KINDS[name];
  if (kind !== undefined) return kind;
  throw new Error(
    `The walk does not know what ${root}(${name}) names. Say in schema-walk.ts what makes one.`,
  );
}

export interface Filling {
  readonly own: Records;
  /** The one place that is filled from elsewhere; the others from `own`. */
  readonly slot?: Slot;
  readonly from?: Records;
  /** What text slots hold. */
  readonly text?: string;
}

/** The arguments of one call: what is required, and the way to the slot. Throws for a required value that no rule makes. */
export async function argumentsOf(root: RootField, filling: Filling): Promise<Record<string, unknown>> {
  return await membersOf(root, root.field.args, [], filling);
}

async function membersOf(
  root: RootField,
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  outer: readonly string[],
  filling: Filling,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const member of members) {
    const path = [...outer, member.name];
    const towards = path.every((part, index) => filling.slot?.path[index] === part);
    if (!isRequired(member) && !towards && !isNeededBeside(root, path, filling.slot)) continue;
    const value = await valueOf(root, member, path, { filling, towards });
    values[member.name] = isListType(isNonNullType(member.type) ? member.type.ofType : member.type)
      ? [value]
      : value;
  }
  return values;
}

/** An order is of something; which of the two is left to the caller, so that the schema demands neither. */
function isNeededBeside({ name }: RootField, path: readonly string[], slot: Slot | undefined): boolean {
  if (path.at(-1) !== 'prescriptionIds') return false;
  const inForm = slot?.path.includes('form') === true || slot?.path.includes('screeningAnswers') === true;
  return name === 'createOrder'
    ? inForm
    : name === 'combineOrder' && (inForm || slot?.kind === 'combinableOrder');
}

async function valueOf(
  root: RootField,
  member: GraphQLArgument | GraphQLInputField,
  path: readonly string[],
  { filling, towards }: { readonly filling: Filling; readonly towards: boolean },
): Promise<unknown> {
  const named = getNamedType(member.type);
  if (isInputObjectType(named)) return await membersOf(root, Object.values(named.getFields()), path, filling);
  const records = towards ? (filling.from ?? filling.own) : filling.own;
  if (towards && filling.slot?.kind === null) return filling.text ?? '';
  // What a signer saw belongs to the draft that is named beside it.
  if (member.name === 'contentHash')
    return await (besideSlot(path, filling) ?? filling.own).get('contentHash');
  if (isIdType(member.type) || ID_NAME.test(member.name)) {
    const kind = kindOf(root, member.name);
    if (kind === 'network') return networkId(member.name, root);
    return kind === 'text' ? 'own text' : await records.get(kind);
  }
  if (isEnumType(named)) return named.getValues()[0]?.name;
  const value = TEXTS[member.name] ?? SCALARS[named.name];
  if (value === undefined)
    throw new Error(
      `The walk does not know a value for ${root.name}(${path.join('.')}). Give one in schema-walk.ts.`,
    );
  return value;
}

function besideSlot(path: readonly string[], { slot, from }: Filling): Records | undefined {
  const siblings = slot !== undefined && slot.path.slice(0, -1).join('.') === path.slice(0, -1).join('.');
  return siblings && slot.kind === 'draft' ? from : undefined;
}

function networkId(name: string, { name: root }: RootField): string {
  return /pharmac/i.test(/^ids?$/.test(name) ? root : name) ? SECOND_PHARMACY : LISINOPRIL;
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  Date: '1980-02-29',
  DateTime: '2026-01-02T03:04:05Z',
  Decimal: '1',
};

/** Texts that must be given, by name. */
const TEXTS: Readonly<Record<string, unknown>> = {
  reason: 'Settled by telephone.',
  takenBy: 'Kim Lee',
  url: 'https://cds.invalid',
  bundle: '{"resourceType":"Bundle"}',
  dispenseUnit: 'Tablet',
  strength: '10 mg',
  first: 100,
  overlapSeconds: 0,
  name: 'Some name',
  firstName: 'Some',
  lastName: 'Name',
  text: 'lisinopril',
  email: 'some.name@hillside.example',
  street1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02108',
  phone: '6175550100',
  npi: '1234567893',
  substance: 'penicillin',
  rule: 'interaction:aspirin+warfarin',
  reasonCode: 'AF',
  bin: '610020',
  // Warfarin, which no record of the walk is.
  rxcui: '11289',
  code: 'I10',
  type: 'ICD10',
  version: '2026-01',
  hash: '0'.repeat(64),
};

/** Given in each call, also where the schema has a value of its own. */
function isRequired(input: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(input.type);
}
