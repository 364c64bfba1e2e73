// The clinic's own script: shows what a host page is told. One listener on the document gets every event of every element.
'use strict';

const EVENTS = [
  'svc-ready',
  'svc-draft-prescription-created',
  'svc-draft-prescription-deleted',
  'svc-coverage-checked',
  'svc-order-created',
  'svc-order-combined',
  'svc-prescriptions-created',
  'svc-prescribe-success',
  'svc-order-error',
  'svc-prescriptions-error',
  'svc-error',
];

/** Entries that stay in the log. */
const LOG_ENTRIES_MAX = 50;

const log = document.getElementById('log');
const empty = document.getElementById('log-empty');

function write(event) {
  if (log === null || empty === null) return;
  const entry = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = event.type;
  if (event.type.endsWith('error')) entry.className = 'problem';
  const time = document.createElement('time');
  time.textContent = new Date().toLocaleTimeString();
  const from = document.createElement('span');
  from.textContent = `<${event.target.localName}>`;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `detail of ${event.type}`;
  const text = document.createElement('pre');
  // Scrolls sideways, so that the keyboard must reach it.
  text.tabIndex = 0;
  text.textContent = JSON.stringify(event.detail, null, 2);
  details.append(summary, text);
  entry.append(name, ' ', from, ' ', time, details);
  log.prepend(entry);
  while (log.childElementCount > LOG_ENTRIES_MAX) log.lastElementChild.remove();
  empty.hidden = true;
}

for (const name of EVENTS) document.addEventListener(name, write);

// A device stands beside the chart as a small window; where none can be opened, the link leads to a tab.
for (const device of document.querySelectorAll('[data-device]'))
  device.addEventListener('click', (event) => {
    const [width, height] = device.dataset.device.split('x');
    const left = Math.max(0, screen.availWidth - Number(width));
    const opened = open(
      device.href,
      device.target,
      `popup,width=${width},height=${height},left=${left},top=0`,
    );
    if (opened !== null) event.preventDefault();
  });

document.getElementById('clear-log')?.addEventListener('click', () => {
  log.replaceChildren();
  empty.hidden = false;
});

// After a sign-in that left the page, the address of the chart is back: its page follows.
if (document.querySelector('svc-prescribe-workflow') === null)
  document.addEventListener('svc-ready', () => {
    if (new URLSearchParams(location.search).has('patient')) location.reload();
  });
