// The words of the console's pages about pharmacies that sign in, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: 'Corrections',
  intro:
    'What pharmacies say is wrong of what we believe about them. Telephone and hours are in effect already. A fax number, an address and an electronic address wait for you: a wrong one loses prescriptions, so call the pharmacy at the number that you knew before.',
  none: 'Nothing waits.',
  all: 'Show all',
  onlyOpen: 'Show what waits',
  pharmacy: 'Pharmacy',
  what: 'What',
  fields: {
    phone: 'Telephone',
    hours: 'Opening hours',
    fax: 'Fax',
    endpoint: 'Electronic address',
    address: 'Address',
  },
  before: 'Before',
  proposed: 'Corrected to',
  by: 'By',
  when: 'When',
  state: 'State',
  states: {
    waiting: 'Waits',
    confirmed: 'Confirmed',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    applied: 'In effect, not seen',
    seen: 'In effect',
  },
  decide: 'Decide',
  decideTitle: 'A correction',
  endpointHelp:
    'Confirmed, a pharmacy that is live goes back to testing: prescriptions go by fax until its check is passed and it is set live.',
  confirm: 'Confirm: write it into the record',
  decline: 'Decline',
  reason: 'Why, for the pharmacy',
  seen: 'I have seen it',
  back: 'Back',
  done: 'It is decided.',
  attention: (count: number) =>
    count === 1 ? '1 correction of a pharmacy' : `${count} corrections of pharmacies`,
  people: 'People who sign in',
  peopleIntro:
    'An invitation asks besides for the code of a fax that came to the pharmacy, or for a key of its hook: neither alone opens anything.',
  noPeople: 'Nobody of this pharmacy signs in.',
  name: 'Name',
  email: 'E-mail',
  lastSignIn: 'Last sign-in',
  never: 'Never',
  personStates: { invited: 'Invited', active: 'Signs in', inactive: 'Ended' },
  invite: 'Invite',
  inviteHelp: 'Again for the same address: a new link, as the way back for a lost password or phone.',
  invitedTitle: 'The invitation',
  invited:
    'This link is shown this once. Bring it to the person by a way that nobody else reads; it works once, for three days.',
  deactivate: 'End access',
  reactivate: 'Give access back',
  problems: {
    TAKEN: 'This address belongs to a person of another pharmacy.',
    TOO_MANY: 'This pharmacy has as many accounts as it may have.',
    REVISION_CONFLICT: 'It was decided, withdrawn, or the record was changed since. Look at it again.',
  },
};

export type DeskWords = typeof en;

const es: DeskWords = {
  title: 'Correcciones',
  intro:
    'Lo que las farmacias dicen que está mal en lo que creemos de ellas. Teléfono y horario ya están en vigor. Un fax, una dirección y una dirección electrónica le esperan a usted: un dato equivocado pierde recetas, así que llame a la farmacia al número que conocía antes.',
  none: 'Nada espera.',
  all: 'Mostrar todo',
  onlyOpen: 'Mostrar lo que espera',
  pharmacy: 'Farmacia',
  what: 'Qué',
  fields: {
    phone: 'Teléfono',
    hours: 'Horario',
    fax: 'Fax',
    endpoint: 'Dirección electrónica',
    address: 'Dirección',
  },
  before: 'Antes',
  proposed: 'Corregido a',
  by: 'Por',
  when: 'Cuándo',
  state: 'Estado',
  states: {
    waiting: 'Espera',
    confirmed: 'Confirmada',
    declined: 'Rechazada',
    withdrawn: 'Retirada',
    applied: 'En vigor, sin ver',
    seen: 'En vigor',
  },
  decide: 'Decidir',
  decideTitle: 'Una corrección',
  endpointHelp:
    'Si se confirma, una farmacia en servicio vuelve a pruebas: las recetas salen por fax hasta que pase su prueba y se ponga en servicio.',
  confirm: 'Confirmar: escribirlo en el registro',
  decline: 'Rechazar',
  reason: 'Por qué, para la farmacia',
  seen: 'Lo he visto',
  back: 'Volver',
  done: 'Está decidido.',
  attention: (count) => (count === 1 ? '1 corrección de una farmacia' : `${count} correcciones de farmacias`),
  people: 'Personas que inician sesión',
  peopleIntro:
    'Una invitación pide además el código de un fax que llegó a la farmacia, o una clave de su hook: ninguno abre nada por sí solo.',
  noPeople: 'Nadie de esta farmacia inicia sesión.',
  name: 'Nombre',
  email: 'Correo electrónico',
  lastSignIn: 'Último inicio de sesión',
  never: 'Nunca',
  personStates: { invited: 'Invitada', active: 'Inicia sesión', inactive: 'Terminada' },
  invite: 'Invitar',
  inviteHelp:
    'Otra vez con la misma dirección: un enlace nuevo, para quien perdió la contraseña o el teléfono.',
  invitedTitle: 'La invitación',
  invited:
    'Este enlace se muestra solo esta vez. Llévelo a la persona por una vía que nadie más lea; funciona una vez, durante tres días.',
  deactivate: 'Terminar el acceso',
  reactivate: 'Devolver el acceso',
  problems: {
    TAKEN: 'Esta dirección es de una persona de otra farmacia.',
    TOO_MANY: 'Esta farmacia tiene tantas cuentas como puede tener.',
    REVISION_CONFLICT: 'Se decidió, se retiró o el registro cambió entretanto. Mírela de nuevo.',
  },
};

export const DESK_WORDS: Readonly<Record<Language, DeskWords>> = { en, es };
