// Says which modules travel in one file: what is needed together, since every small file costs a request and compresses badly.

/** Modules that are imported on demand, by the file that they travel in. What is not named here has a file of its own. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'client-body': ['client/body'],
  'workflow-body': ['workflow/body'],
  // What every page asks for once somebody is signed in: the end of the session, what waits on the desk, and the stream that tells of both.
  'signed-in': ['session/idle-end', 'live/open-stream', 'situation/attention'],
  'sign-in-flow': ['session/sign-in-flow'],
  // Both are the same list, which is larger than what is around it.
  history: ['history/body', 'workflow/history/card'],
  acts: ['history/history-acts', 'acts/acts'],
  // Each comes with the press on its button, and both are small.
  'call-in': ['acts/call-in', 'acts/desk-matter'],
  // What is drawn when a medication is chosen, the dose calculator with it: alone it would weigh half as much again. What reads its directions comes beside it.
  card: ['workflow/form/card', 'workflow/form/dose/dose-panel'],
  form: ['workflow/form/form-model', 'workflow/state/form/form-check', 'drafts/check-draft'],
  prefills: ['attributes/json-readers', 'workflow/add-draft', 'workflow/state/page/prefill-work'],
  // Only where an organization lets its people write what no drug file holds.
  writing: ['workflow/writing/writing-part'],
  screening: ['workflow/screening/screening-part', 'workflow/screening/card-screening'],
  // What a page may ask for besides.
  besides: ['workflow/coverage/coverage-part', 'workflow/orders/recent-orders', 'workflow/saved/saved-part'],
  // The choice of a pharmacy is hardly more than the list that it shares with the acts.
  places: ['workflow/pharmacy/pharmacy'],
  // Every workflow asks for these as soon as it has a patient, or to choose one.
  patient: [
    'workflow/patient/patient',
    'workflow/patient/patient-form',
    'workflow/allergies/stated-part',
    'workflow/gate/gate',
    'workflow/other-tabs',
  ],
  // The words of what travels together in English.
  'text-es-parts': ['text/es/workflow/draft-notes', 'text/es/workflow/review'],
  'text-es-besides': ['text/es/workflow/coverage', 'text/es/workflow/orders', 'text/es/workflow/saved'],
  parts: ['workflow/drafts/draft-notes', 'workflow/review/review-part', 'workflow/result/result-part'],
};
const FILE_OF = new Map(
  Object.entries(FILES).flatMap(([file, modules]) => modules.map((module) => [module, file])),
);

/** What more than one of these needs, and the client does not, has a file of its own: Lit, the look, the lines of medicines. */
const BODIES = ['workflow-body', 'history', 'client/panel'];
const SHARED_BY_BODIES = 'base';
/** What parts on demand share besides: telephone numbers, what a message may carry. */
const SHARED_BY_PARTS = 'fields';
/** Else, what several files share travels with the first of these that needs it: it is there before the others. */
const EARLIER = ['workflow-body', SHARED_BY_PARTS, 'card', 'form'];
/** Acts stand in histories, too, where there is no form: what they share with forms is what bodies share. */
const ACTS = ['acts', 'acts/pharmacy-pick', 'call-in'];
/** What the choice of a pharmacy needs wherever it stands: the list and its words, places, telephone numbers. */
const PLACES = 'places';
/** What every view of a prescription's situation needs, with its words; none is shown before something was sent or is looked up. */
const SITUATION = 'situation';
const OF_SITUATION = /^(?:situation|situations)\/|^text\/en\/situation$/;
/** What reads directions, and the words and sums that it stands on: too large to travel with what is said of them. */
const DIRECTIONS = 'directions';
const OF_DIRECTIONS = /^sigs\/(?:reading\/.+|sig(?:-offers)?)$/;
/** What reads numbers and times: as large as the rest of the reading. */
const TIMES = 'times';
const OF_TIMES = /^sigs\/reading\/(?:time\/.+|parts|notes|read-amounts|read-maximum)$/;
const WORDS = 'words';
const OF_WORDS =
  /^(?:sigs\/(?:sig-words|words\/.+|sig-model|sig-print|sig-quantity|reading\/(?:treatment|words|slips|tokens|steps))|texts\/error-prone(?:-list)?|medication\/liquid)$/;
