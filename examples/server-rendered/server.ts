// A host whose server writes the pages: no framework and no bundler; the browser gets the elements from the service itself.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { VERSION } from '@pestle/elements';
import { html } from '@remix-run/html-template';
import { type Chart, charts } from './patients.ts';

// The sandbox that `npm start` runs in the repository's root. Your own service, application and organization go here.
const {
  PESTLE_URL: service = 'http://127.0.0.1:8080',
  PESTLE_APPLICATION: application = 'app_0C11N1C0PAGE00000000000000',
  PESTLE_ORGANIZATION: organization = 'org_0R1VERS1DE0C11N1C000000000',
  PORT: port = '5173',
} = process.env;

// The script is pinned to the version that was installed and tested, and to its very bytes.
const script = `${service}/elements/${VERSION}/pestle.js`;
const answer = await fetch(`${service}/elements/${VERSION}/integrity.json`);
if (!answer.ok) throw new Error(`${service} does not serve the elements ${VERSION}.`);
const { 'pestle.js': integrity } = (await answer.json()) as Record<string, string>;

/** The whole of what the elements need of a page's policy. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  `script-src 'self' ${service}`,
  `connect-src 'self' ${service}`,
  'img-src data:',
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

function page(chart: Chart): string {
  return String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Pestle in a server-rendered page</title>
    <link rel="icon" href="data:,">
    <script type="module" src="${script}" integrity="${integrity}" crossorigin="anonymous"></script>
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <main>
      <h1>${chart.name}</h1>
      <nav>
        ${charts.map(({ patientId, name }) => html`<a href="/?patient=${patientId}">${name}</a> `)}
        <button type="button" id="form">Close form</button>
      </nav>

      <svc-client id="${application}" org="${organization}">
        <svc-prescribe-workflow
          patient-id="${chart.patientId}"
          initial-prescriptions="${JSON.stringify(chart.planned)}"
          enable-order="true"
          enable-local-pickup="true"
        ></svc-prescribe-workflow>
        <svc-med-history patient-id="${chart.patientId}"></svc-med-history>
      </svc-client>

      <h2>What the host gets</h2>
      <ol id="log"></ol>
    </main>
  </body>
</html>`);
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const chart = charts.find(({ patientId }) => patientId === searchParams.get('patient')) ?? charts[0];
  const send = (type: string, body: string): void =>
    void response
      .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy })
      .end(body);
  if (pathname === '/') send('text/html', page(chart));
  else if (pathname === '/chart') send('application/json', JSON.stringify(chart));
  else if (pathname === '/page.js')
    send('text/javascript', readFileSync(new URL('./public/page.js', import.meta.url), 'utf8'));
  else response.writeHead(404).end();
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
