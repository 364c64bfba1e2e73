// The e-mails of identity, as plain text: they name nobody and hold no health information.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for each try of a mail that is tried again, so that whoever gets it twice can tell. */
  readonly id?: string;
}

/** How e-mails leave the house; a deployment without it shows invitations to the administrator, who passes them on. */
export type SendMail = (mail: Mail) => Promise<void>;

export function invitationMail(to: string, organization: string, url: string): Mail {
  return {
    to,
    subject: `Your access to ${organization}`,
    text: `You were invited to work with ${organization} in Pestle.

Choose your password here within 7 days:
${url}

If you did not expect this, do nothing.
`,
  };
}

/** To somebody who has an account already. */
export function addedMail(to: string, organization: string): Mail {
  return {
    to,
    subject: `Your access to ${organization}`,
    text: `You were invited to work with ${organization} in Pestle.

Sign in with the password you have. If you did not expect this, tell ${organization}.
`,
  };
}

export function passwordMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: `Somebody, probably you, asked for a new password for Pestle.

Choose it here within an hour:
${url}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

/** After something that protects the account was changed (ASVS 6.3.7). */
export function changedMail(to: string, what: string): Mail {
  return {
    to,
    subject: 'Your sign-in was changed',
    text: `${what}

If it was not you, ask an administrator of your organization for help at once.
`,
  };
}
