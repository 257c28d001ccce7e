/** @module-tag release */
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseMetrics, usesOf } from '../support/metric-samples.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { json, type Service, startProgram, startService, temporaryDirectory } from '../support/service.ts';
import {
  hasPrometheus,
  MONITORING,
  placeConfiguration,
  promtool,
  type Started,
  startNodeExporter,
  startPrometheus,
} from './monitoring-stack.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; legendFormat: string; refId: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

const ROOT = path.resolve(MONITORING, '../..');
const dashboard = JSON.parse(await readFile(`${MONITORING}/grafana/dashboards/quaestor.json`, 'utf8')) as {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string }[] };
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const runbooks = await readFile(`${ROOT}/docs/how-to/runbooks.md`, 'utf8');

/** The prefixes of the metrics that we use from other programs. */
const OF_OTHERS = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'];
const OF_BACKUPS = 'quaestor_backup_last_success_timestamp_seconds';
/** Labels that Prometheus adds. */
const LABELS_OF_PROMETHEUS = ['job', 'instance'];
/** Metrics that a healthy service does not expose. The tests of the reference page cover them. */
const NOT_UNDER_LOAD = new Set(['code=overloaded', 'outcome=failed|retried', 'status=5..']);

/** Five programs have to start, possibly on a busy machine. */
const STARTED_WITHIN_MS = 300_000;

