// What the sandbox says when it is ready: where everything is, who can sign in, and what to try first.
import { applications, operator, organization, users } from '@pestle/sandbox/seed';
import { styled } from '../output.ts';
import { CONTROL_ROOM_PATH, SANDBOX_PORT } from './settings.ts';
import type { Sandbox } from './start.ts';

/** `elapsedMs` is from the start of the command. */
export function banner(sandbox: Sandbox, elapsedMs: number): string[] {
  const { baseUrl, peers, directory, clinicUrl, consoleUrl } = sandbox;
  const seconds = (elapsedMs / 1000).toFixed(1);
  const port = new URL(baseUrl).port === String(SANDBOX_PORT) ? '' : ` --port ${new URL(baseUrl).port}`;
  return [
    '',
    `${styled('bold', 'Pestle sandbox')} ready in ${seconds} s at ${styled('cyan', baseUrl)}`,
    '',
    styled('bold', 'Addresses'),
    ...aligned([
      ['Start here', `${baseUrl}/`],
      ...(clinicUrl === null ? [] : [['Demo clinic', `${clinicUrl}/`] as const]),
      ['Prescriber portal', `${baseUrl}/portal/`],
      ...(consoleUrl === null ? [] : [["Operators' console", `${consoleUrl}/`] as const]),
      ['Control room', `${baseUrl}${CONTROL_ROOM_PATH}/`],
      ['API', `${baseUrl}/graphql`],
      ['Sign-in (OpenID)', `${baseUrl}/oidc/.well-known/openid-configuration`],
      ['Status hook', `${baseUrl}/v1/hooks/pharmacy`],
      ['Pharmacies, fax, phone', peers.url],
      ['Data', directory.path],
    ]),
    '',
    styled('bold', `Sign-in at ${organization.name} (${organization.id})`),
    ...aligned([
      ...users
        .filter(isFirstOfRole)
        .map((user): [string, string] => [user.role, `${user.email}  ${user.password}`]),
      ...(consoleUrl === null
        ? []
        : [
            [
              'operator',
              `${operator.email}  ${operator.password}  (of the console; the first sign-in adds an authenticator app)`,
            ] as const,
          ]),
      ['application', applications.public.id],
      ['machine client', `${applications.machine.id}  ${applications.machine.secret}`],
    ]),
    '',
    styled('bold', 'Things to try'),
    ...numbered([
      ...(clinicUrl === null ? [] : [clinicSteps(clinicUrl)]),
      [
        'Open the control room. Then, in a second terminal, send an order and watch it arrive:',
        `npm run pestle -- try${port}`,
      ],
      [
        'Send one to a pharmacy that hangs up before it answers, or to one that has a fax machine only:',
        `npm run pestle -- try${port} --pharmacy "Newton Corner"      npm run pestle -- try${port} --pharmacy "Witch City"`,
      ],
      [
        'In the control room, open the order and let its pharmacy report SHIPPED, then try to cancel it:',
        `npm run pestle -- try${port} --cancel ord_…`,
      ],
    ]),
    '',
    'Everything here is invented and public: no real patient, no real pharmacy. Ctrl-C stops it; the data stay.',
  ];
}

function isFirstOfRole(user: (typeof users)[number], index: number): boolean {
  return users.findIndex(({ role }) => role === user.role) === index;
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

function clinicSteps(url: string): readonly string[] {
  return [
    `Prescribe in the demo clinic: ${styled('cyan', `${url}/`)}. Choose a patient and sign in as the prescriber above.`,
    'Jane Tester has insurance: metFORMIN has a copay, semaglutide needs approval first, Crestor is not covered and others are.',
    'With "Send to Patient" the link arrives on the phone in the control room.',
  ];
}

/** Each step's first line with its number, the others under it. */
function numbered(steps: readonly (readonly string[])[]): string[] {
  return steps.flatMap((lines, index) =>
    lines.map((line, at) => (at === 0 ? `  ${index + 1}. ${line}` : `     ${line}`)),
  );
}
