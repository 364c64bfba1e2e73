// Owns the same words in Spanish.
import type { PoliciesText } from '../en/policies.ts';

export const policies: PoliciesText = {
  title: 'Reglas',
  signing: 'Firma',
  patientReentry:
    'Los médicos escriben otra vez las iniciales y el año de nacimiento del paciente antes de firmar',
  signIn: 'Entrada',
  sessionIdleMinutes: 'Minutos sin uso tras los que termina una sesión',
  staffSecondFactor: 'El personal usa un segundo factor, como los médicos y los administradores',
  prescribing: 'Recetar',
  offCatalog: 'Se puede recetar lo que no está en ningún catálogo ni plantilla, donde una página lo permita',
  writtenTreatments:
    'Se puede escribir a mano lo que no está en ningún archivo de medicamentos, también preparados magistrales, y recetarlo',
  writtenTreatmentsAbout:
    'Los ingredientes se eligen de la lista, de modo que las sustancias controladas siguen rechazadas. Lleva la marca de escrito a mano en todas partes, se revisa por sus ingredientes y no tiene NDC.',
  offCatalogAbout:
    'Sin esto solo se receta de los catálogos y plantillas del consultorio, en todas las páginas.',
  toCatalog: 'Catálogo',
  duplicates: 'Un probable duplicado de lo que tiene el paciente',
  duplicatePolicies: {
    REASON: 'Pide el motivo para recetarlo otra vez',
    REFUSE_SAME: 'Pide el motivo; lo mismo exactamente se rechaza mientras dure uno anterior',
  },
  screening: 'Interacciones y alergias',
  screeningPolicies: {
    REQUIRED: 'Se revisan antes de cada firma; lo que no se pudo revisar pide un motivo',
    NOT_USED: 'No se revisan aquí: este consultorio no usa la revisión de medicamentos',
  },
  screeningAbout:
    'Sin datos importados y sin un servicio propio no se puede revisar nada, y cada receta pide un motivo.',
  screeningStated: (who, when) => `Lo declaró ${who}, ${when}.`,
  coverage: 'Lo que paga el plan del paciente',
  coveragePolicies: {
    PAGE: 'Se consulta donde una página lo pida',
    NEVER: 'No se consulta nunca: nada va a un pagador',
  },
  pharmacy: 'Farmacias',
  staffMayChoosePharmacy: 'El personal puede elegir la farmacia de un pedido, y otra después',
  texts: 'Los pacientes reciben mensajes',
  textsAbout: 'Lo que se les pregunta (elegir una farmacia) se envía siempre.',
  textsAtNight: 'De noche donde está el paciente (de 9 PM a 8 AM)',
  nights: {
    NONE: 'todo mensaje espera a la mañana',
    FIRST: 'lo que les pide elegir una farmacia se envía enseguida',
    ALL: 'ningún mensaje espera',
  },
  patientTexts: {
    SENT: 'La farmacia lo tiene',
    READY: 'Se puede recoger',
    SHIPPED: 'Está en camino',
    DELIVERED: 'Se entregó',
    PROBLEM: 'Se demora más de diez minutos',
    CANCELED: 'Se canceló',
  },
  desk: 'Avisos del escritorio por correo',
  deskReminders: {
    ENTERED: 'Al responsable, cuando llega algo',
    LATE: 'Al responsable, cuando se atrasa',
    LATE_TO_PRACTICE: 'Al consultorio, cuando sigue atrasado',
    AFTER_HOURS: 'Fuera de horario, de lo que no puede esperar',
  },
  deskMailTo: 'Dónde lee correos el consultorio (vacío: todos los que trabajan en el escritorio)',
  afterHoursOwner: 'Quién atiende el escritorio fuera de horario',
  nobody: 'Nadie',
  office: (zone) => `Horario, según el reloj de ${zone}`,
  opens: 'Abre',
  closes: 'Cierra',
  days: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'],
  holidays: 'Cerrado (días, uno por línea: 2026-12-25)',
  always: 'Lo que siempre es así',
  rules: [
    'El aviso de un probable duplicado se muestra a todos.',
    'Lo que está en la lista de medicamentos desactivados no lo receta nadie.',
    'Lo que paga un plan nunca detiene una receta por sí solo.',
    'Una página puede limitar lo que ofrece a su catálogo (allow-off-catalog-search), y nunca ampliarlo.',
  ],
  save: 'Guardar',
  saved: 'Guardado.',
  conflict: 'Otra persona cambió estos ajustes. Vuelva a cargar la página y repita su cambio.',
};
