// The operators' API over real HTTP, on a practice whose orders really leave.
import { createCheckRuns, createNetworkAdministration } from '@pestle/service/conformance';
import { createDirectory } from '@pestle/service/directory';
import type { AnswerError } from '@pestle/service/for-tests/graphql';
import { makeId, systemPorts } from '@pestle/service/kernel';
import { type Administrations, operatorApi, operatorSchema } from '@pestle/service/operator-api';
import type { Store } from '@pestle/service/store';
import { getNamedType, isEnumType } from 'graphql';
import { type ConsoleTestbed, openConsoleTestbed } from '../console/console-testbed.ts';
import { type DeliveryTestbed, openDeliveryTestbed } from '../delivery/delivery-testbed.ts';
import { BASE_URL, SCRIPT_SENDER } from '../delivery/open-delivery.ts';
import { documentOf, rootFields } from '../graphql/schema-walk.ts';
import { deskAdministration } from '../tracking/pharmacy-desk-administration.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
}

/** Root fields of pharmacies and partners, which have tests of their own. */
export const NETWORK_FIELDS: readonly string[] = [
  'pharmacies',
  'pharmacy',
  'addPharmacy',
  'setPharmacy',
  'stagePharmacy',
  'removePharmacy',
  'applyPharmacy',
  'exportedPharmacies',
  'checkPharmacy',
  'pharmacyCheck',
  'messagePreview',
  'partners',
  'partner',
  'addPartner',
  'setPartner',
  'removePartner',
  'applyPartner',
  'exportedPartners',
  'hookKeys',
  'addHookKey',
  'endHookKey',
  'pharmacyPeople',
  'invitePharmacyPerson',
  'setPharmacyPersonActive',
  'pharmacyCorrections',
  'confirmCorrection',
  'declineCorrection',
  'markCorrectionSeen',
];

/** As paged fields answer. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

export interface OperatorApiTestbed {
  readonly testbed: DeliveryTestbed;
  /** Their console, in which the operator who asks has signed in. */
  readonly operators: ConsoleTestbed;
  /** As the trail names the operator who asks. */
  readonly by: string;
  /** A token of that operator. */
  readonly token: string;
  /** The headers that prove it. */
  readonly asOperator: Readonly<Record<string, string>>;
  /** As that operator, unless `headers` say otherwise. */
  ask(query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Asks for everything that a root field answers, with these of its arguments. */
  call(name: string, args?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** What a root field answered without an error. */
  reply<T>(name: string, args?: object, headers?: Readonly<Record<string, string>>): Promise<T>;
  /** The code of the first error, with the path and code of each field that it names. */
  refusalOf(name: string, args: object, headers?: Readonly<Record<string, string>>): Promise<string[]>;
  /** Root fields of which an answer held data. */
  answered(): ReadonlySet<string>;
  /** Every answer as it came. */
  said(): readonly string[];
  close(): Promise<void>;
}

/** Opens it on a store, which the caller closes. */
export async function openOperatorApi(store: Store): Promise<OperatorApiTestbed> {
  const testbed = await openDeliveryTestbed(store);
  const ports = systemPorts;
  const directory = createDirectory({ store, ports });
  const network = createNetworkAdministration({
    store,
    ports,
    connections: directory.connections,
    policy: { loopbackOnly: true },
    sender: SCRIPT_SENDER,
    baseUrl: BASE_URL,
  });
  const administrations: Omit<Administrations, 'users'> = {
    network,
    checks: createCheckRuns(network, ports),
    hookKeys: directory.hookKeys,
    windows: directory.windows,
    queue: testbed.delivery.queue,
    quarantine: testbed.delivery.quarantine,
    recalls: testbed.delivery.recalls,
    pharmacyDesk: deskAdministration(store, ports, directory.connections),
  };
  const operators = await openConsoleTestbed({
    store,
    api:
      ({ identity: { administration: users } }) =>
      (operatorOf) =>
        operatorApi({ administrations: { ...administrations, users }, operatorOf }),
  });
  const { operator, consoleUrl } = operators;
  const by = `Olga Number1 (${operator.id})`;
  // Enrols the second factor, without which nobody is an operator.
  await operators.signIn(operators.console(), operator);
  const token = await tokenOf(operators, { userId: operator.id, name: 'Olga Number1', by });
  const asOperator = { authorization: `Bearer ${token}` };
  const answered = new Set<string>();
  const said: string[] = [];
  const ask: OperatorApiTestbed['ask'] = async (query, variables = {}, headers = asOperator) => {
    const response = await fetch(`${consoleUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    said.push(text);
    const answer = JSON.parse(text) as Pick<Answer, 'data' | 'errors'>;
    for (const name of Object.keys(answer.data ?? {})) answered.add(name);
    return { status: response.status, text, ...answer };
  };
  const call: OperatorApiTestbed['call'] = async (name, args = {}, headers = asOperator) => {
    const root = rootFields(operatorSchema).find((field) => field.name === name);
    if (root === undefined) throw new Error(`The schema has no ${name}.`);
    const defaults = root.field.args
      .filter(({ defaultValue }) => defaultValue !== undefined)
      .map(({ name: argument, type, defaultValue }) => {
        const named = getNamedType(type);
        return [argument, isEnumType(named) ? named.serialize(defaultValue) : defaultValue] as const;
      });
    return await ask(documentOf(root), { ...Object.fromEntries(defaults), ...args }, headers);
  };
  return {
    testbed,
    operators,
    by,
    token,
    asOperator,
    ask,
    call,
    reply: async <T>(...called: Parameters<typeof call>) => {
      const { data, errors, text } = await call(...called);
      if (errors !== undefined || data === undefined || data === null) throw new Error(text);
      return data[called[0]] as T;
    },
    refusalOf: async (...called) => {
      const { errors: [first] = [], text } = await call(...called);
      if (first === undefined) throw new Error(`It was accepted: ${text}`);
      const { code, fields = [] } = first.extensions;
      return [code, ...fields.map((field) => `${field.path} ${field.code}`)];
    },
    answered: () => answered,
    said: () => said,
    close: async () => {
      await operators.close();
      await testbed.close();
    },
  };
}

/** A personal token, as the console makes one. */
export async function tokenOf(
  { identity, ports }: ConsoleTestbed,
  operator: Parameters<ConsoleTestbed['identity']['operators']['tokens']['make']>[0],
): Promise<string> {
  const made = { id: makeId(ports, 'opt'), name: 'a script', days: 1 };
  const { secret } = await identity.operators.tokens.make(operator, made);
  if (secret === null) throw new Error('The token was there already.');
  return secret;
}
