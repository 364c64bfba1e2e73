// The words of the section of files of pharmacies and partners, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  title: 'Files',
  intro:
    'Pharmacies and partners as one file, as the command line takes and writes it. What is in no entry stays as it is.',
  export: 'Download all there is',
  exportHelp:
    'All partners and connected pharmacies. Secrets are not in it: applied here they stay, elsewhere they have to be written.',
  file: 'The file',
  fileHelp: (most: string) =>
    `Paste its text: an object with “partners” and “pharmacies”, or a list of pharmacies. At most ${most} characters; longer ones are for the command pestle pharmacy apply.`,
  tooLong: (most: string) => `This has more than ${most} characters. Split it, or use pestle pharmacy apply.`,
  empty: 'Paste the text of a file first.',
  look: 'Compare',
  compared: 'What this file would change',
  comparedHelp:
    'Nothing is changed yet. Each entry counts by itself: of a refused one nothing is written, and the others are.',
  changedMeanwhile:
    'Meanwhile something else changed. Nothing was written; this is what the file would change now.',
  do: 'Apply it',
  again: 'Back to the text',
  applied: 'The file was applied',
  appliedWell: 'Each entry is written as it was shown.',
  appliedPartly: 'The others are written. Mend what is refused, and apply the file again.',
  counts: ['new', 'changed', 'as it was', 'refused'],
  rows: 'Entries that are not as they were',
  columns: ['Entry', 'Pharmacy or partner', 'What', 'Details'],
  outcomes: { added: 'new', changed: 'changed', unchanged: 'as it was', refused: 'refused' },
  entry: (entry: string, line: number) => `${entry}, line ${line}`,
  more: (count: number) => `${count} more are not shown.`,
  nothing: 'Every entry is as it was.',
  secret: 'a secret',
  back: 'Back',
};

export type FileWords = typeof en;

const es: FileWords = {
  title: 'Archivos',
  intro:
    'Farmacias y redes asociadas como un solo archivo, como lo toma y lo escribe la línea de comandos. Lo que no está en ninguna entrada queda como está.',
  export: 'Descargar todo lo que hay',
  exportHelp:
    'Todas las redes y las farmacias conectadas. No contiene secretos: aplicado aquí se conservan, en otra parte hay que escribirlos.',
  file: 'El archivo',
  fileHelp: (most) =>
    `Pegue su texto: un objeto con “partners” y “pharmacies”, o una lista de farmacias. Como mucho ${most} caracteres; los más largos son para el comando pestle pharmacy apply.`,
  tooLong: (most) => `Tiene más de ${most} caracteres. Divídalo o use pestle pharmacy apply.`,
  empty: 'Pegue primero el texto de un archivo.',
  look: 'Comparar',
  compared: 'Lo que cambiaría este archivo',
  comparedHelp:
    'Aún no se cambió nada. Cada entrada cuenta por sí sola: de una rechazada no se escribe nada, y las demás se escriben.',
  changedMeanwhile:
    'Mientras tanto cambió otra cosa. No se escribió nada; esto es lo que el archivo cambiaría ahora.',
  do: 'Aplicarlo',
  again: 'Volver al texto',
  applied: 'El archivo se aplicó',
  appliedWell: 'Cada entrada quedó escrita como se mostró.',
  appliedPartly: 'Las demás quedaron escritas. Corrija lo rechazado y aplique el archivo otra vez.',
  counts: ['nuevas', 'cambiadas', 'como estaban', 'rechazadas'],
  rows: 'Entradas que no están como estaban',
  columns: ['Entrada', 'Farmacia o red', 'Qué', 'Detalles'],
  outcomes: { added: 'nueva', changed: 'cambiada', unchanged: 'como estaba', refused: 'rechazada' },
  entry: (entry, line) => `${entry}, línea ${line}`,
  more: (count) => `${count} más no se muestran.`,
  nothing: 'Cada entrada está como estaba.',
  secret: 'un secreto',
  back: 'Volver',
};

export const FILE_WORDS: Readonly<Record<Language, FileWords>> = { en, es };
