// Owns why an act after sending is refused: each reason with what to do instead, in words.

/** A sentence in both languages. */
export interface InBothLanguages {
  readonly en: string;
  readonly es: string;
}

const REFUSALS = {
  PRESCRIBER_ONLY: said(
    'Only an authorized prescriber does this.',
    'Esto solo lo hace quien está autorizado a recetar.',
  ),
  STAFF_ONLY: said('Prescribers cancel by themselves.', 'Quien receta cancela directamente.'),
  PRESCRIBERS_STOP: said(
    'Prescribers stop refills by themselves.',
    'Quien receta detiene los resurtidos directamente.',
  ),
  NOT_YOURS: said('Your role does not do this here.', 'Su función no hace esto aquí.'),
  PRESCRIBERS_CHOOSE: said(
    'In this practice prescribers choose the pharmacy.',
    'En este consultorio la farmacia la elige quien receta.',
  ),
  ALREADY_DELIVERED: said(
    'The patient has it already. Call the pharmacy and the patient.',
    'El paciente ya la tiene. Llame a la farmacia y al paciente.',
  ),
  ALREADY_SHIPPED: said(
    'It is on its way already. Call the pharmacy and the patient.',
    'Ya va en camino. Llame a la farmacia y al paciente.',
  ),
  ALREADY_DISPENSED: said(
    'The pharmacy has dispensed it already. Call the pharmacy.',
    'La farmacia ya la dispensó. Llame a la farmacia.',
  ),
  ALREADY_CANCELED: said('It is canceled already.', 'Ya está cancelada.'),
  BEING_CANCELED: said('It is being canceled.', 'Se está cancelando.'),
  CANCEL_NOT_SENT: said(
    'It was canceled, and the pharmacy could not be told. Call it, or cancel again.',
    'Se canceló y no se pudo avisar a la farmacia. Llámela, o cancele otra vez.',
  ),
  NO_MORE_REFILLS: said(
    'There are no more refills, and this would bring them back. Cancel it, and prescribe again what is needed.',
    'Ya no hay resurtidos, y esto los devolvería. Cancélela y recete de nuevo lo necesario.',
  ),
  PRESCRIPTION_DISPENSED: said(
    'It was dispensed already. Prescribe again.',
    'Ya se dispensó. Recete de nuevo.',
  ),
  PRESCRIPTION_CANCELED: said(
    'The prescription is canceled. Prescribe again.',
    'La receta está cancelada. Recete de nuevo.',
  ),
  PRESCRIPTION_EXPIRED: said(
    'The prescription has expired. Prescribe again.',
    'La receta está vencida. Recete de nuevo.',
  ),
  PRESCRIPTION_TOO_OLD: said(
    'It is more than 72 hours since it was signed. Prescribe again.',
    'Pasaron más de 72 horas desde la firma. Recete de nuevo.',
  ),
  PRESCRIPTION_ON_OPEN_ORDER: said(
    'It is on an open order. Cancel that first, so that nobody gets it twice.',
    'Está en un pedido abierto. Cancélelo primero, para que nadie la reciba dos veces.',
  ),
  MAY_BE_DISPENSED: said(
    'The pharmacy may dispense what was to be canceled, or has. Call it first.',
    'La farmacia puede dispensar lo que se canceló, o ya lo hizo. Llámela primero.',
  ),
  NOTHING_ASKED: said('No question of the pharmacy waits.', 'No hay preguntas de la farmacia por contestar.'),
  SIGNER_NOT_AUTHORIZED: said(
    'Who signed it is not an authorized prescriber now. Prescribe again.',
    'Quien la firmó ya no puede recetar. Recete de nuevo.',
  ),
  ON_ITS_WAY: said('It is being sent. Wait until that has ended.', 'Se está enviando. Espere a que termine.'),
  NOTHING_SENT: said(
    'Nothing was sent that could be sent again. Choose another pharmacy.',
    'No se envió nada que se pueda enviar otra vez. Elija otra farmacia.',
  ),
  CONFIRMED: said('The pharmacy has it already.', 'La farmacia ya la tiene.'),
  NOT_ELECTRONIC: said(
    'The pharmacy takes no electronic messages any more. Re-issue it.',
    'La farmacia ya no recibe mensajes electrónicos. Emítala de nuevo.',
  ),
  PHONED_IN: said(
    'It was phoned in, and is not sent again.',
    'Se dictó por teléfono, y no se envía otra vez.',
  ),
  NO_PHARMACY: said('It has no pharmacy yet. Choose one.', 'Aún no tiene farmacia. Elija una.'),
  HAS_PHARMACY: said('It has a pharmacy already.', 'Ya tiene farmacia.'),
  ONE_MEDICATION: said(
    'There is one open medication on this order. Cancel the order.',
    'En este pedido hay un solo medicamento abierto. Cancele el pedido.',
  ),
  NO_REFILLS: said('No refills were prescribed.', 'No se recetaron resurtidos.'),
  ALREADY_DISCONTINUED: said(
    'The pharmacy was told before that there are no more refills.',
    'Ya se avisó a la farmacia que no hay más resurtidos.',
  ),
  EXPIRED: said(
    'The prescription has expired: no refill can be dispensed.',
    'La receta venció: no se pueden dar resurtidos.',
  ),
  NOT_SENT_YET: said('It has not been sent yet. Cancel it instead.', 'Aún no se ha enviado. Cancélela.'),
  NO_PHONE: said(
    'The patient has no telephone number. Choose a pharmacy for them.',
    'El paciente no tiene teléfono. Elija una farmacia por él.',
  ),
  REMINDED: said(
    'The patient was texted a short while ago, or often enough. Call them.',
    'Al paciente se le escribió hace poco, o ya bastantes veces. Llámelo.',
  ),
  NOTHING_ON_DESK: said('Nothing of it lies on the desk.', 'Nada de esto está en el escritorio.'),
  NOT_ASKED: said('Nobody asks to cancel it.', 'Nadie pide cancelarla.'),
  REFILLS_NOT_ASKED: said('Nobody asks to stop its refills.', 'Nadie pide detener sus resurtidos.'),
  NOTHING_OPEN: said('Everything on this order has ended.', 'Todo en este pedido ha terminado.'),
  NOTHING_TO_CALL_IN: said(
    'The pharmacy has nothing of this order to be told of: it was dispensed, never left, or is canceled there. Prescribe again what is needed.',
    'La farmacia no tiene nada de este pedido por saber: se dispensó, no salió nunca o ya está cancelado allí. Recete de nuevo lo necesario.',
  ),
  NOT_NOW: said('This is not possible now.', 'Esto no es posible ahora.'),
} as const satisfies Readonly<Record<string, InBothLanguages>>;

/** Why an act is refused, as a code. */
export type OrderActRefusal = keyof typeof REFUSALS;

/** Every reason for which an act is refused. */
export const ORDER_ACT_REFUSALS = Object.keys(REFUSALS) as readonly OrderActRefusal[];

/** Whether a code is one of them. */
export function isOrderActRefusal(code: string): code is OrderActRefusal {
  return Object.hasOwn(REFUSALS, code);
}

/** Why it is refused, and what to do instead. */
export function orderActRefusal(code: OrderActRefusal): InBothLanguages {
  return REFUSALS[code];
}

function said(en: string, es: string): InBothLanguages {
  return { en, es };
}
