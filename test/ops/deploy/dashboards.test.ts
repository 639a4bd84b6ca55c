/**
 * Grafana's dashboards and Prometheus' alerts use metrics and labels that the running parts have; Prometheus itself parses them. A drawn
 * threshold is an alert's and links to its runbook.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { deployDir, readCompose, readDeployed } from './compose.ts';
import { metricsOfParts, type Registered } from './metrics-of-parts.ts';

interface Panel {
  readonly title: string;
  readonly fieldConfig: {
    readonly defaults: {
      readonly thresholds: { readonly steps: readonly { readonly color: string; readonly value: number | null }[] };
    };
  };
  readonly links?: readonly { readonly title: string; readonly url: string }[];
  readonly targets: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const files = globSync('grafana/dashboards/*.json', { cwd: deployDir }).toSorted();
const dashboards = files.map((file) => JSON.parse(readDeployed(file)) as Dashboard);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const rules = (parse(readDeployed('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const expressions = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules.map(({ expr }) => expr)];

/** Metrics of Prometheus, node_exporter, the `npm start` supervisor and haproxy (see balancer.test.ts), with the labels in use. */
const ofOthers: Registered = new Map([
  ['tickerwire_part_up', new Set(['part'])],
  ['up', new Set(['job', 'instance'])],
  ['haproxy_server_status', new Set(['proxy', 'server', 'state'])],
  ['node_filesystem_avail_bytes', new Set(['instance', 'mountpoint', 'fstype'])],
]);

const words = new Set(['sum', 'max', 'min', 'rate', 'increase', 'time', 'histogram_quantile', 'predict_linear', 'by', 'unless']);

/** Returns every metric of an expression and each label it names. A grouping's labels count for every metric in it. */
function namesIn(expression: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(',').map((name) => name.trim()));
  const matched = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, text]) =>
    [...text!.matchAll(/(\w+)(?:=~|!~|!=|=)/g)].map(([, name]) => name!),
  );
  const bare = expression.replaceAll(/\bby \([^)]*\)|\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ');
  const metrics = [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)].map(([name]) => name).filter((name) => !words.has(name));
  return { metrics, labels: [...new Set([...grouped, ...matched])] };
}

test('dashboards and alerts ask for metrics and labels that the parts have', () => {
  const registered: Registered = new Map([...metricsOfParts(), ...ofOthers]);
  expect(expressions.length).toBeGreaterThan(60);
  for (const expression of expressions) {
    const { metrics, labels } = namesIn(expression);
    expect(metrics.length, expression).toBeGreaterThan(0);
    const unknown = metrics.filter((name) => !registered.has(name));
    expect(unknown, expression).toEqual([]);
    const odd = labels.filter((label) => !metrics.every((name) => registered.get(name)!.has(label)));
    expect(odd, expression).toEqual([]);
  }
});

test('every alert has a name, a severity, a summary and a runbook, and every runbook an alert', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(labels.severity, alert).toMatch(/^(page|warn)$/);
    expect(annotations.summary, alert).not.toBe('');
  }
  const runbooks = globSync('ops/runbooks/*.md', { cwd: join(deployDir, '../..') });
  expect([...new Set(rules.map(({ annotations }) => annotations.runbook))].toSorted()).toEqual(runbooks.toSorted());
});

test('a threshold is that of its alert, and links to the runbook of that alert', () => {
  const linked = panels.filter(({ links }) => links !== undefined);
  expect(linked.length).toBeGreaterThan(10);
  for (const { title, links, fieldConfig } of linked) {
    const rule = rules.find(({ alert }) => alert === links![0]!.title)!;
    expect(rule, title).toBeDefined();
    expect(links![0]!.url, title).toBe(`\${runbooks}/${rule.annotations.runbook.split('/').at(-1)}`);
    const [, operator, number] = /(==|>) ([\d.]+)(?: \* .*)?$/.exec(rule.expr)!;
    const wanted =
      `${operator} ${number}` === '== 0'
        ? [
            { color: 'red', value: null },
            { color: 'green', value: 1 },
          ]
        : [
            { color: 'green', value: null },
            { color: 'red', value: Number(number) },
          ];
    expect(fieldConfig.defaults.thresholds.steps, title).toEqual(wanted);
  }
});

test('Grafana is given the datasource and every dashboard, Prometheus every process of ours', () => {
  const monitored = readCompose('compose.yaml', 'compose-three.yaml', 'compose-monitoring.yaml');
  const given = (name: string): string[] => monitored.services[name]!.configs!.map(({ source }) => monitored.configs[source]!.file.slice(2));
  expect(
    given('grafana')
      .filter((file) => file.endsWith('.json'))
      .toSorted(),
  ).toEqual(files);
  const { datasources } = parse(readDeployed('grafana/provisioning/datasources/prometheus.yaml')) as { datasources: { uid: string; url: string }[] };
  expect(datasources.map(({ uid }) => uid)).toEqual(['prometheus']);
  expect(monitored.services.grafana!.environment).toHaveProperty(datasources[0]!.url.slice(1));
  const { providers } = parse(readDeployed('grafana/provisioning/dashboards/tickerwire.yaml')) as { providers: { options: { path: string } }[] };
  for (const { source, target } of monitored.services.grafana!.configs!.filter(({ source: name }) => name.startsWith('dashboard-')))
    expect(target, source).toContain(`${providers[0]!.options.path}/`);

  const { scrape_configs: jobs } = parse(readDeployed('prometheus/prometheus.yaml')) as {
    scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
  };
  const ours = Object.entries(monitored.services).filter(([name, { build }]) => build !== undefined && name !== 'prepare');
  expect(jobs[0]!.dns_sd_configs[0]!.names).toEqual(ours.map(([name]) => name));
  for (const [name, { environment }] of ours) expect(environment!.OPS_PORT, name).toBe(String(jobs[0]!.dns_sd_configs[0]!.port));
});

// Debian's package prometheus has it.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.skipIf(!hasPromtool)('Prometheus parses every expression and its own configuration, and alerts fire when they should', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-promtool-'));
  // Grafana replaces it with a duration.
  const asRules = expressions.map((expr, at) => ({ record: `dashboard:expression_${at}`, expr: expr.replaceAll('$__rate_interval', '1m') }));
  writeFileSync(join(dir, 'rules.yaml'), stringify({ groups: [{ name: 'dashboards', rules: asRules }] }));
  cpSync(join(deployDir, 'prometheus'), dir, { recursive: true });
  for (const args of [
    ['check', 'rules', 'rules.yaml'],
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml', 'slow-alerts.test.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: dir, encoding: 'utf8' });
    expect(status === 0 ? 'valid' : stdout + stderr).toBe('valid');
  }
  rmSync(dir, { recursive: true });
});
