// Owns what the one typeahead lists: this patient's past prescriptions, templates and treatments, in that order of groups.
import type { DataOf } from '@pestle/client';
import type { SearchStart, SearchTreatments } from '@pestle/client/documents/search';
import { tallMan } from '@pestle/rules/tall-man';
import type { DisableList } from '../../attributes/disable-list.ts';
import type { Choice } from '../../kit/combobox/combobox-model.ts';
import { medicationText, type NamedTreatment } from '../../kit/medication.ts';
import { reasonText } from '../problem-text.ts';

export type StartData = DataOf<typeof SearchStart>;
export type AnswerData = DataOf<typeof SearchTreatments>['treatments'];
export type PastPrescription = StartData['prescriptions']['nodes'][number];
export type TemplateHit = StartData['templates']['nodes'][number];
export type TreatmentHit = StartData['frequentTreatments'][number];
/** One drug in one form, with every strength it has. */
export type Line = AnswerData['lines'][number];

export type SearchHit =
  | { readonly kind: 'prescription'; readonly prescription: PastPrescription }
  | { readonly kind: 'template'; readonly template: TemplateHit; readonly treatment: TreatmentHit }
  | {
      readonly kind: 'treatment';
      readonly treatment: TreatmentHit;
      /** The strengths beside each other in one row: the treatment is one of them, and fits best what was typed. */
      readonly line?: { readonly key: string; readonly best: boolean };
      /** It stands for every strength of its line, which are all refused for the same reason. */
      readonly every?: boolean;
    };

