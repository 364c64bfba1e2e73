// Owns the English words of the search.

export const search = {
  label: 'Search medication, template or past prescription',
  list: 'Medications, templates and past prescriptions',
  hint: 'Type three letters for the catalog. Arrow keys choose, Enter picks.',
  hintCatalogOnly: 'Only the organization’s catalog and templates can be prescribed here.',
  past: 'Past prescriptions of this patient',
  personalTemplates: 'Personal templates',
  organizationTemplates: 'Organization templates',
  frequent: 'Often prescribed by you',
  catalog: 'Organization catalog',
  treatments: 'All treatments',
  didYouMean: 'Nothing has this name. Did you mean',
  similar: (count: number) => `Nothing has this name. Similar names: ${count}.`,
  checking: 'Looking up what was chosen…',
  notNow: (line: string, why: string) => `${line} cannot be prescribed now. ${why}`,
  moreLetters: 'Type at least three letters to search the catalog.',
  nothing: 'Nothing found. Check the spelling, or type fewer letters.',
  failed: 'The catalog could not be searched. Past prescriptions and templates are still listed.',
  disabled: 'Must not be prescribed here.',
  unavailable: 'Cannot be prescribed here.',
  written: (date: string) => `Written ${date}`,
  template: (name: string) => `Template: ${name}`,
  picked: (line: string) => `${line} chosen`,
  change: 'Change',
  changeOf: (line: string) => `Change ${line}`,
};
export type SearchText = typeof search;
