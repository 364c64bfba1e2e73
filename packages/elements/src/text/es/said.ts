// Owns the Spanish of what the rules and the service say in sentences of their own, by their codes.
import type { SigErrorCode } from '@pestle/rules/sig-model';
import type { SaidText } from '../en/said.ts';

/** What was typed, and the better word where there is one. */
type AboutWord = (word: string, better: string) => string;

export const said: SaidText = {
  errors: {
    OFFLINE: 'No se puede conectar con el servicio.',
    NOT_LOADED: 'No se pudo cargar una parte de este formulario. Recargue la página.',
    TIMEOUT: 'El servicio no respondió a tiempo.',
    SERVER: 'El servicio no respondió como debía.',
    SIGNED_OUT: 'La sesión terminó. Inicie sesión de nuevo.',
    SIGN_IN_CANCELED: 'No se completó el inicio de sesión.',
    SIGN_IN_REFUSED: 'Se rechazó el inicio de sesión.',
    POPUP_BLOCKED: 'El navegador bloqueó la ventana. Permítala e inténtelo de nuevo.',
    WRONG_ORGANIZATION: 'Esta cuenta es de otra organización.',
    WRONG_USER: 'Inició sesión otra persona.',
    CONFIGURATION: 'Esta página no está bien configurada para el servicio.',
    MALFORMED: 'El servicio no entendió la solicitud.',
    INVALID_INPUT: 'El servicio no acepta un valor.',
    UNAUTHENTICATED: 'Inicie sesión de nuevo.',
    TOKEN_EXPIRED: 'La sesión terminó. Inicie sesión de nuevo.',
    STEP_UP_REQUIRED: 'Para firmar hay que demostrar de nuevo quién es.',
    FORBIDDEN: 'Usted o esta aplicación no puede hacer esto.',
    NOT_AUTHORIZED_TO_PRESCRIBE: 'Solo puede firmar un médico autorizado.',
    NOT_FOUND: 'No existe tal registro.',
    REQUEST_TIMEOUT: 'La solicitud tardó demasiado.',
    PAYLOAD_TOO_LARGE: 'La solicitud es demasiado grande.',
    RATE_LIMITED: 'Demasiadas solicitudes. Espere un momento.',
    MAINTENANCE: 'El servicio está en mantenimiento anunciado; no se guardó nada.',
    UNAVAILABLE: 'El servicio no puede atender esto ahora; no se guardó nada.',
    DEADLINE_EXCEEDED: 'El servicio no terminó a tiempo.',
    RECORD_DAMAGED: 'No se puede leer lo que se guardó de este registro; se alteraron sus bytes.',
    INTERNAL: 'Algo falló en el servicio; no se guardó nada.',
    QUERY_TOO_COMPLEX: 'El servicio no acepta una solicitud tan grande.',
    UNKNOWN_DOCUMENT: 'Esta página es de otra versión que el servicio. Recargue la página.',
    IDEMPOTENCY_KEY_REUSED: 'Esta solicitud ya se usó para otra cosa. Inténtelo de nuevo.',
    EXTERNAL_ID_TAKEN: 'Otro registro tiene este identificador.',
    NAME_TAKEN: 'Otro registro tiene este nombre.',
    REVISION_CONFLICT: 'Otra persona cambió este registro. Mírelo de nuevo y repita el cambio.',
    SCREENING_REASON_REQUIRED:
      'Algo habla en contra de un medicamento, o no se revisó. Revise otra vez y diga por qué se receta.',
    SIGNATURE_INVALIDATED: 'Lo que se revisó ya no es lo que se firmaría. Revíselo otra vez.',
    TREATMENT_DISABLED: 'Este tratamiento no debe recetarse aquí.',
    PRESCRIPTION_DISPENSED: 'La receta ya se dispensó. Recete de nuevo.',
    PRESCRIPTION_CANCELED: 'La receta está cancelada. Recete de nuevo.',
    PRESCRIPTION_EXPIRED: 'La receta está vencida. Recete de nuevo.',
    SIGNER_NOT_AUTHORIZED: 'Quien firmó la receta ya no puede recetar. Recete de nuevo.',
    PRESCRIPTION_ON_OPEN_ORDER: 'La receta ya está en un pedido abierto.',
    PRESCRIPTION_TOO_OLD: 'Una receta se envía en 72 horas; hay que firmarla de nuevo.',
    ORDER_NOT_ROUTING: 'El pedido ya tiene farmacia.',
    PHONED_IN_REFUSED: 'Nada de este pedido se puede dictar ahora por teléfono.',
    REMINDER_REFUSED: 'Ahora no se puede escribir al paciente. Llámelo, o elija por él.',
    QUESTION_ANSWERED: 'La pregunta ya tiene respuesta.',
    QUESTION_LIMIT: 'Ya hay bastantes preguntas sin respuesta. Llame al consultorio.',
    DESK_ITEM_TAKEN: 'Otra persona lo tomó. Pídale que lo pase, o tómelo usted.',
    DESK_ITEM_GONE: 'Ya no está en el escritorio: alguien lo resolvió, o hay algo nuevo. Mírelo otra vez.',
    ORDER_TAKES_NO_MORE: 'El pedido ya no admite más recetas: envíelas como un pedido nuevo.',
  },
  findings: {
    SCRIPT_REQUIRED: 'Falta, y las farmacias lo exigen.',
    SCRIPT: 'Las farmacias no pueden recibir esto así.',
    DIAGNOSIS_NOT_DESCRIBED:
      'Un diagnóstico no tiene descripción, y las farmacias la exigen. Elimine esta receta y escríbala de nuevo.',
    UNSENDABLE_CHARACTER: 'Hay un carácter que no se puede enviar a una farmacia.',
    SCREENING_REASON_REQUIRED:
      'Algo habla en contra de este medicamento, o no se revisó. Diga por qué se receta, o elimínelo.',
    SCREENING_FINDING: 'Algo habla en contra de este medicamento para este paciente.',
    SAME_TREATMENT_TWICE: 'Diga por qué se receta dos veces el mismo tratamiento, o elimine uno.',
    EARLIER_UNREADABLE:
      'No se puede leer una receta anterior del paciente con este medicamento: se alteró lo que se guardó de ella. Pregunte al paciente o a la farmacia qué se recetó antes de firmar.',
    LIKELY_DUPLICATE: 'Probablemente ya se recetó lo mismo. Diga por qué se receta otra vez, o elimínelo.',
    SAME_AGAIN:
      'El consultorio no receta lo mismo otra vez mientras dure una receta anterior. Cancele esa primero, o elimine esta.',
    PHARMACY_NOT_SELECTABLE: 'Esta farmacia no puede recibir el pedido. Elija otra.',
    PATIENT_DECEASED: 'No se receta nada a un paciente fallecido.',
    CONTROLLED_SUBSTANCE: 'Es una sustancia controlada: aquí no se puede recetar.',
    CONTROL_UNKNOWN: 'No se puede demostrar que no sea una sustancia controlada: no se puede recetar.',
    NOT_IN_CATALOG: 'No está en el catálogo de esta organización.',
    WRITTEN_NOT_ALLOWED:
      'Se escribió a mano, y esta organización solo receta lo que está en un archivo de medicamentos.',
    INACTIVE: 'Ya no se ofrece.',
    NO_DESCRIPTION: 'Su potencia o forma no es segura: una farmacia no sabría qué se receta.',
  },
  needs: {
    person: 'Una persona: un programa no puede firmar',
    role: 'El rol de médico que receta',
    active: 'Un usuario activo',
    npi: 'Un NPI válido',
    practice: 'La dirección completa del consultorio',
    phone: 'Un número de teléfono',
    'second-factor': 'Un segundo factor registrado',
    attestation: 'La aceptación de la declaración de firma',
  },
  sig: {
    UNKNOWN_WORD: (word) => `“${word}” no se entiende.`,
    MISSPELLED: (word, better) => `“${word}” parece un error de tecleo: ¿quiso decir “${better}”?`,
    ERROR_PRONE: (word, better) =>
      better === ''
        ? `“${word}” induce a error: escríbalo de otra forma, sin abreviar.`
        : `“${word}” induce a error: use ${better}.`,
    DECIMAL: (_word, better) =>
      better === '' ? 'Escriba un número mayor que 0, como 1 o 2.5.' : `Escriba ${better}.`,
    HOURS_OUT_OF_RANGE: () => 'Entre tomas hay de 1 a 168 horas.',
    DAYS_OUT_OF_RANGE: () => 'Un tratamiento dura de 1 a 365 días.',
    DOSE_OUT_OF_RANGE: () => 'La dosis es mayor que 0 y un número usual.',
    RANGE_REVERSED: () => 'El segundo número debe ser el mayor.',
    NOT_DIVISIBLE: () => 'Esta unidad no se puede dividir.',
    SAID_TWICE: (word) => `“${word}” repite algo que ya está dicho.`,
    DOSE_MISSING: () => 'Falta la dosis: empiece con un número y su unidad, como en “1 tab”.',
    UNIT_MISSING: () => 'Falta la unidad de la dosis, como en “1 tab” o “5 ml”.',
    ROUTE_MISSING: () => 'Falta la vía, como en “po” o “by mouth”.',
    FREQUENCY_MISSING: () => 'Falta cada cuánto, como en “bid” o “every 8 hours”.',
    REASON_MISSING: () => '“As needed” necesita un motivo, como en “prn pain”.',
    REASON_UNREADABLE: () => 'El motivo son unas pocas palabras simples, de 80 caracteres como máximo.',
    MAXIMUM_IN_OTHER_UNIT: () => 'El máximo por día está en otra unidad que la dosis.',
    DIRECTED_BY_WHOM: () => '¿Indicado por quién? El paciente tiene que encontrarlo.',
    AMBIGUOUS: (word) => `“${word}” se puede entender de dos maneras: elija una.`,
    CONTRADICTS_ITSELF: () =>
      'Las indicaciones se contradicen: cuánto, cuántas veces y cuándo deben concordar.',
    STEPS_UNCLEAR: () =>
      'Escriba cada paso con su dosis y sus días: “2 tabs daily for 5 days, then 1 tab daily”.',
    NO_SCALE: () => 'Una escala no es una dosis: escriba las dosis, o entregue la escala por escrito.',
    TOO_LONG: () => 'Las indicaciones de más de 1000 caracteres se escriben como prosa.',
  } satisfies Readonly<Record<SigErrorCode, AboutWord>>,
  sigWarnings: {
    UNIT_UNLIKE_TREATMENT: 'La unidad de la dosis no es la usual de este tratamiento. Revise la unidad.',
  },
};
