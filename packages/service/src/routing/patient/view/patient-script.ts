// The one script of the patient's pages: it looks whether the order has changed, and finds pharmacies near the telephone when it is asked to.
// Everything works without it.
import { fixedFile } from '../../../kernel/web/pages/fixed-file.ts';

/** Runs in the browser as it stands here. */
export const PATIENT_SCRIPT = fixedFile(
  '/pages/patient',
  'js',
  `
const part = () => document.querySelector('[data-visit]');
const fresh = (text) => {
  const line = part()?.querySelector('[data-fresh]');
  if (!line) return;
  line.hidden = false;
  line.querySelector('span').textContent = text;
};
// In the zone of the page's other times, wherever the telephone is.
const time = () => new Date().toLocaleTimeString(document.documentElement.lang + '-US', { hour: 'numeric', minute: '2-digit', timeZone: part().dataset.zone });
// A document that the browser reads itself: no text becomes markup here.
const look = (revision) => {
  const request = new XMLHttpRequest();
  request.open('GET', part().dataset.visit);
  request.responseType = 'document';
  request.onload = () => {
    const next = request.status === 200 ? request.response?.querySelector('[data-visit]') : null;
    if (!next) return location.reload();
    const focused = part().contains(document.activeElement);
    part().replaceWith(document.adoptNode(next));
    if (revision) part().dataset.revision = revision;
    fresh(time());
    if (focused) part().querySelector('h1')?.focus();
  };
  request.send();
};
let misses = 0;
const ask = async () => {
  try {
    const answer = await fetch(part().dataset.visit + '/revision', { cache: 'no-store' });
    if (answer.status === 403 || answer.status === 410) return location.reload();
    if (!answer.ok) throw 0;
    misses = 0;
    const revision = await answer.text();
    if (revision === part().dataset.revision) fresh(time());
    else look(revision);
  } catch {
    misses += 1;
    const line = part()?.querySelector('[data-fresh]');
    if (line && misses > 1) line.hidden = true;
  }
};
if (part()) {
  fresh(time());
  let timer;
  const poll = () => { timer ??= setInterval(() => document.hidden || ask(), 5000); };
  const source = new EventSource(part().dataset.visit + '/live');
  source.addEventListener('hello', () => { timer = clearInterval(timer); ask(); });
  source.addEventListener('change', ask);
  source.addEventListener('anew', ask);
  source.addEventListener('end', () => { source.close(); poll(); });
  // Where nothing comes through, it is asked for.
  source.onerror = poll;
  document.addEventListener('visibilitychange', () => document.hidden || ask());
}
for (const button of document.querySelectorAll('button[data-near]')) {
  if (!navigator.geolocation) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    const field = button.form.elements.namedItem('near');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Two digits are about a kilometer: enough to find a pharmacy, too little to find a house.
        field.value = coords.latitude.toFixed(2) + ',' + coords.longitude.toFixed(2);
        button.form.requestSubmit();
      },
      () => { button.nextElementSibling.textContent = button.dataset.near; },
      { maximumAge: 600000, timeout: 10000 },
    );
  });
}
`,
);
