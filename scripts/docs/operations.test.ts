// Holds the alert rules, the dashboards and the runbook to each other and to the figures that the service has.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProgram } from '@pestle/cli/program';
import { family, fullName } from '@pestle/cli/run-program';
import { metricsOfRegistry } from '../generate/service/metric-reference.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const RULES = 'deploy/prometheus/alerts.yml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yml';

/** The rules, each as its fields by name; values lose their quotes. */
function rules(): readonly Readonly<Record<string, string>>[] {
  return textOf(RULES)
    .split(/^ {6}- /m)
    .slice(1)
    .map((rule) =>
      Object.fromEntries(
        rule
          .split('\n')
          .map((line) => /^\s*(\w+): (.+)$/.exec(line))
          .filter((found) => found !== null)
          .map(([, name = '', value = '']) => [name, value.replace(/^'(.*)'$/, '$1').replaceAll("''", "'")]),
      ),
    );
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const dashboards = (): readonly Dashboard[] =>
  globSync('deploy/grafana/*.json', { cwd: root }).map((file) => JSON.parse(textOf(file)) as Dashboard);

/** What a rule or a panel reads: each figure with the labels by which it is chosen. */
function figuresIn(expression: string): [name: string, labels: readonly string[]][] {
  return [...expression.matchAll(/\b((?:pestle|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selectors = '']) => [
      name,
      [...selectors.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label = '']) => label),
    ],
  );
}

test('every alert says what it is in one sentence, how urgent it is, and where the runbook tells what to do', () => {
  assert.ok(rules().length > 15);
  for (const { alert = '', expr, severity = '', summary = '', description, runbook, ...rest } of rules()) {
    assert.match(alert, /^Pestle[A-Z]\w+$/);
    assert.ok(expr !== undefined && description !== undefined && rest['for'] !== undefined, alert);
    assert.ok(['page', 'ticket'].includes(severity), `${alert}: ${severity}`);
    assert.match(summary, /^[A-Z].*\.$/, alert);
    assert.equal(runbook, `docs/runbook.md#${alert.toLowerCase()}`);
  }
});

test('every alert has its section in the runbook with all five questions answered, and every section its alert', () => {
  const sections = textOf('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.startsWith('Pestle'));
  assert.deepEqual(
    sections.map((section) => section.split('\n', 1)[0]),
    rules().map(({ alert }) => alert),
  );
  for (const [index, section] of sections.entries()) {
    const { severity, summary, alert } = rules()[index] ?? {};
    assert.ok(section.includes(`${severity}: ${summary}`), alert);
    for (const question of [
      'What it means.',
      'Who is affected.',
      'What to look at.',
      'What to do.',
      'When it is over.',
    ])
      assert.match(section, new RegExp(`\\*\\*${question}\\*\\*\\s+\\S`), `${alert}: ${question}`);
  }
});

test('the runbook names only commands that there are', () => {
  const known = new Set(
    family(createProgram())
      .filter(({ commands }) => commands.length === 0)
      .map((command) => fullName(command).replace(/^pestle /, '')),
  );
  const named = [...textOf('docs/runbook.md').matchAll(/`pestle ([a-z-]+(?: [a-z-]+)*)/g)].map(
    ([, words = '']) => words.split(' '),
  );
  assert.ok(named.length > 15);
  for (const words of named)
    assert.ok(
      words.some((_, index) => known.has(words.slice(0, index + 1).join(' '))),
      `pestle ${words.join(' ')}`,
    );
});

test('every figure of the rules and dashboards is in the registry, with the labels by which it is chosen, and described', async () => {
  const registry = new Map((await metricsOfRegistry()).map((metric) => [metric.name, metric]));
  const expressions = [
    ...rules().map(({ alert, expr = '' }) => [alert, expr] as const),
    ...dashboards().flatMap(({ title, panels }) =>
      panels.flatMap((panel) => panel.targets.map(({ expr }) => [`${title}: ${panel.title}`, expr] as const)),
    ),
  ];
  const used = new Set<string>();
  for (const [where, expression] of expressions) {
    const figures = figuresIn(expression);
    assert.ok(figures.length > 0 || /\bup\{/.test(expression), `${where} reads no figure: ${expression}`);
    for (const [name, labels] of figures) {
      const metric =
        registry.get(name) ??
        registry.get(name.replace(/_(?:bucket|count|sum)$/, '')) ??
        assert.fail(`${where}: ${name}`);
      used.add(metric.name);
      for (const label of labels)
        assert.ok(metric.labelNames.includes(label) || label === 'le', `${where}: ${name} has no ${label}`);
    }
  }
  const reference = textOf('docs/reference/metrics.md');
  for (const { name, help } of registry.values()) {
    assert.ok(help.length > 10, name);
    if (!name.startsWith('pestle_')) continue;
    assert.ok(reference.includes(`| \`${name}\` |`), `${name} is not described`);
    assert.ok(used.has(name), `${name} stands on no dashboard and in no rule`);
  }
});

test('the dashboards are what Grafana reads: each its own id, each panel its own id, place and question', () => {
  const all = dashboards();
  assert.equal(new Set(all.map(({ uid }) => uid)).size, all.length);
  for (const { title, panels } of all) {
    const places = panels.map((panel) => JSON.stringify((panel as unknown as { gridPos: unknown }).gridPos));
    assert.equal(new Set(places).size, panels.length, title);
    assert.ok(
      panels.every(({ title: name, targets }) => name !== '' && targets.length > 0),
      title,
    );
  }
});

test('Prometheus reads the rules, and each alert fires where it should and nowhere else', (t) => {
  const tests = textOf(RULE_TESTS);
  for (const { alert } of rules())
    for (const state of ['fires', 'is quiet']) assert.ok(tests.includes(`name: ${alert} ${state}\n`), alert);
  for (const arguments_ of [
    ['check', 'rules', RULES],
    ['test', 'rules', RULE_TESTS],
  ]) {
    const { error, status, stdout, stderr } = spawnSync('promtool', arguments_, {
      cwd: root,
      encoding: 'utf8',
    });
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
      t.diagnostic('promtool was not found: only the form of the rules was checked, not when they fire');
      return;
    }
    assert.equal(status, 0, `${stdout}${stderr}`);
  }
});
