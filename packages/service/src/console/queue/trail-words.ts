// The words of the console's pages of who did what in the queue and of what a transmission said, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  history: 'Who did what',
  historyIntro: 'What operators did in the queue, the latest first.',
  noActs: 'No operator has done anything.',
  older: 'Older',
  back: 'Back to the lanes',
  when: 'When',
  who: 'Who',
  what: 'To what',
  actions: {
    'queue.hold': 'Held',
    'queue.release': 'Released',
    'queue.fax': 'Given up to fax',
    'queue.reset': 'Tried at full width again',
    'queue.message': 'Message read',
    'queue.resend': 'Sent again',
  } as Readonly<Record<string, string>>,
  details: {
    lane: 'Lane',
    organizationId: 'Organization',
    orderId: 'Order',
    afterAttempt: 'After attempt',
    reason: 'Reason',
  } as Readonly<Record<string, string>>,
  message: 'Read the message',
  willShow:
    'This shows what was sent and what came back, with the health information in it. Who read it, when and why is put down first, for the network and for the practice.',
  reason: 'Why do you read it?',
  reasonHelp: 'The practice sees this. Name no patient.',
  read: 'Put it down and show the message',
  leaveIt: 'Leave it closed',
  refused: 'Nothing was shown.',
  putDown: 'It was put down that you read this, and why.',
  sent: 'What was sent',
  noText: 'No text of it is kept: the page of a fax is drawn from the order each time.',
  cameBack: 'What came back',
  attempt: 'Attempt',
  noAnswer: 'No answer is kept.',
  refusals: {
    NOTHING_SENT: 'No attempt of it has begun, so that there is no message yet.',
  } as Readonly<Record<string, string>>,
};

export type TrailWords = typeof en;

const es: TrailWords = {
  history: 'Quién hizo qué',
  historyIntro: 'Lo que hicieron los operadores en la cola, lo último primero.',
  noActs: 'Ningún operador ha hecho nada.',
  older: 'Anteriores',
  back: 'Volver a los carriles',
  when: 'Cuándo',
  who: 'Quién',
  what: 'A qué',
  actions: {
    'queue.hold': 'Retenido',
    'queue.release': 'Liberado',
    'queue.fax': 'Cedida al fax',
    'queue.reset': 'Probado otra vez a plena capacidad',
    'queue.message': 'Mensaje leído',
    'queue.resend': 'Enviada de nuevo',
  },
  details: {
    lane: 'Carril',
    organizationId: 'Organización',
    orderId: 'Pedido',
    afterAttempt: 'Después del intento',
    reason: 'Motivo',
  },
  message: 'Leer el mensaje',
  willShow:
    'Muestra lo que se envió y lo que se respondió, con los datos de salud que contiene. Antes queda anotado quién lo leyó, cuándo y por qué, para la red y para el consultorio.',
  reason: '¿Por qué lo lee?',
  reasonHelp: 'El consultorio lo ve. No nombre a ningún paciente.',
  read: 'Anotarlo y mostrar el mensaje',
  leaveIt: 'Dejarlo cerrado',
  refused: 'No se mostró nada.',
  putDown: 'Quedó anotado que usted lo leyó y por qué.',
  sent: 'Lo que se envió',
  noText: 'No se guarda su texto: la página de un fax se dibuja cada vez a partir del pedido.',
  cameBack: 'Lo que se respondió',
  attempt: 'Intento',
  noAnswer: 'No se guarda ninguna respuesta.',
  refusals: { NOTHING_SENT: 'Aún no empezó ningún intento, así que todavía no hay mensaje.' },
};

export const TRAIL_WORDS: Readonly<Record<Language, TrailWords>> = { en, es };
