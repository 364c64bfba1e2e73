// The words of the pages about the keys by which a pharmacy or a partner reports to the status hook, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: 'Hook keys',
  intro:
    'With these keys it reports to the status hook. To change one, add another, let them use it, and end the old one: until then both are valid.',
  columns: ['Fingerprint', 'Kind', 'State', 'From', 'Until', 'What you can do'],
  kinds: { bearer: 'bearer key', 'standard-webhooks': 'signing secret (Standard Webhooks)' },
  states: { coming: 'not yet valid', valid: 'valid', over: 'over' },
  none: 'There is none: it cannot report.',
  always: 'until it is ended',
  add: 'Add a key',
  kind: 'Kind',
  addHelp:
    'It is made by chance, is valid at once, and is shown once, on the next page. Those that are there stay.',
  addedTitle: 'A key was added',
  added: 'Hand this to the pharmacy or partner by a safe way. It is not shown again.',
  addedBefore:
    'This form was sent already: its key was shown then and cannot be shown again. If it is lost, end it and add another.',
  fingerprint: 'Fingerprint',
  signedAs: 'Its name in signed reports (webhook-key-id)',
  end: 'End',
  endTitle: 'End this key?',
  endWhat:
    'Reports with it are refused from then on. This cannot be taken back; add another key first if it is still used.',
  when: 'When, UTC; empty for now',
  endIt: 'End it',
  ended: 'The key has an end now.',
  back: 'Back',
};

export type KeyWords = typeof en;

const es: KeyWords = {
  title: 'Claves del aviso de estado',
  intro:
    'Con estas claves avisa del estado. Para cambiar una, añada otra, deje que la usen y termine la vieja: hasta entonces valen las dos.',
  columns: ['Huella', 'Clase', 'Estado', 'Desde', 'Hasta', 'Qué puede hacer'],
  kinds: { bearer: 'clave bearer', 'standard-webhooks': 'secreto para firmar (Standard Webhooks)' },
  states: { coming: 'aún no vale', valid: 'vale', over: 'terminada' },
  none: 'No hay ninguna: no puede avisar.',
  always: 'hasta que se termine',
  add: 'Añadir una clave',
  kind: 'Clase',
  addHelp:
    'Se hace al azar, vale enseguida y se muestra una vez, en la página siguiente. Las que hay quedan.',
  addedTitle: 'Se añadió una clave',
  added: 'Entréguela a la farmacia o red por un medio seguro. No se muestra otra vez.',
  addedBefore:
    'Este formulario ya se envió: su clave se mostró entonces y no puede mostrarse otra vez. Si se perdió, termínela y añada otra.',
  fingerprint: 'Huella',
  signedAs: 'Su nombre en avisos firmados (webhook-key-id)',
  end: 'Terminar',
  endTitle: '¿Terminar esta clave?',
  endWhat:
    'Los avisos con ella se rechazan desde entonces. No se puede deshacer; si aún se usa, añada antes otra.',
  when: 'Cuándo, UTC; vacío para ahora',
  endIt: 'Terminarla',
  ended: 'La clave tiene ahora un fin.',
  back: 'Volver',
};

export const KEY_WORDS: Readonly<Record<Language, KeyWords>> = { en, es };
