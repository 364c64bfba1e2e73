// Owns the Spanish words of everything that is told of coverage.
import type { CoverageWords } from './coverage-line.ts';

export const COVERAGE_ES: CoverageWords = {
  CHECKING: 'Consultando la cobertura',
  CHECKED: 'Cobertura consultada',
  COULD_NOT_CHECK: 'No se pudo consultar la cobertura',
  NO_DATA: 'Sin datos de cobertura',

  COVERED: 'Cubierto',
  COVERED_WITH_RESTRICTIONS: 'Cubierto con restricciones',
  NOT_COVERED: 'No cubierto',

  DATA_DATE: 'Datos del {date}.',
  DATA_UNDATED: 'Los datos no tienen fecha.',
  PLAN_ENDED: 'El plan terminó el {date}. Lo que se muestra valía hasta entonces.',
  PLAN_NOT_BEGUN: 'El plan empieza el {date}. Lo que se muestra vale desde entonces.',
  NO_PLAN: 'Sin datos del plan del paciente.',
  NO_DRUG_CODE: 'El medicamento no tiene un código para buscarlo en la lista del plan.',
  NOT_LISTED: 'No está en la lista de medicamentos del plan.',
  LISTED_UNTIL: 'Salió de la lista de medicamentos del plan después del {date}.',
  LISTED_FROM: 'Está en la lista de medicamentos del plan solo desde el {date}.',

  PRIOR_AUTHORIZATION: 'Autorización previa: el plan debe aprobarlo antes.',
  STEP_THERAPY: 'Terapia escalonada: el plan pide probar antes otro medicamento.',
  QUANTITY_LIMIT: 'Límite de cantidad.',
  MEDICAL_SERVICE: 'Lo administra un profesional y se paga como servicio médico, no en la farmacia.',
  OTHER_SUPPLY: 'El plan no lo incluye para este tipo de farmacia y suministro.',

  LIMIT_ROLLING: 'Como máximo {count} en {days día|días}.',
  LIMIT_DAILY: 'Como máximo {count} al día.',
  LIMIT_THERAPY: 'Días de tratamiento limitados a {count} en {days día|días}.',
  LIMIT_THERAPY_OVER:
    'Días de tratamiento limitados a {count} en {days día|días}, contados en {over día|días}.',
  LIMIT_DESCRIPTION: 'El plan dice: {text}',
  LIMIT_UNSTATED: 'Los datos del plan no dicen cuál.',
  LIMIT_MORE: 'Los datos del plan dicen algo más que no se pudo leer.',
  LIMIT_WITHIN: 'Esta receta está dentro del límite.',
  LIMIT_OVER: 'Esta receta supera el límite.',
  LIMIT_CANNOT_TELL: 'No se puede saber si esta receta está dentro del límite.',

  COPAY_EXACT: '{cents}',
  COPAY_RANGE: '{cents} a {toCents}',
  COPAY_BY_DEDUCTIBLE: '{cents} después del deducible; antes hasta {priceCents}, el precio estimado',
  COPAY_RANGE_BY_DEDUCTIBLE:
    '{cents} a {toCents} después del deducible; antes hasta {priceCents}, el precio estimado',
  COPAY_PRICE_UNKNOWN: '{cents} después del deducible; antes el precio, que no se conoce',
  COPAY_RANGE_PRICE_UNKNOWN: '{cents} a {toCents} después del deducible; antes el precio, que no se conoce',
  COPAY_UNKNOWN: 'No se pudo estimar',

  TERMS_SEVERAL: 'Los datos del plan dan varias condiciones y no dicen cuáles valen aquí:',
  TERMS_PARTLY: 'Para algunos tipos de farmacia y suministro posibles aquí el plan no da condiciones.',
  TERM_COPAY_AFTER: 'Copago de {cents} después del deducible.',
  TERM_COPAY_BEFORE: 'Primero un copago de {cents}; el resto del precio cuenta para el deducible.',
  TERM_COPAY_ALWAYS: 'Copago de {cents}; no se aplica el deducible.',
  TERM_COPAY_UNSTATED: 'Copago de {cents}; el plan no dice si se aplica el deducible.',
  TERM_COINSURANCE_AFTER: 'Coseguro del {percent}% del precio después del deducible.',
  TERM_COINSURANCE_BEFORE:
    'Primero un coseguro del {percent}% del precio; el resto cuenta para el deducible.',
  TERM_COINSURANCE_ALWAYS: 'Coseguro del {percent}% del precio; no se aplica el deducible.',
  TERM_COINSURANCE_UNSTATED: 'Coseguro del {percent}% del precio; el plan no dice si se aplica el deducible.',
  TERM_BOTH: 'No se dice cómo se suman copago y coseguro: desde el menor hasta ambos, como máximo el precio.',
  TERM_NO_CHARGE: 'Sin costo.',
  TERM_NO_CHARGE_AFTER: 'Sin costo después del deducible.',
  PRICE_ESTIMATED:
    'Precio estimado: {quantity} × ${perUnit} = {priceCents}, según la lista de precios del {date}.',
  PRICE_BELOW_COPAY:
    'El precio estimado, {priceCents}, es menor que el copago: la farmacia podría cobrar menos.',
  PRICE_MISSING: 'No se conoce el precio.',
  PRICE_IN_OTHER_UNIT: 'El precio conocido está en otra unidad que la cantidad.',
  TERMS_MISSING: 'Los datos del plan no dan condiciones para este nivel, farmacia y suministro.',
  TERMS_UNREADABLE: 'No se pudieron leer las condiciones del plan.',

  SAME_TREATMENT: 'Mismo ingrediente, concentración y forma.',
  SAME_CLASS: 'De la misma clase.',
  SAME_CLASS_NAMED: 'De la misma clase: {text}',
  DIRECTIONS_KEPT: 'Las indicaciones se conservan.',
  DIRECTIONS_ANEW: 'Hay que escribir de nuevo las indicaciones.',
  '1-month-in-retail': '1 mes, farmacia de la red',
  '1-month-out-retail': '1 mes, farmacia fuera de la red',
  '1-month-in-mail': '1 mes por correo, de la red',
  '1-month-out-mail': '1 mes por correo, fuera de la red',
  '3-month-in-retail': '3 meses, farmacia de la red',
  '3-month-out-retail': '3 meses, farmacia fuera de la red',
  '3-month-in-mail': '3 meses por correo, de la red',
  '3-month-out-mail': '3 meses por correo, fuera de la red',
};
