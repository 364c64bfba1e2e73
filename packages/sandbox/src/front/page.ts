// Owns the sandbox's front page: its doors, the guide through a first order, and the place for what happens now.
import { html, type SafeHtml } from '@remix-run/html-template';
import { PAGE_WORDS } from '../control-room/words.ts';
import { inScript } from '../in-script.ts';

/** Somebody of the practice in whose name a door opens. */
export type DoorPerson = { readonly id: string; readonly name: string; readonly about: string };

export type FrontPage = {
  /** Null where there is no demo clinic. */
  readonly hasClinic: boolean;
  readonly clinicPeople: readonly DoorPerson[];
  readonly portalPeople: readonly DoorPerson[];
  /** The patient of the first order, as the clinic knows her. */
  readonly patient: { readonly externalId: string; readonly name: string };
  /** Who writes it. */
  readonly prescriber: DoorPerson;
  readonly controlRoomPath: string;
  readonly documents: readonly { readonly name: string; readonly path: string }[];
  /** Null where there is no operators' console. */
  readonly consoleUrl: string | null;
};

const STYLES = ['colors.css', 'style/base.css', 'style/front.css'] as const;

/** The document. It can be used without its script; what moves is the script's. */
export function frontHtml(page: FrontPage): string {
  const { controlRoomPath } = page;
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Pestle sandbox</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${STYLES.map((name) => html`<link rel="stylesheet" href="${controlRoomPath}/assets/${name}" />`)}
    <script type="module" src="${controlRoomPath}/assets/front.js"></script>
  </head>
  <body data-control-room="${controlRoomPath}" data-patient="${page.patient.name}">
    <a class="skip" href="#doors">Skip to the doors</a>
    <header class="front-top">
      <img src="/favicon.svg" width="32" height="32" alt="" />
      <h1>Pestle sandbox</h1>
      <p class="running">Running on this computer</p>
      <p class="invented">Invented patients and pharmacies. Nothing leaves this computer.</p>
    </header>
    <main class="front">
      <div class="column">
        <div class="doors" id="doors" tabindex="-1">${doors(page)}</div>
        ${guide(page)}
      </div>
      <aside class="panel now" aria-labelledby="now-title">
        <header>
          <h2 id="now-title">Control room</h2>
          <p class="live" id="live" data-state="connecting"><span class="dot"></span><span id="live-text">Connecting</span></p>
        </header>
        <div id="now"><p class="quiet">Orders appear here as they happen.</p></div>
        <footer><p id="tally"></p><a href="${controlRoomPath}/">Open it</a></footer>
      </aside>
    </main>
    <div class="visually-hidden" role="status" id="announcer"></div>
    <script type="application/json" id="words">${html.raw`${inScript(PAGE_WORDS)}`}</script>
  </body>
</html>
`);
}

function doors(page: FrontPage): SafeHtml[] {
  const { controlRoomPath, documents, consoleUrl } = page;
  return [
    ...(page.hasClinic
      ? [
          door('Clinic', 'A chart with the elements in it. Write, sign and follow a prescription.', [
            openAs('clinic', page.clinicPeople),
          ]),
        ]
      : []),
    door(
      'Portal',
      html`The practice’s desk: <span id="needs">what needs a person, and what waits for a signature</span>.`,
      [openAs('portal', page.portalPeople)],
    ),
    door('Control room', 'Every message and attempt; pharmacies, fax machine and phone to play with.', [
      html`<p class="links"><a class="button" href="${controlRoomPath}/">Open</a>
        <a class="button" href="${controlRoomPath}/#faxes">Fax <span class="count" id="count-faxes"></span></a>
        <a class="button" href="${controlRoomPath}/#texts">Phone <span class="count" id="count-texts"></span></a>
        ${consoleUrl === null ? '' : html`<a class="button" href="${consoleUrl}/">Operators’ console</a>`}</p>`,
    ]),
    ...(documents.length === 0
      ? []
      : [
          door('Docs', 'Put the elements in your own page, call the API, connect a pharmacy.', [
            html`<p class="links">${documents.map(({ name, path }) => html`<a class="button" href="${path}">${name}</a> `)}</p>`,
          ]),
        ]),
  ];
}

function door(name: string, about: string | SafeHtml, inside: readonly SafeHtml[]): SafeHtml {
  return html`<section class="panel door"><h2>${name}</h2><p>${about}</p>${[...inside]}</section>`;
}

/** Each person is a button: the page signs them in, and goes on to where the door leads. */
function openAs(to: 'clinic' | 'portal', people: readonly DoorPerson[]): SafeHtml {
  return html`<form method="post" action="/open" class="links">
    <input type="hidden" name="to" value="${to}" /><span class="as" id="as-${to}">Open as</span>
    ${people.map(
      ({ id, name, about }) =>
        html`<button name="as" value="${id}" aria-describedby="as-${to}">${name}, ${about}</button> `,
    )}</form>`;
}

function guide({ patient, prescriber, hasClinic, controlRoomPath }: FrontPage): SafeHtml {
  const chart = html`<form method="post" action="/open"><input type="hidden" name="to" value="clinic" />
    <input type="hidden" name="patient" value="${patient.externalId}" />
    <button class="primary" name="as" value="${prescriber.id}">Open the chart</button></form>`;
  const desk = html`<form method="post" action="/open"><input type="hidden" name="to" value="portal" />
    <button class="primary" name="as" value="${prescriber.id}">Open the desk</button></form>`;
  const room = html`<a class="button primary" href="${controlRoomPath}/" data-step="watch">Open the control room</a>`;
  return html`<section class="panel guide" aria-labelledby="guide-title">
    <header><h2 id="guide-title">Your first order, in about 3 minutes</h2><p id="guide-count"></p></header>
    <ol>
      ${step('sign-in', 'Sign in', `One click, as ${prescriber.name}.`, hasClinic ? chart : desk)}
      ${step('write', `Write lisinopril 10 mg for ${patient.name}`, 'Search, directions in shorthand, Ctrl Enter, a pharmacy, sign.', hasClinic ? chart : '')}
      ${step('watch', 'Watch it travel', 'Each attempt, the message itself, the pharmacy’s answer.', room)}
      ${step('pharmacist', 'Be the pharmacist', 'In the control room, open your order and let its pharmacy report.', room)}
      ${step('rescue', 'Rescue a stuck order', 'On the desk: choose another pharmacy in two clicks.', desk)}
    </ol>
  </section>`;
}

function step(id: string, name: string, about: string, act: SafeHtml | ''): SafeHtml {
  return html`<li data-step-of="${id}"><span class="mark" aria-hidden="true"></span>
    <div><strong>${name}</strong> <span class="visually-hidden" data-done></span><p>${about}</p></div>${act}</li>`;
}