/** In the order in which they are shown. */
export const SEARCH_GROUPS = [
  'past',
  'personalTemplates',
  'organizationTemplates',
  'frequent',
  'catalog',
  'treatments',
  'didYouMean',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** The catalog is asked from this many letters on; what is at hand from one. */
export const CATALOG_LETTERS_MIN = 3;
/** An empty search shows a list that needs no scroll bar. */
const QUICK_CHOICES_MAX = 8;
const QUICK_PAST_MAX = 4;
const QUICK_TEMPLATES_MAX = 3;
/** More of one kind hide the others. */
const LOCAL_CHOICES_MAX = 10;

export type SearchLists = {
  readonly typed: string;
  readonly start: StartData | undefined;
  /** The answer for what was typed, or for what was typed before it. */
  readonly answer: AnswerData | undefined;
  readonly disabled: DisableList;
  /** False: only the organization's catalog and templates are offered. */
  readonly offCatalog: boolean;
  /** Of whoever reads the list. */
  readonly language: string;
  readonly words: { readonly disabled: string; readonly unavailable: string };
  /** Sentences for the service's reasons, by their codes, where the page does not speak English. */
  readonly findings?: Readonly<Record<string, string>>;
};

/** Everything to choose from, ready for the combobox. */
export function searchChoices(lists: SearchLists): ReadonlyArray<Choice<SearchHit>> {
  const words = wordsOf(lists.typed);
  const found = words.length === 0 ? quickHits(lists) : matchingHits(lists, words);
  return separated(
    found.map(([group, hit]) => {
      const treatment = treatmentOf(hit);
      const reason = disabledReason(hit, lists);
      const line = hit.kind === 'treatment' ? hit.line : undefined;
      return {
        key: `${group}-${idOf(hit)}`,
        value: hit,
        group,
        label:
          hit.kind === 'template'
            ? `${hit.template.name}: ${medicationText(treatment, lists.language)}`
            : medicationText(shownAs(hit), lists.language),
        ...(line === undefined ? {} : { row: line.key, best: line.best }),
        ...(reason === undefined ? {} : { disabledReason: reason }),
      };
    }),
  );
}

type Found = readonly [group: SearchGroup, hit: SearchHit];

/** What was prescribed to this patient, then own templates, then what the prescriber writes most. */
function quickHits({ start, disabled, offCatalog }: SearchLists): readonly Found[] {
  if (start === undefined) return [];
  const past = pastHits(start)
    .filter(({ prescription }) => prescription.state !== 'CANCELED')
    .slice(0, QUICK_PAST_MAX)
    .map((hit): Found => ['past', hit]);
  const templates = templateHits(start.templates.nodes)
    .filter(([group]) => group === 'personalTemplates')
    .slice(0, QUICK_TEMPLATES_MAX);
  const frequent = start.frequentTreatments
    .filter(
      ({ id, prescribable, inCatalog }) => prescribable && !disabled.has(id) && (offCatalog || inCatalog),
    )
    .map((treatment): Found => ['frequent', { kind: 'treatment', treatment }]);
  return [...past, ...templates, ...frequent].slice(0, QUICK_CHOICES_MAX);
}

function matchingHits(lists: SearchLists, words: readonly string[]): readonly Found[] {
  const { start, answer, typed } = lists;
  const past = start === undefined ? [] : pastHits(start);
  const templates = templateHits([...(start?.templates.nodes ?? []), ...(answer?.templates ?? [])]);
  const local: Found[] = [
    ...past
      .filter(({ prescription }) => finds(words, prescription.treatment))
      .slice(0, LOCAL_CHOICES_MAX)
      .map((hit): Found => ['past', hit]),
    ...templates
      .filter(([, { template, treatment }]) => finds(words, treatment, template.name))
      .slice(0, LOCAL_CHOICES_MAX),
  ];
  if (answer === undefined || typed.trim().length < CATALOG_LETTERS_MIN) return local;
  const lines = answer.lines.flatMap((line) => lineHits(line, lists, words));
  // Under a hit, a name that merely looks like it is a wrong drug that waits to be picked.
  return [...local, ...inGroups(lines.filter(([group]) => group !== 'didYouMean' || local.length === 0))];
}

/** The strengths of a line that can be meant; one choice where nothing of it can be prescribed. */
function lineHits(
  { treatments, bestId, similar }: Line,
  lists: SearchLists,
  words: readonly string[],
): readonly Found[] {
  const offered = treatments.filter(({ inCatalog }) => lists.offCatalog || inCatalog);
  const meant = ofStrength(offered, words);
  const best = meant.find(({ id }) => id === bestId) ?? meant[0];
  if (best === undefined) return [];
  const group = similar ? 'didYouMean' : meant.some(({ inCatalog }) => inCatalog) ? 'catalog' : 'treatments';
  const hits = meant.map((treatment): SearchHit & { kind: 'treatment' } => ({
    kind: 'treatment',
    treatment,
  }));
  if (hits.length === 1) return hits.map((hit) => [group, hit]);
  const [reason, ...others] = new Set(hits.map((hit) => disabledReason(hit, lists)));
  if (reason !== undefined && others.length === 0)
    return [[group, { kind: 'treatment', treatment: best, every: true }]];
  return hits.map((hit) => [group, { ...hit, line: { key: bestId, best: hit.treatment.id === best.id } }]);
}

/** Those with a strength that begins with a number that was typed; all where none does, or none was. */
function ofStrength(treatments: readonly TreatmentHit[], words: readonly string[]): readonly TreatmentHit[] {
  const numbers = words.flatMap((word) => /^[\d.,]*\d/.exec(word) ?? []);
  if (numbers.length === 0) return treatments;
  const meant = treatments.filter(({ strength }) => matches(partsOf(strength ?? ''), numbers));
  return meant.length === 0 ? treatments : meant;
}

function pastHits(start: StartData): ReadonlyArray<Extract<SearchHit, { kind: 'prescription' }>> {
  const seen = new Set<string>();
  return start.prescriptions.nodes.flatMap((prescription) => {
    const same = `${prescription.treatment.id}\n${prescription.instructions}\n${prescription.dispenseQuantity}`;
    if (seen.has(same)) return [];
    seen.add(same);
    return [{ kind: 'prescription' as const, prescription }];
  });
}

function templateHits(
  templates: readonly TemplateHit[],
): ReadonlyArray<readonly [SearchGroup, Extract<SearchHit, { kind: 'template' }>]> {
  const byId = new Map(templates.map((template) => [template.id, template]));
  const hits = [...byId.values()].flatMap((template) =>
    template.treatment === null
      ? []
      : [
          [
            template.personal ? 'personalTemplates' : 'organizationTemplates',
            { kind: 'template', template, treatment: template.treatment },
          ] as const,
        ],
  );
  return inGroups(hits);
}

/** The groups in their order; inside a group the order stays. */
function inGroups<T extends readonly [SearchGroup, unknown]>(hits: readonly T[]): readonly T[] {
  return hits.toSorted(([a], [b]) => SEARCH_GROUPS.indexOf(a) - SEARCH_GROUPS.indexOf(b));
}

function disabledReason(hit: SearchHit, { disabled, words, findings = {} }: SearchLists): string | undefined {
  const { id } = treatmentOf(hit);
  if (disabled.has(id)) return disabled.get(id) ?? words.disabled;
  if (hit.kind === 'prescription' || hit.treatment.prescribable) return undefined;
  return reasonText(findings, hit.treatment) ?? words.unavailable;
}

/** A line goes between neighbors that are different drugs where one of them is on the list of look-alikes (U10). */
function separated(choices: ReadonlyArray<Choice<SearchHit>>): ReadonlyArray<Choice<SearchHit>> {
  return choices.map((choice, index) => {
    const before = choices[index - 1];
    if (before === undefined || before.group !== choice.group) return choice;
    const [one, other] = [treatmentOf(before.value), treatmentOf(choice.value)];
    const apart = drugOf(one) !== drugOf(other) && (isLookAlike(one) || isLookAlike(other));
    return apart ? { ...choice, apart } : choice;
  });
}

/** True where the FDA and ISMP lists have the name: its class is then shown beside it. */
export function isLookAlike({ ingredients }: NamedTreatment): boolean {
  return ingredients.some((ingredient) => tallMan(ingredient) !== ingredient.toLowerCase());
}

export function treatmentOf(hit: SearchHit): NamedTreatment & { readonly id: string } {
  return hit.kind === 'prescription' ? hit.prescription.treatment : hit.treatment;
}

/** What the line of a choice says: without the strength where it stands for all of them. */
export function shownAs(hit: SearchHit): NamedTreatment {
  const treatment = treatmentOf(hit);
  return hit.kind === 'treatment' && hit.every === true ? { ...treatment, strength: null } : treatment;
}

function idOf(hit: SearchHit): string {
  if (hit.kind === 'prescription') return hit.prescription.id;
  return hit.kind === 'template' ? hit.template.id : hit.treatment.id;
}

function drugOf({ ingredients, name }: NamedTreatment): string {
  return (ingredients[0] ?? name).toLowerCase().split(' ')[0] ?? '';
}

/** By its salt alone nothing is found: `hydr` means hydralazine or hydroxyzine, not metformin hydrochloride, which would stand above both. */
function finds(words: readonly string[], treatment: NamedTreatment, own?: string): boolean {
  const { ingredients, brandName, name, strength, doseForm } = treatment;
  const names = partsOf([own, brandName, ...(ingredients[0] ? ingredients : [name])].join(' '));
  return (
    matches([...names, ...partsOf([name, strength, doseForm].join(' '))], words) &&
    words.some((word) => matches(names, [word]))
  );
}

/** The words that a typed word can begin. */
export function partsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[\s/(),-]+/);
}

export function wordsOf(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** True when every typed word begins one of these words: letters in the middle of a name find other drugs. */
export function matches(parts: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => parts.some((part) => part.startsWith(word)));
}

/** The text in pieces, those that begin with a typed word marked. */
export function markedPieces(
  text: string,
  words: readonly string[],
): ReadonlyArray<{ readonly text: string; readonly marked: boolean }> {
  const pieces: { text: string; marked: boolean }[] = [];
  for (const part of text.split(/(?<=[\s/(),-])/)) {
    const word = words
      .filter((one) => part.toLowerCase().startsWith(one))
      .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
    if (word !== '') pieces.push({ text: part.slice(0, word.length), marked: true });
    const rest = part.slice(word.length);
    const last = pieces.at(-1);
    // Every piece is several nodes of the document.
    if (last?.marked === false) last.text += rest;
    else if (rest !== '') pieces.push({ text: rest, marked: false });
  }
  return pieces;
}
