// Owns the form of a person's profile: the same for an invitation and for who is here, read back as the service takes it.
import type { DataOf, InputOf } from '@pestle/client';
import type { PortalPerson, PortalUpdateUser } from '@pestle/client/documents/portal-team';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { typedIn } from '../page/change.ts';
import type { TeamText } from '../text/en/team.ts';

export type PersonRecord = DataOf<typeof PortalPerson>['user'];
type Profile = Omit<InputOf<typeof PortalUpdateUser>['input'], 'id' | 'revision'>;
type Role = Profile['roles'][number];

const ROLES = ['PRESCRIBER', 'STAFF', 'ADMIN'] as const;
const NAMES = ['firstName', 'middleName', 'lastName', 'nameSuffix'] as const;
const PRESCRIBING = ['npi', 'credentials', 'phone', 'phoneExtension', 'fax'] as const;
const PLACE = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;
const REQUIRED: ReadonlySet<string> = new Set(['firstName', 'lastName']);

/** `person` is undefined for who is invited. What was typed stays while the same person is shown. */
export function personFields(person: PersonRecord | undefined, words: TeamText): TemplateResult {
  const field = (name: string, value: string | null | undefined, type = 'text'): TemplateResult =>
    html`<div><label for=${name}>${words.fields[name]}</label><input id=${name} name=${name} type=${type} autocomplete="off" spellcheck="false"
      maxlength="100" ?required=${REQUIRED.has(name) || name === 'email'} .value=${value ?? ''}></div>`;
  return html`${person === undefined ? field('email', '', 'email') : nothing}
    <fieldset><legend>${words.roleOf}</legend><div class="row">${ROLES.map(
      (role) =>
        html`<label class="check"><input type="checkbox" name="roles" value=${role} .checked=${person?.roles.includes(role) ?? role === 'STAFF'}>${words.roles[role]}</label>`,
    )}</div></fieldset>
    <div class="filters">${NAMES.map((name) => field(name, person?.[name]))}</div>
    <div class="filters">${PRESCRIBING.map((name) => field(name, person?.[name]))}</div>
    <fieldset><legend>${words.practice}</legend><div class="filters">${field('practiceName', person?.practice?.name)}${PLACE.map(
      (name) => field(name, person?.practice?.[name]),
    )}</div></fieldset>
    ${field('licenceStates', person?.licenceStates.join(', '))}`;
}

/** What the form holds; what is empty is left out. The role that only the network gives stays with who has it. */
export function profileIn(form: FormData, person: PersonRecord | undefined): Profile {
  const given = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => (typedIn(form, name) === '' ? [] : [[name, typedIn(form, name)]])),
    );
  const place = given(PLACE);
  const practiceName = typedIn(form, 'practiceName');
  const states = typedIn(form, 'licenceStates')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const kept: readonly Role[] = person?.roles.includes('OPERATOR') === true ? ['OPERATOR'] : [];
  return {
    firstName: typedIn(form, 'firstName'),
    lastName: typedIn(form, 'lastName'),
    ...given(['middleName', 'nameSuffix', ...PRESCRIBING]),
    roles: [...ROLES.filter((role) => form.getAll('roles').includes(role)), ...kept],
    ...(practiceName === '' && Object.keys(place).length === 0
      ? {}
      : {
          practice: {
            name: practiceName,
            street1: place['street1'] ?? '',
            ...(place['street2'] === undefined ? {} : { street2: place['street2'] }),
            city: place['city'] ?? '',
            state: (place['state'] ?? '').toUpperCase(),
            postalCode: place['postalCode'] ?? '',
          },
        }),
    licenceStates: states,
  };
}
