// The words of the console's pages on which an operator sends a prescription's last message again, in English and Spanish.
import type { SendObstacle } from '@pestle/rules/prescription-state';
import type { ResendObstacle } from '../../delivery/inside.ts';
import type { Language } from '../../kernel/web/pages/language.ts';

/** Every reason that sending again can have, so that none is answered without words in the language of the page. */
type Refusals = Readonly<
  Record<
    | 'NOT_A_PRESCRIPTION'
    | 'REPLACED'
    | 'TRIED_SINCE'
    | ResendObstacle
    | Exclude<SendObstacle, 'PRESCRIPTION_ON_OPEN_ORDER'>,
    string
  >
>;

const en = {
  resend: 'Send it again',
  same: 'The same message leaves once more: the same bytes under the same MessageID, so that a pharmacy that has it knows it again. It waits for its turn in its lane, and for holds, recalls and maintenance like everything else.',
  fax: 'The same page is faxed once more to the same number, and a pharmacy that has the first one gets a second.',
  seen: 'The practice sees in the history of the prescription that operators sent it again, and in its trail who and why. What has left cannot be taken back; until then you can hold it.',
  lane: 'Leaves by',
  afterAttempt: 'Attempts so far',
  reason: 'Why do you send it again? (optional)',
  reasonHelp: 'The practice sees this. Name no patient.',
  doIt: 'Do it: Send it again',
  refused: 'It is not sent again.',
  lookAgain: 'Look again',
  done: 'It leaves again, under its MessageID.',
  hold: 'Hold it before it leaves',
  refusals: {
    NOT_A_PRESCRIPTION: 'Only prescriptions are sent again. The practice sees what else was not sent.',
    REPLACED: 'Something was sent for it since. Look at the last message of its order.',
    TRIED_SINCE: 'It was tried since you looked. Look again, and decide then.',
    ON_ITS_WAY: 'It is on its way already. Wait until its delivery has ended.',
    NOTHING_SENT:
      'Nothing was sent to this pharmacy that could be sent again. The practice chooses a pharmacy for the order.',
    CONFIRMED:
      'The pharmacy has confirmed that it has it, or it has ended. The practice can send it elsewhere or anew.',
    BEING_CANCELED: 'It is being canceled, and is not sent again.',
    PHONED_IN:
      'The pharmacy has taken it by telephone. It is not sent again, so that it is not filled twice.',
    NO_MORE_REFILLS:
      'There are no more refills of it, and sending it again would bring them back. The practice cancels it, and prescribes again what is still needed.',
    NOT_ELECTRONIC:
      'The pharmacy takes no electronic messages any more. The practice issues it anew, so that it goes by fax.',
    PRESCRIPTION_DISPENSED: 'A pharmacy has reported that it dispensed it. The practice prescribes again.',
    PRESCRIPTION_CANCELED: 'The prescription is canceled. The practice prescribes again.',
    PRESCRIPTION_EXPIRED: 'The prescription has expired. The practice prescribes again.',
    PRESCRIPTION_TOO_OLD:
      'It was written more than 72 hours ago, and is not sent any more. The practice prescribes again.',
    SIGNER_NOT_AUTHORIZED:
      'Who signed it is not an authorized prescriber now. Somebody who is prescribes it again.',
  } satisfies Refusals,
};

const es: typeof en = {
  resend: 'Enviarla de nuevo',
  same: 'El mismo mensaje sale otra vez: los mismos bytes con el mismo MessageID, de modo que la farmacia que ya lo tiene lo reconoce. Espera su turno en su carril, y respeta retenciones, retiradas y mantenimiento como todo lo demás.',
  fax: 'La misma página se envía otra vez por fax al mismo número, y la farmacia que tiene la primera recibe una segunda.',
  seen: 'El consultorio ve en el historial de la receta que los operadores la enviaron de nuevo, y en su registro quién y por qué. Lo que ya salió no se puede recuperar; hasta entonces puede retenerla.',
  lane: 'Sale por',
  afterAttempt: 'Intentos hasta ahora',
  reason: '¿Por qué la envía de nuevo? (opcional)',
  reasonHelp: 'El consultorio lo ve. No nombre a ningún paciente.',
  doIt: 'Hacerlo: Enviarla de nuevo',
  refused: 'No se envía de nuevo.',
  lookAgain: 'Mirar otra vez',
  done: 'Sale otra vez, con su MessageID.',
  hold: 'Retenerla antes de que salga',
  refusals: {
    NOT_A_PRESCRIPTION: 'Solo las recetas se envían de nuevo. El consultorio ve qué otra cosa no se envió.',
    REPLACED: 'Desde entonces se envió otra cosa en su lugar. Mire el último mensaje de su pedido.',
    TRIED_SINCE: 'Se intentó desde que usted miró. Mire otra vez y decida entonces.',
    ON_ITS_WAY: 'Ya está en camino. Espere a que termine su entrega.',
    NOTHING_SENT:
      'No se envió nada a esta farmacia que se pueda enviar de nuevo. El consultorio elige una farmacia para el pedido.',
    CONFIRMED:
      'La farmacia confirmó que la tiene, o ya terminó. El consultorio puede enviarla a otra farmacia o emitirla de nuevo.',
    BEING_CANCELED: 'Se está cancelando y no se envía de nuevo.',
    NO_MORE_REFILLS:
      'Ya no tiene resurtidos, y enviarla de nuevo los devolvería. El consultorio la cancela y vuelve a recetar lo que haga falta.',
    PHONED_IN: 'La farmacia la tomó por teléfono, y no se surte dos veces.',
    NOT_ELECTRONIC:
      'La farmacia ya no recibe mensajes electrónicos. El consultorio la emite de nuevo para que vaya por fax.',
    PRESCRIPTION_DISPENSED: 'Una farmacia informó que la surtió. El consultorio vuelve a recetar.',
    PRESCRIPTION_CANCELED: 'La receta está cancelada. El consultorio vuelve a recetar.',
    PRESCRIPTION_EXPIRED: 'La receta venció. El consultorio vuelve a recetar.',
    PRESCRIPTION_TOO_OLD:
      'Se escribió hace más de 72 horas y ya no se envía. El consultorio vuelve a recetar.',
    SIGNER_NOT_AUTHORIZED:
      'Quien la firmó ya no es un profesional autorizado para recetar. Alguien que lo sea la receta de nuevo.',
  },
};

export const RESEND_WORDS: Readonly<Record<Language, typeof en>> = { en, es };
