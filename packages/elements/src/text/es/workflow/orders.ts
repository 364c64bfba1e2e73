// Owns the Spanish words of the patient's recent orders, and of adding to one that has not left.
import type { OrdersText } from '../../en/workflow/orders.ts';

export const orders: OrdersText = {
  recent: 'Pedidos recientes',
  failed: 'No se pudieron cargar los pedidos recientes.',
  changed: (line, state) => `Pedido de ${line}: ${state}`,
  title: '¿Agregar a un pedido que aún no se envió?',
  hint: 'El pedido de este paciente aún espera. Lo que se agregue irá con él a su farmacia, una sola vez.',
  onIt: 'Ya tiene:',
  toAdd: 'Se agregaría:',
  addTo: (where, when) => `Agregar al pedido para ${where} de ${when}`,
  addToOpen: (when) => `Agregar al pedido de ${when} cuya farmacia elige el paciente`,
  asNew: 'Enviar como pedido nuevo',
  joins: 'Se agrega a',
  joined: (where, when) => `El pedido para ${where} de ${when}, aún no enviado, con:`,
  joinedOpen: (when) => `El pedido de ${when} cuya farmacia elige el paciente, con:`,
  otherPharmacy: (name) => `Va a la farmacia del pedido, no a ${name}.`,
  otherAddress: 'El pedido conserva su dirección. La que da esta página no se usa.',
  otherId: (given, own) =>
    own === null
      ? `El pedido no tiene número de esta página y no recibe ninguno: ${given} no se usa.`
      : `El pedido conserva el número ${own} de esta página: ${given} no se usa.`,
  add: (count, where) =>
    count === 1
      ? `Agregar 1 receta al pedido para ${where}`
      : `Agregar ${count} recetas al pedido para ${where}`,
  addOpen: (count) =>
    count === 1
      ? 'Agregar 1 receta al pedido abierto del paciente'
      : `Agregar ${count} recetas al pedido abierto del paciente`,
  signAndAdd: (count, where) =>
    count === 1
      ? `Firmar 1 receta y agregarla al pedido para ${where}`
      : `Firmar ${count} recetas y agregarlas al pedido para ${where}`,
  signAndAddOpen: (count) =>
    count === 1
      ? 'Firmar 1 receta y agregarla al pedido abierto del paciente'
      : `Firmar ${count} recetas y agregarlas al pedido abierto del paciente`,
  takesNoMore:
    'No se envió nada. El pedido al que se iba a agregar acaba de salir o no admite más. Abajo está como pedido propio: léalo y firme si quiere enviarlo así.',
  wasAdded: 'Agregado a un pedido de este paciente que no había salido.',
  numberOf: 'Número del pedido, para el teléfono',
  copy: 'Copiar',
  copyNumber: 'Copiar el número del pedido',
  copied: 'Se copió el número del pedido.',
  signed: 'Firmada',
  saved: (count) => (count === 1 ? '1 receta firmada y guardada' : `${count} recetas firmadas y guardadas`),
  followed: 'El estado se mantiene al día mientras esto esté abierto.',
  startOver: 'Escribir otra receta',
  invitations: {
    QUEUED: 'El enlace va en camino al teléfono del paciente.',
    SENT: 'El enlace se envió al teléfono del paciente.',
    FAILED: 'No se pudo enviar el enlace. Llame al paciente o elija una farmacia.',
    NOT_SENT: 'No se envió ningún enlace: el paciente no tiene número de teléfono. Elija una farmacia.',
  },
};