/** Modules that more files import than use: what is not used is dropped only after this file was asked. */
const PLACED: Readonly<Record<string, string>> = {
  // Cards and histories name orders.
  'orders/order-number': SITUATION,
  // What a person can do next is asked for by the acts alone.
  'situations/guide': 'acts',
  'texts/script-text': SHARED_BY_PARTS,
  'limits/field-limits': 'workflow-body',
  parsed: SHARED_BY_BODIES,
  'new-key': SHARED_BY_BODIES,
  'workflow/acts-host': SHARED_BY_BODIES,
  // The client for programs signs people in, too, and is in no page.
  'sign-in/sign-in': 'sign-in-flow',
  'sign-in/oauth-answers': 'client-body',
  // The card of the history asks for it, too, which is in the file of the element of its own.
  'text/part-words': SHARED_BY_BODIES,
  'calendar/local-time': SHARED_BY_BODIES,
  // Times beside a situation; the portal takes it from the same view.
  'calendar/moment': SITUATION,
};

/** What the bundler tells of a module. */
export interface ModuleInfo {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}
type InfoOf = (id: string) => ModuleInfo | null;

/** The name of the file for a module; null leaves it to the bundler. */
export function fileOf(id: string, infoOf: InfoOf): string | null {
  const module = shortName(id);
  if (Object.hasOwn(PLACED, module)) return PLACED[module] ?? null;
  if (OF_WORDS.test(module)) return WORDS;
  if (OF_TIMES.test(module)) return TIMES;
  if (OF_DIRECTIONS.test(module)) return DIRECTIONS;
  const { initial, demanded } = neededBy(id, infoOf);
  if (initial) return null;
  const files = new Set(demanded.map((one) => FILE_OF.get(one) ?? one));
  const [first] = files;
  if (first === undefined) return null;
  if (files.size === 1) return Object.hasOwn(FILES, first) ? first : null;
  if (files.has('client-body')) return 'client-body';
  if (BODIES.filter((body) => files.has(body)).length > 1) return SHARED_BY_BODIES;
  if (OF_SITUATION.test(module)) return SITUATION;
  if (ACTS.some((act) => files.has(act))) {
    if (files.has('workflow-body')) return SHARED_BY_BODIES;
    return [...files].every((file) => ACTS.includes(file)) ? 'acts' : PLACES;
  }
  // A language comes as a whole or with its part.
  if ([...files].some((file) => file.startsWith('text/'))) return null;
  return EARLIER.find((file) => files.has(file)) ?? SHARED_BY_PARTS;
}

/** The name of a chunk's file, by which its size is reported. Short, because every file that asks for it on demand names it. */
export function nameOfChunk(name: string, facadeModuleId: string | null): string {
  if (facadeModuleId !== null) {
    const facade = shortName(facadeModuleId);
    return (
      FILE_OF.get(facade) ??
      facade.replace(/^workflow\/(?:.+\/)?|(?<=^text\/e[ns]\/)workflow\//, '').replaceAll('/', '-')
    );
  }
  const ours = [
    ...Object.keys(FILES),
    SHARED_BY_BODIES,
    SHARED_BY_PARTS,
    PLACES,
    SITUATION,
    DIRECTIONS,
    TIMES,
    WORDS,
  ];
  return ours.includes(name) ? name : 'shared';
}

/** Whether a page needs it at once, and which modules that are imported on demand need it. */
function neededBy(id: string, infoOf: InfoOf): { initial: boolean; demanded: string[] } {
  const seen = new Set<string>();
  const demanded: string[] = [];
  let initial = false;
  const visit = (module: string): void => {
    if (seen.has(module)) return;
    seen.add(module);
    const info = infoOf(module);
    if (info === null) return;
    initial ||= info.isEntry;
    if (info.dynamicImporters.length > 0) demanded.push(shortName(module));
    for (const importer of info.importers) visit(importer);
  };
  visit(id);
  return { initial, demanded };
}

/** `…/packages/elements/src/client/body.ts` → `client/body`. */
function shortName(id: string): string {
  return /[/\\]src[/\\](.+)\.ts$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? id;
}
