// The words of the page on which an operator runs a pharmacy's conformance cases, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: (name: string) => `Conformance run: ${name}`,
  what: 'A run sends invented prescriptions to the stored address, with the stored settings, as deliveries would: it tries what is taken, refused, sent twice and answered late. It names no patient. It takes up to some minutes, goes on when you leave this page, and what comes of it is put down: a pharmacy that passes may go live with these settings.',
  begin: 'Run it now',
  again: 'Run it again',
  running: 'A run is under way. This page refreshes until it ends.',
  runningElsewhere:
    'Another node began a run, and has not put down its end yet. If that node stopped, it never will: run it again. This page refreshes.',
  didNotEnd:
    'It did not end: the node that made it stopped, or could not put its end down. Nothing came of it; run it again.',
  last: 'The last run',
  none: 'There was no run yet.',
  notConnected: 'It is not connected: there is nothing to run against. Say first how it is reached.',
  started: 'Begun',
  ended: 'Ended',
  by: 'By',
  outcome: 'What came of it',
  passed: 'Passed: it may go live with the settings that were tried.',
  failed: 'Not passed. What failed is below; mend it and run it again.',
  failedCases: 'Cases that failed',
  cases: 'What was tried',
  columns: ['Case', 'Verdict', 'What was seen', 'What to do'],
  verdicts: { passed: 'passed', warning: 'look at this', failed: 'failed', skipped: 'not tried' },
  report: 'Read the whole report',
  noReport:
    'Its report is kept by the node that made it, for its newest runs, until it stops. Run it again to have one.',
  back: 'Back',
};

export type CheckWords = typeof en;

const es: CheckWords = {
  title: (name: string) => `Prueba de conformidad: ${name}`,
  what: 'Una prueba envía recetas inventadas a la dirección guardada, con los ajustes guardados, como lo harían los envíos: prueba lo aceptado, lo rechazado, lo enviado dos veces y lo respondido tarde. No nombra a ningún paciente. Tarda hasta algunos minutos, sigue si usted deja esta página y su resultado queda anotado: una farmacia que aprueba puede entrar en servicio con estos ajustes.',
  begin: 'Hacerla ahora',
  again: 'Hacerla de nuevo',
  running: 'Hay una prueba en curso. Esta página se actualiza hasta que termine.',
  runningElsewhere:
    'Otro nodo comenzó una prueba y aún no anotó su fin. Si ese nodo se detuvo, nunca lo hará: hágala de nuevo. Esta página se actualiza.',
  didNotEnd:
    'No terminó: el nodo que la hacía se detuvo o no pudo anotar su fin. No resultó nada; hágala de nuevo.',
  last: 'La última prueba',
  none: 'Aún no hubo ninguna.',
  notConnected: 'No está conectada: no hay nada que probar. Diga primero cómo se llega a ella.',
  started: 'Comienzo',
  ended: 'Fin',
  by: 'Por',
  outcome: 'Resultado',
  passed: 'Aprobada: puede entrar en servicio con los ajustes probados.',
  failed: 'No aprobada. Lo que falló está abajo; corríjalo y hágala de nuevo.',
  failedCases: 'Casos que fallaron',
  cases: 'Lo que se probó',
  columns: ['Caso', 'Veredicto', 'Lo que se vio', 'Qué hacer'],
  verdicts: { passed: 'aprobado', warning: 'revíselo', failed: 'falló', skipped: 'no se probó' },
  report: 'Leer el informe entero (en inglés)',
  noReport:
    'Su informe lo guarda el nodo que la hizo, de las más nuevas, hasta que se detenga. Hágala de nuevo para tener uno.',
  back: 'Volver',
};

export const CHECK_WORDS: Readonly<Record<Language, CheckWords>> = { en, es };
