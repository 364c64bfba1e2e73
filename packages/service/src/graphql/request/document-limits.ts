// The bounds of a GraphQL document: its shape before it is validated, and its cost with the variables of each request.
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  valueFromASTUntyped,
} from 'graphql';
import { Failure } from '../../kernel/errors.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';

interface Shape {
  selections: number;
  aliases: number;
}

/**
 * Refuses a document that is too deep, wide or repetitive, and one that holds several operations or mutations (X4).
 * Works on any parsed document: validation, whose own work grows with the square of the fields, comes after.
 */
export function checkShape(document: DocumentNode): void {
  const operation = onlyOperation(document);
  const fragments = fragmentsOf(document);
  const shape: Shape = { selections: 0, aliases: 0 };
  const roots = measure(operation.selectionSet, fragments, shape, 1, []);
  if (operation.operation === OperationTypeNode.MUTATION && roots > 1) {
    throw new Failure(
      'ONE_MUTATION_PER_REQUEST',
      'A request may hold one mutation field, because its Idempotency-Key stands for one write.',
    );
  }
  if (roots > GRAPHQL_LIMITS.rootFieldsMax) {
    throw tooComplex(
      `The document asks for ${roots} fields at its root; ${GRAPHQL_LIMITS.rootFieldsMax} are allowed.`,
    );
  }
}

function onlyOperation(document: DocumentNode): OperationDefinitionNode {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operations;
  // One, because a compiled document is kept by its text and runs the operation it was compiled for.
  if (operation === undefined || operations.length > 1) {
    throw new Failure(
      'MALFORMED',
      `A document holds exactly one operation; this one holds ${operations.length}.`,
    );
  }
  return operation;
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}

/** Adds what the selection holds to `shape` and answers how many fields it puts at its own level. */
function measure(
  selectionSet: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  shape: Shape,
  depth: number,
  open: readonly string[],
): number {
  if (depth > GRAPHQL_LIMITS.depthMax) {
    throw tooComplex(`The document nests deeper than ${GRAPHQL_LIMITS.depthMax} fields.`);
  }
  let here = 0;
  for (const selection of selectionSet.selections) {
    count(selection, shape);
    if (selection.kind === Kind.FIELD) {
      here += 1;
      // Introspection is bounded by a rule of GraphQL itself and is off in production.
      const introspects = selection.name.value === '__schema' || selection.name.value === '__type';
      if (selection.selectionSet !== undefined && !introspects)
        measure(selection.selectionSet, fragments, shape, depth + 1, open);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      here += measure(selection.selectionSet, fragments, shape, depth, open);
    } else {
      const name = selection.name.value;
      const fragment = fragments.get(name);
      // Unknown fragments and circles are reported by validation.
      if (fragment !== undefined && !open.includes(name))
        here += measure(fragment.selectionSet, fragments, shape, depth, [...open, name]);
    }
  }
  return here;
}

/** Spreads count like fields, so that fragments which only spread each other cannot make the walk long. */
function count(selection: SelectionNode, shape: Shape): void {
  shape.selections += 1;
  if (selection.kind === Kind.FIELD && selection.alias !== undefined) shape.aliases += 1;
  if (shape.selections > GRAPHQL_LIMITS.fieldsMax) {
    throw tooComplex(`The document asks for more than ${GRAPHQL_LIMITS.fieldsMax} fields.`);
  }
  if (shape.aliases > GRAPHQL_LIMITS.aliasesMax) {
    throw tooComplex(`The document uses more than ${GRAPHQL_LIMITS.aliasesMax} aliases.`);
  }
}

type Variables = Readonly<Record<string, unknown>>;

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  cost: number;
}

/**
 * Refuses a valid document that would visit more records than one request may. Every field that leads to records costs
 * as many as it can give: `first` of a paged list, the size a list states (`extensions.listSize`), or an assumed one. `variables` are
 * those of the request, defaults included.
 */
export function checkCost(schema: GraphQLSchema, document: DocumentNode, variables: Variables): void {
  const operation = onlyOperation(document);
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return;
  const walk: Walk = {
    schema,
    fragments: fragmentsOf(document),
    variables,
    cost: 0,
  };
  addCost(walk, operation.selectionSet, root, 1, undefined);
}

/** The variables of a request, with the defaults that the document states for those that were not sent. */
export function withDefaults(document: DocumentNode, variables: Variables): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of onlyOperation(document).variableDefinitions ?? [])
    if (defaultValue !== undefined) defaults[variable.name.value] = valueFromASTUntyped(defaultValue);
  return { ...defaults, ...variables };
}

function addCost(
  walk: Walk,
  selectionSet: SelectionSetNode,
  parent: GraphQLNamedType,
  times: number,
  pageSize: number | undefined,
): void {
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      addFieldCost(walk, selection, parent, times, pageSize);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      addCost(
        walk,
        selection.selectionSet,
        typeNamed(walk, selection.typeCondition?.name.value, parent),
        times,
        pageSize,
      );
    } else {
      const fragment = walk.fragments.get(selection.name.value);
      if (fragment !== undefined)
        addCost(
          walk,
          fragment.selectionSet,
          typeNamed(walk, fragment.typeCondition.name.value, parent),
          times,
          pageSize,
        );
    }
  }
}

function addFieldCost(
  walk: Walk,
  node: FieldNode,
  parent: GraphQLNamedType,
  times: number,
  pageSize: number | undefined,
): void {
  const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
  if (field === undefined || node.selectionSet === undefined) return;
  const inner = getNamedType(field.type);
  if (!isCompositeType(inner)) return;
  const size = isListType(getNullableType(field.type)) ? (pageSize ?? statedSize(field)) : 1;
  const visits = times * size;
  walk.cost += visits;
  if (walk.cost > GRAPHQL_LIMITS.costMax) {
    throw tooComplex(
      `The request could visit more than ${GRAPHQL_LIMITS.costMax} records. Ask for smaller pages or fewer nested lists.`,
    );
  }
  addCost(walk, node.selectionSet, inner, visits, firstOf(walk, node, field));
}

function statedSize(field: GraphQLField<unknown, unknown>): number {
  const { listSize } = field.extensions;
  return typeof listSize === 'number' ? listSize : GRAPHQL_LIMITS.listSizeAssumed;
}

/** The page size that a field was asked for, or undefined when it is not paged. */
function firstOf(walk: Walk, node: FieldNode, field: GraphQLField<unknown, unknown>): number | undefined {
  const argument = field.args.find(({ name }) => name === 'first');
  if (argument === undefined) return undefined;
  const given = node.arguments?.find(({ name }) => name.value === 'first')?.value;
  let value: unknown = argument.defaultValue;
  if (given?.kind === Kind.INT) value = Number(given.value);
  if (given?.kind === Kind.VARIABLE && walk.variables[given.name.value] !== undefined)
    value = walk.variables[given.name.value];
  // A size that is no number is refused by the room; a negative one must not pay for the rest of the document.
  return typeof value === 'number' ? Math.max(1, value) : GRAPHQL_LIMITS.listSizeAssumed;
}

function typeNamed(walk: Walk, name: string | undefined, parent: GraphQLNamedType): GraphQLNamedType {
  return (name === undefined ? undefined : walk.schema.getType(name)) ?? parent;
}

function tooComplex(message: string): Failure {
  return new Failure('QUERY_TOO_COMPLEX', message);
}
