// Holds the Spanish names of the quantity units, one and many, by NCPDP code.
import type { UnitNames } from './medication-line.ts';

/** Spanish names of all quantity units, [one, many], by NCPDP unit code: what `formatQuantity` takes as names. */
export const UNITS_ES: UnitNames = {
  C62412: ['Aplicador', 'Aplicadores'],
  C54564: ['Blíster', 'Blísteres'],
  C64696: ['Comprimido', 'Comprimidos'],
  C48480: ['Cápsula', 'Cápsulas'],
  C64933: ['Pieza', 'Piezas'],
  C53499: ['Lámina', 'Láminas'],
  C48155: ['Gramo', 'Gramos'],
  C69124: ['Chicle', 'Chicles'],
  C48499: ['Implante', 'Implantes'],
  C62276: ['Inserto', 'Insertos'],
  C48504: ['Kit', 'Kits'],
  C120263: ['Lanceta', 'Lancetas'],
  C48506: ['Pastilla para chupar', 'Pastillas para chupar'],
  C28254: ['Mililitro', 'Mililitros'],
  C48521: ['Sobre', 'Sobres'],
  C65032: ['Almohadilla', 'Almohadillas'],
  C48524: ['Parche', 'Parches'],
  C120216: ['Aguja de pluma', 'Agujas de pluma'],
  C62609: ['Anillo', 'Anillos'],
  C53502: ['Esponja', 'Esponjas'],
  C53503: ['Barra', 'Barras'],
  C48538: ['Tira', 'Tiras'],
  C48539: ['Supositorio', 'Supositorios'],
  C53504: ['Hisopo', 'Hisopos'],
  C48542: ['Tableta', 'Tabletas'],
  C48548: ['Trocisco', 'Trociscos'],
  C38046: ['Sin especificar', 'Sin especificar'],
  C48552: ['Oblea', 'Obleas'],
};
