// The report as one HTML file that can be mailed, printed and read without anything else.
import { createHash } from 'node:crypto';
import { paletteCss } from '@pestle/rules/colors';
import { html, type SafeHtml } from '@remix-run/html-template';
import type { CaseReport, ConformanceReport, ReportedMessage, Verdict } from './report.ts';

const VERDICTS: Readonly<Record<Verdict, { readonly sign: string; readonly word: string }>> = {
  passed: { sign: '✓', word: 'Passed' },
  warning: { sign: '!', word: 'Look at this' },
  failed: { sign: '✕', word: 'Failed' },
  skipped: { sign: '–', word: 'Not tried' },
};

export function conformancePage(report: ConformanceReport): string {
  const { pharmacy, passed } = report;
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Conformance of ${pharmacy.name}</title>
<style>${html.raw`${STYLE}`}</style>
</head>
<body>
<main>
<h1>Conformance of ${pharmacy.name}</h1>
<p class="${passed ? 'passed' : 'failed'} outcome"><strong>${passed ? 'Passed' : 'Not passed yet'}</strong> ${counts(report)}</p>
${factsOf(report)}
<h2>What was tried</h2>
<ol>${report.cases.map(caseItem)}</ol>
${holdings(report)}
</main>
</body>
</html>
`);
}

function counts({ cases }: ConformanceReport): string {
  const count = (verdict: Verdict): number => cases.filter((one) => one.verdict === verdict).length;
  return `${count('passed')} passed, ${count('warning')} to look at, ${count('failed')} failed, ${count('skipped')} not tried`;
}

function factsOf(report: ConformanceReport): SafeHtml {
  const rows: readonly (readonly [string, string])[] = [
    ['NCPDP id', report.pharmacy.ncpdpId === '' ? 'none' : report.pharmacy.ncpdpId],
    ['Address', report.endpoint],
    [
      'Messages',
      report.version === null
        ? 'its own API'
        : `SCRIPT ${report.version}, ${report.form?.toUpperCase() ?? ''}`,
    ],
    ['Credentials', report.credentials],
    ['Run', `${report.startedAt} to ${report.endedAt}`],
  ];
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function caseItem({ id, title, expected, verdict, seen, advice, messages }: CaseReport): SafeHtml {
  const { sign, word } = VERDICTS[verdict];
  return html`<li id="${id}" class="${verdict}">
<h3><span aria-hidden="true" class="sign">${sign}</span> ${title} <span class="word">${word}</span></h3>
<p>${seen}</p>
${advice === null ? null : html`<p class="advice"><strong>What to do:</strong> ${advice}</p>`}
<p class="expected">Expected: ${expected}</p>
${messages.map(messageDetails)}
</li>`;
}

function messageDetails({ messageId, sentAt, ms, request, httpStatus, answer }: ReportedMessage): SafeHtml {
  return html`<details>
<summary>${messageId}, ${sentAt}, ${ms} ms, ${httpStatus === null ? 'no answer' : `HTTP ${httpStatus}`}</summary>
<h4>Sent</h4>
<pre tabindex="0">${request}</pre>
${answer === null ? null : html`<h4>Answered</h4><pre tabindex="0">${answer}</pre>`}
</details>`;
}

function holdings({ held }: ConformanceReport): SafeHtml {
  const list = (ids: readonly string[]): SafeHtml =>
    ids.length === 0
      ? html`<p>None.</p>`
      : html`<ul class="ids">${ids.map((one) => html`<li><code>${one}</code></li>`)}</ul>`;
  return html`<h2>What you should hold now</h2>
<p>Each of these once, and nothing else of this run. All of them are tests: delete them, and dispense nothing.</p>
${list(held.prescriptions)}
<h3>Of these canceled</h3>
${list(held.canceled)}`;
}

const STYLE = `
${paletteCss()}* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--fg); }
main { max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; } h4 { margin: .5rem 0 0; font-size: .9rem; }
.outcome { padding: .75rem 1rem; border-radius: .5rem; }
.outcome.passed { background: var(--ok-bg); color: var(--ok); } .outcome.failed { background: var(--danger-bg); color: var(--danger); }
dl { display: grid; gap: .25rem 1rem; } dl div { display: grid; grid-template-columns: 8rem 1fr; } dt { color: var(--muted); } dd { margin: 0; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
ol { list-style: none; padding: 0; display: grid; gap: .75rem; }
ol > li { background: var(--surface); border: 1px solid var(--border); border-left: .4rem solid var(--control); border-radius: .5rem; padding: .75rem 1rem; break-inside: avoid; }
li.passed { border-left-color: var(--ok); } li.warning { border-left-color: var(--warn); } li.failed { border-left-color: var(--danger); }
.word { font-weight: normal; } .passed .word, .passed .sign { color: var(--ok); } .warning .word, .warning .sign { color: var(--warn); } .failed .word, .failed .sign { color: var(--danger); } .skipped .word { color: var(--muted); }
li p { margin: .25rem 0; } .expected, summary { color: var(--muted); font-size: .9rem; }
summary { min-height: 1.75rem; cursor: pointer; } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
pre { overflow: auto; max-height: 24rem; padding: .5rem; background: var(--bg); border: 1px solid var(--border); font-size: .8rem; white-space: pre-wrap; }
.ids { columns: 2 18rem; padding-left: 1.2rem; }
`;

/** With what a server sends it: nothing but its own style counts, and what a pharmacy answered runs nowhere. */
export const CONFORMANCE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox`;
