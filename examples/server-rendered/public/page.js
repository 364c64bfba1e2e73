// The page's own script: a log of events, the button that closes the form, and patients that change without loading the page again.
const client = document.querySelector('svc-client');
const workflow = document.querySelector('svc-prescribe-workflow');
const history = document.querySelector('svc-med-history');
const log = document.querySelector('#log');

// Events bubble and leave shadow roots: one listener on the document gets those of every element.
for (const type of [
  'svc-ready',
  'svc-draft-prescription-created',
  'svc-order-created',
  'svc-prescriptions-created',
  'svc-error',
])
  document.addEventListener(type, ({ detail }) => {
    const line = document.createElement('li');
    line.textContent = `${type} ${JSON.stringify(detail)}`;
    log.append(line);
  });

document.querySelector('#form').addEventListener('click', ({ currentTarget }) => {
  const closes = workflow.isConnected;
  if (closes) workflow.remove();
  else client.prepend(workflow);
  currentTarget.textContent = closes ? 'Open form' : 'Close form';
});

for (const link of document.querySelectorAll('nav a'))
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void show(new URL(link.href).search);
  });

async function show(search) {
  const chart = await (await fetch(`/chart${search}`)).json();
  // What changes in one turn reaches the element at once. Properties take objects as they are.
  workflow.patientId = chart.patientId;
  workflow.initialPrescriptions = chart.planned;
  history.patientId = chart.patientId;
  document.querySelector('h1').textContent = chart.name;
  window.history.replaceState(null, '', `/${search}`);
}