describe.skipIf(!hasPrometheus())('monitoring', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let service: Service;
  let prometheus: Started;
  let families: ReturnType<typeof parseMetrics>;
  let byProcess: Record<'api' | 'worker', Set<string>>;
  let rules: Rule[];
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    ends.unshift(() => directory.remove());
    const postgres = await startOwnPostgres(`${directory.path}/own`);
    ends.unshift(() => postgres.stop());
    // The primary is also configured as the replica. It is not used as one, but the metrics exist.
    const own = { DATABASE_URL: postgres.url, DATABASE_REPLICA_URL: postgres.url, DATA_DIR: `${directory.path}/data` };
    service = await startService({ ...own, API_PROCESSES: '2' }, [], 'api'); // gives each metric the label `process`
    ends.unshift(() => service.end());
    const worker = startProgram(own, [], 'worker');
    ends.unshift(() => {
      worker.process.kill('SIGTERM');
      return once(worker.process, 'exit');
    });
    const address = /"address":"http:\/\/([^"]+)"/u;
    while (!address.test(worker.output())) {
      if (worker.process.exitCode !== null) throw new Error(`the worker ended: ${worker.output()}`);
      await wait(50);
    }
    const workerAt = address.exec(worker.output())?.[1] ?? '';
    const textfiles = `${directory.path}/textfiles`;
    await mkdir(textfiles);
    await writeFile(`${textfiles}/quaestor_backup.prom`, `${OF_BACKUPS} ${Math.floor(Date.now() / 1000)}\n`);
    const exporter = await startNodeExporter(textfiles);
    ends.unshift(() => exporter.stop());
    const token = service.authorization.replace('Bearer ', '');
    const configuration = await placeConfiguration(`${directory.path}/prometheus`, token, {
      'api:8080': new URL(service.origin).host,
      'worker:9464': workerAt,
      'node-exporter:9100': `127.0.0.1:${exporter.port}`,
    });
    prometheus = await startPrometheus(configuration);
    ends.unshift(() => prometheus.stop());
    await load(service);
    const read = async (origin: string) =>
      (await fetch(`${origin}/metrics`, { headers: { authorization: service.authorization } })).text();
    const [api, work] = [parseMetrics(await read(service.origin)), parseMetrics(await read(`http://${workerAt}`))];
    byProcess = { api: new Set(api.map(({ name }) => name)), worker: new Set(work.map(({ name }) => name)) };
    families = [...api, ...work];
    await wait(3000); // enough for several scrapes
    rules = (await ask<{ groups: { rules: { name: string; query: string }[] }[] }>('/api/v1/rules')).groups.flatMap(
      (group) =>
        group.rules.map(({ name, query, ...rule }) => ({ ...rule, alert: name, expr: query }) as unknown as Rule),
    );
  }, STARTED_WITHIN_MS);

  afterAll(async () => {
    for (const end of ends) await end();
  });

  async function ask<Data>(url: string): Promise<Data> {
    const reply = await fetch(`http://127.0.0.1:${prometheus.port}${url}`);
    const { status, data, error } = (await reply.json()) as { status: string; data: Data; error?: string };
    if (status !== 'success') throw new Error(`${url}: ${error}`);
    return data;
  }

  const samplesOf = (metric: string) =>
    families.flatMap(({ samples }) => samples.filter(({ name }) => name === metric));

  describe('the rules', () => {
    it('pass validation, as does the configuration', async () => {
      expect(promtool('check', 'rules', `${MONITORING}/alerts.yml`)).toContain('SUCCESS');
      expect(promtool('check', 'config', await placeConfiguration(`${directory.path}/checked`, 'token'))).toContain(
        'SUCCESS',
      );
      // As in the how-to, before there is a file with a token.
      expect(promtool('check', 'config', '--syntax-only', `${MONITORING}/prometheus.yml`)).toContain('SUCCESS');
    });

    it('each fire when they should, and none during a healthy hour', async () => {
      expect(promtool('test', 'rules', `${MONITORING}/alerts.test.yml`)).toContain('SUCCESS');
      const tests = await readFile(`${MONITORING}/alerts.test.yml`, 'utf8');
      const [healthy = '', ...broken] = tests.split(/\n {2}- name: /u).slice(1);
      for (const { alert } of rules) {
        expect(healthy).toContain(`{ alertname: ${alert}, eval_time: 1h, exp_alerts: [] }`);
        expect(
          broken.filter((test) => test.includes(`alertname: ${alert}\n        exp_alerts:\n          - exp_labels`)),
        ).not.toEqual([]);
      }
    });

    it('have a severity, a description and a link', () => {
      expect(rules.length).toBeGreaterThanOrEqual(9);
      for (const { alert, labels, annotations } of rules) {
        expect(['critical', 'warning'], alert).toContain(labels.severity);
        expect(annotations.summary.length * annotations.description.length, alert).toBeGreaterThan(0);
        expect(annotations.runbook_url).toBe(`docs/how-to/runbooks.md#${alert.toLowerCase()}`);
        const page = new RegExp(`^## ${alert}\\n(?<text>[^]*?)(?=^## |$(?![^]))`, 'mu').exec(runbooks)?.groups?.[
          'text'
        ];
        for (const part of ['**What it means.**', '**Look at.**', '**Do.**']) expect(page, alert).toContain(part);
      }
      expect([...runbooks.matchAll(/^## (Quaestor\w+)$/gmu)].map(([, alert]) => alert)).toEqual(
        rules.map(({ alert }) => alert),
      );
    });

    it('do not fire for a healthy service', async () => {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('/api/v1/alerts');
      const firing = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      expect(firing).toEqual([]);
    });
  });

  describe('the dashboard', () => {
    it('has panels with a title, a description and a unit, which do not overlap', () => {
      expect(dashboard.uid).toBe('quaestor');
      expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
      expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
        'Now',
        'Traffic',
        'Latency',
        'Errors and rejections',
        'Database',
        'Jobs and analyses',
        'Node.js',
      ]);
      const taken = new Set<string>();
      for (const { gridPos, title } of dashboard.panels) {
        expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
            expect(taken.has(`${x} ${y}`), title).toBe(false);
            taken.add(`${x} ${y}`);
          }
      }
      for (const { title, description, fieldConfig, targets = [] } of panels) {
        expect([title, description, fieldConfig?.defaults.unit], title).toEqual(
          [/./u, /\.$/u, /./u].map((text) => expect.stringMatching(text)),
        );
        expect(targets.length, title).toBeGreaterThan(0);
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      }
    });

    it('uses only variables that it defines', () => {
      const known = new Set(['__rate_interval', ...dashboard.templating.list.map(({ name }) => name)]);
      for (const [, name = ''] of JSON.stringify(dashboard).matchAll(/\$\{?(\w+)/gu)) expect(known).toContain(name);
    });

    it('has data in each panel', async () => {
      const empty: string[] = [];
      for (const { title, targets = [] } of panels)
        for (const { expr } of targets) {
          const query = expr.replaceAll('$__rate_interval', '30s').replaceAll(/"\$\w+"/gu, '".*"');
          const { result } = await ask<{ result: unknown[] }>(`/api/v1/query?query=${encodeURIComponent(query)}`);
          if (result.length === 0) empty.push(title);
        }
      // Nothing fails here, and a container may have no disk of its own, so these panels may be empty.
      const quiet = ['Errors by status', 'Free disk space', 'Unfinished analyses'];
      expect(empty.filter((title) => !quiet.includes(title))).toEqual([]);
    });
  });

  describe('metrics', () => {
    const expressions = () => [
      ...rules.map(({ alert, expr }) => ({ place: alert, expr })),
      ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ place: title, expr }))),
    ];

    it('exist with all labels that rules and panels use', () => {
      const wrong: string[] = [];
      for (const { place, expr } of expressions()) {
        const { uses, grouping } = usesOf(expr);
        expect(uses.length, place).toBeGreaterThan(0);
        const labelsThere = new Set(LABELS_OF_PROMETHEUS);
        for (const { metric, labels } of uses) {
          if (OF_OTHERS.includes(metric) || metric === OF_BACKUPS) continue;
          const samples = samplesOf(metric);
          if (samples.length === 0) wrong.push(`${place}: ${metric}`);
          for (const name of Object.keys(samples[0]?.labels ?? {})) labelsThere.add(name);
          for (const { name, value } of labels) {
            if (LABELS_OF_PROMETHEUS.includes(name) || NOT_UNDER_LOAD.has(`${name}=${value}`)) continue;
            const whole = new RegExp(`^(?:${value})$`, 'u');
            if (!samples.some((sample) => whole.test(sample.labels[name] ?? '')))
              wrong.push(`${place}: ${metric} ${name}=${value}`);
          }
        }
        for (const label of grouping) if (!labelsThere.has(label)) wrong.push(`${place}: by ${label}`);
      }
      expect(wrong).toEqual([]);
    });

    it('include those of the node exporter, with the age of the backup', async () => {
      for (const metric of [...OF_OTHERS, OF_BACKUPS]) {
        const { result } = await ask<{ result: unknown[] }>(`/api/v1/query?query=${metric}`);
        expect(result, metric).not.toEqual([]);
      }
    });

    it('match the reference; our own with their type, labels and processes', async () => {
      const reference = await readFile(`${ROOT}/docs/reference/metrics.md`, 'utf8');
      const ours =
        /^\| `(?<name>quaestor_(?!backup)\w+)` +\| (?<type>\w+) +\| (?<labels>[^|]*?) +\| (?<from>[^|]*?) +\| \w/gmu;
      const documented = [...reference.matchAll(ours)].map(({ groups }) => ({ ...groups }));
      const given = [...new Set(families.map(({ name }) => name))]
        .filter((name) => name.startsWith('quaestor_'))
        .map((name) => {
          const same = families.filter((family) => family.name === name);
          const samples = same.flatMap((family) => family.samples.map(({ labels }) => Object.keys(labels)));
          const labels = [...new Set(samples.flat())]
            .filter((label) => label !== 'le' && label !== 'process')
            .map((label) => `\`${label}\``);
          const from = (['api', 'worker'] as const).filter((process) => byProcess[process].has(name));
          return { name, type: same[0]?.type, labels: labels.join(', '), from: from.join(', ') };
        });
      const byName = (left: { name?: string }, right: { name?: string }) =>
        String(left.name).localeCompare(String(right.name));
      expect(documented.toSorted(byName)).toEqual(given.toSorted(byName));

      const usual = [...reference.matchAll(/^\| `((?:process|nodejs)_\w+)`/gmu)].map(([, name = '']) => name);
      for (const process of ['api', 'worker'] as const)
        expect([...byProcess[process]].filter((name) => !name.startsWith('quaestor_')).toSorted()).toEqual(
          usual.toSorted(),
        );
    });
  });
});

/** Sends a mix of requests for several seconds, because rates need several scrapes. */
async function load(service: Service): Promise<void> {
  const question = (number: number) => ({
    question_text: `What is ${number} plus one?`,
    correct_answer: String(number + 1),
    category: 'Mathematics',
    difficulty: 0,
  });
  for (let round = 0; round < 8; round += 1) {
    const created = await service.fetch('/questions', json([question(round * 2), question(round * 2 + 1)]));
    expect(created.status).toBe(201);
    await service.fetch('/questions?limit=5');
    await service.fetch('/questions?q=plus');
    await service.fetch('/questions/nobody');
    await service.fetch('/questions', { headers: { authorization: 'Bearer nonsense' } });
    const headers = { ...json({}).headers, prefer: 'wait=30' };
    const body = { analysis_type: 'coverage', filter: {} };
    const run = await service.fetch('/analysis/run', { ...json(body), headers });
    expect(run.status).toBe(201);
    await service.fetch(`/analysis/${((await run.json()) as { id: string }).id}`);
    await wait(1000);
  }
}
