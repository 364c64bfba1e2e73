// The words of the pages on which administrators recover somebody's sign-in, in English and Spanish.
import type { Language } from '../../kernel/web/pages/language.ts';

const en = {
  link: 'Recover somebody’s sign-in',
  title: 'Recover somebody’s sign-in',
  hint: 'For somebody who lost the password, every second factor and all recovery codes. Make sure by voice or face that it is them. Two administrators are needed: one asks here, another one confirms. Then password, second factors and sessions of the person end, and the one who confirms gets a link to pass on.',
  none: 'No request waits.',
  waiting: 'What waits for another administrator',
  askTitle: 'Ask for a recovery',
  email: 'E-mail of the person',
  ask: 'Ask another administrator to confirm',
  askedBy: (name: string) => `Asked for by ${name}`,
  until: (moment: string) => `Until ${moment}`,
  another: 'Another administrator confirms it.',
  confirm: 'Confirm',
  withdraw: 'Withdraw',
  made: 'Another administrator can confirm it on this page within 24 hours.',
  withdrawn: 'The request was withdrawn.',
  gone: 'This request is not there any more, or you may not confirm it: it takes another administrator than the one who asked.',
  doneTitle: 'The sign-in was recovered',
  done: (name: string) =>
    `Password, second factors and sessions of ${name} have ended. With this link a new password is chosen; the next sign-in asks for a second factor.`,
  linkHint:
    'It is shown this once and works once, for an hour. Give it to the person alone, whom you know by voice or face.',
  back: 'Back to the requests',
  needsFactorTitle: 'Add a second factor first',
  needsFactor:
    'Recovering somebody’s sign-in takes your own second factor. Add one on your account page, then come back.',
  notAdminTitle: 'Only administrators recover sign-ins',
  notAdmin: 'Ask an administrator of your organization.',
  refused: {
    unknown: 'Nobody of your organization who is active has this e-mail.',
    own: 'This is you. Another administrator asks for you.',
    elsewhere:
      'This person belongs to another organization, too, or runs the network. Ask those who run the network to recover the sign-in.',
    alone:
      'Your organization has no other administrator who could confirm it. Ask those who run the network to recover the sign-in.',
    asked: 'Somebody has asked for this already. It waits for another administrator.',
  },
};

type RecoveryTexts = typeof en;

const es: RecoveryTexts = {
  link: 'Recuperar el acceso de alguien',
  title: 'Recuperar el acceso de alguien',
  hint: 'Para quien perdió la contraseña, todos sus segundos factores y todos los códigos de recuperación. Asegúrese por la voz o la cara de que es esa persona. Hacen falta dos administradores: uno lo pide aquí y otro lo confirma. Entonces terminan la contraseña, los segundos factores y las sesiones de la persona, y quien confirma recibe un enlace para entregarlo.',
  none: 'No hay ninguna solicitud en espera.',
  waiting: 'Lo que espera a otro administrador',
  askTitle: 'Pedir una recuperación',
  email: 'Correo electrónico de la persona',
  ask: 'Pedir a otro administrador que lo confirme',
  askedBy: (name) => `Lo pidió ${name}`,
  until: (moment) => `Hasta: ${moment}`,
  another: 'Lo confirma otro administrador.',
  confirm: 'Confirmar',
  withdraw: 'Retirar',
  made: 'Otro administrador puede confirmarlo en esta página durante 24 horas.',
  withdrawn: 'La solicitud se retiró.',
  gone: 'Esta solicitud ya no existe, o usted no puede confirmarla: hace falta un administrador distinto de quien la pidió.',
  doneTitle: 'El acceso se recuperó',
  done: (name) =>
    `Terminaron la contraseña, los segundos factores y las sesiones de ${name}. Con este enlace se elige una contraseña nueva; el próximo inicio de sesión pide un segundo factor.`,
  linkHint:
    'Solo se muestra ahora y sirve una vez, durante una hora. Entréguelo únicamente a la persona, a la que usted conoce por la voz o la cara.',
  back: 'Volver a las solicitudes',
  needsFactorTitle: 'Añada antes un segundo factor',
  needsFactor:
    'Para recuperar el acceso de alguien hace falta su propio segundo factor. Añada uno en la página de su cuenta y vuelva.',
  notAdminTitle: 'Solo los administradores recuperan accesos',
  notAdmin: 'Pregunte a un administrador de su organización.',
  refused: {
    unknown: 'Nadie activo de su organización tiene este correo electrónico.',
    own: 'Es usted. Lo pide por usted otro administrador.',
    elsewhere:
      'Esta persona pertenece también a otra organización, o dirige la red. Pida a quienes dirigen la red que recuperen el acceso.',
    alone:
      'Su organización no tiene otro administrador que pueda confirmarlo. Pida a quienes dirigen la red que recuperen el acceso.',
    asked: 'Alguien ya lo ha pedido. Espera a otro administrador.',
  },
};

export const RECOVERY_TEXTS: Readonly<Record<Language, RecoveryTexts>> = { en, es };
