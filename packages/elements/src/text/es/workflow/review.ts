// Owns the Spanish words of the review and of what stops a signature.
import type { ReviewText } from '../../en/workflow/review.ts';

export const review: ReviewText = {
  summary: (count) =>
    count === 1 ? 'Una cosa por corregir antes de firmar' : `${count} cosas por corregir antes de firmar`,
  /** What is found before the service is asked, by its code; what forms say as well stands with the order's words. */
  problems: {
    LIST_UNREADABLE: 'No se puede leer la lista de lo que no debe recetarse. No se puede recetar nada.',
    NO_PATIENT: 'Elija un paciente.',
    PATIENT_LOADING: 'El paciente aún no está cargado. Inténtelo de nuevo.',
    PATIENT_UNKNOWN: 'No hay ningún paciente con este identificador.',
    NO_ADDRESS: 'El paciente necesita una dirección.',
    NOT_ON_RECORD: 'Lo que esta página sabe del paciente no está registrado: no se comparó nada con ello.',
    DRAFTS_GONE:
      'Estos borradores se firmaron, eliminaron o cambiaron en otro lugar. Desde aquí no se envió nada.',
    DRAFTS_LOADING: 'El pedido pendiente aún no está cargado. Inténtelo de nuevo.',
    NO_PHONE: 'El paciente no tiene número de teléfono. Agregue uno o elija una farmacia.',
    PHARMACY_LOADING: 'La farmacia aún no está cargada. Inténtelo de nuevo.',
    PHARMACY_UNKNOWN: 'No se encontró la farmacia fijada para este pedido.',
    SIGNED_OUT: 'Inicie sesión de nuevo.',
    STAFF_CANNOT_SIGN: 'Solo un médico puede firmar. Los borradores esperan en su escritorio.',
    MAY_NOT_PRESCRIBE: 'Aún no puede recetar.',
    ATTESTATION: 'Acepte primero la declaración de firma.',
    NO_SAVED: 'Elija al menos una receta para enviar.',
    SAVED_GONE:
      'Estas recetas se enviaron o cancelaron en otro lugar, o ya no se pueden enviar. Desde aquí no se envió nada.',
  },
  goThere: 'Ir allí',
  byPage: 'Debe corregirlo la página que muestra este formulario.',
  review: 'Revisar y firmar',
  reviewHint: 'Lea cada línea. Lo que está aquí es lo que se firma.',
  reviewSaved: 'Revisar y enviar',
  reviewSavedHint: 'Lea cada línea. Ya se firmó y se envía como se firmó.',
  renewed: 'Algo cambió. Lea esto otra vez antes de firmar.',
  reentry: 'Mire a su paciente una vez más',
  reentryInitials: 'Iniciales del paciente',
  reentryHint: 'Primera letra del nombre y después del apellido.',
  reentryYear: 'Año de nacimiento del paciente',
  reentryDiffers: 'Las iniciales y el año no son los del paciente de este pedido. No se envió nada.',
  warnings: 'A tener en cuenta:',
  patient: 'Paciente',
  prescriber: 'Médico que receta',
  pharmacy: 'Farmacia',
  patientChooses: 'El paciente elige la farmacia',
  otherwise: (name) => `Si no elige en 15 minutos: ${name}`,
  address: 'Dirección para este pedido',
  supervisor: 'Supervisor responsable',
  diagnoses: 'Diagnósticos',
  npi: (npi) => `NPI ${npi}`,
  back: 'Volver al pedido',
  send: (count, where) => (count === 1 ? `Enviar 1 receta a ${where}` : `Enviar ${count} recetas a ${where}`),
  sendAndAsk: (count) =>
    count === 1
      ? 'Enviar 1 receta y dejar que el paciente elija la farmacia'
      : `Enviar ${count} recetas y dejar que el paciente elija la farmacia`,
  summarySaved: (count) =>
    count === 1 ? 'Una cosa por corregir antes de enviar' : `${count} cosas por corregir antes de enviar`,
  savedElsewhere:
    'Estas recetas cambiaron o se enviaron en otro lugar, quizá en otra pestaña. Desde aquí no se envió nada.',
  sendingSaved: 'Enviando…',
  signAndSend: (count, where) =>
    count === 1 ? `Firmar y enviar 1 receta a ${where}` : `Firmar y enviar ${count} recetas a ${where}`,
  signAndAsk: (count) =>
    count === 1
      ? 'Firmar 1 receta y dejar que el paciente elija la farmacia'
      : `Firmar ${count} recetas y dejar que el paciente elija la farmacia`,
  signAndSave: (count) => (count === 1 ? 'Firmar y guardar 1 receta' : `Firmar y guardar ${count} recetas`),
  sending: 'Firmando y enviando…',
  uncertain:
    'No llegó la respuesta, así que aún no se sabe si se envió. Se pregunta de nuevo; nada se envía dos veces.',
  askAgain: 'Preguntar de nuevo ahora',
  prove: 'Demostrar que es usted',
  proveHint:
    'Para firmar hace falta demostrar de nuevo quién es. Se abre una ventana del servicio; aquí no se pierde nada.',
  proveFailed: 'No se pudo comprobar quién es.',
  notSent: 'No se envió nada.',
  signedElsewhere:
    'Estos borradores se firmaron o cambiaron en otro lugar, quizá en otra pestaña. Desde aquí no se envió nada.',
  vetoed: (why) => (why === '' ? 'La página lo detuvo. No se envió nada.' : `La página lo detuvo: ${why}`),
};
