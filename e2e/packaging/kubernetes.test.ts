/** @module-tag release */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryDirectory } from '../support/service.ts';
import { findFaults, type Manifest } from './kubernetes-rules.ts';
import { checkTypes } from './kubernetes-schema.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OVERLAYS = path.join(ROOT, 'deploy/kubernetes/overlays');
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
if (!hasKubectl && process.env['CI'] === 'true') throw new Error('kubectl is not installed');
if (!hasKubectl) process.stdout.write('SKIPPED: kubectl is not installed\n');

const reference = readFileSync(path.join(ROOT, 'docs/reference/configuration.md'), 'utf8');
const settings = new Set([...reference.matchAll(/^\| `([A-Z\d_]+)`/gmu)].map((match) => match[1] ?? ''));
const directory = await temporaryDirectory();
afterAll(() => directory.remove());

const rendered = new Map<string, Manifest[]>();
function render(overlay: string): Manifest[] {
  const known = rendered.get(overlay);
  if (known !== undefined) return structuredClone(known);
  const manifests = renderFolder(path.join(OVERLAYS, overlay));
  rendered.set(overlay, manifests);
  return structuredClone(manifests);
}

function renderFolder(folder: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', timeout: 60_000 });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

describe.skipIf(!hasKubectl).each(readdirSync(OVERLAYS))('the overlay %s', (overlay) => {
  it('has only fields of the published types', () => {
    expect(checkTypes(render(overlay), directory.path)).toEqual([]);
  });

  it('follows our rules', () => {
    expect(settings.size).toBeGreaterThan(40);
    expect(findFaults(render(overlay), settings)).toEqual([]);
  });

  it('has values that the service accepts', () => {
    const map = render(overlay).find(({ kind }) => kind === 'ConfigMap') as unknown as { data: Record<string, string> };
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT_MS: '0' };
    const api = spawnSync('node', ['server/src/bin/api.ts'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...map.data, ...away, BOOTSTRAP_TOKEN: 'x'.repeat(32) },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([api.status, api.stderr]).toEqual([1, expect.stringContaining('cannot be reached')]); // a wrong value would exit 78
  });
});

describe.skipIf(!hasKubectl)('the overlay of docs/how-to/deploy-kubernetes.md', () => {
  it('also follows our rules, and has its own host, image and settings', () => {
    const page = readFileSync(path.join(ROOT, 'docs/how-to/deploy-kubernetes.md'), 'utf8');
    const [, example = ''] = /```yaml\n([^]*?)```/u.exec(page) ?? [];
    // Kustomize accepts no absolute paths.
    const own = example.replace(/- quaestor\/(?=deploy)/u, `- ${path.relative(directory.path, ROOT)}/`);
    writeFileSync(path.join(directory.path, 'kustomization.yaml'), own);
    const manifests = renderFolder(directory.path);
    expect([...findFaults(manifests, settings), ...checkTypes(manifests, directory.path)]).toEqual([]);
    const text = JSON.stringify(manifests);
    expect(text).toContain('"image":"registry.example/quaestor:0.1.0"');
    expect(text).toContain('"PUBLIC_URL":"https://questions.school.example"');
    expect(text).not.toContain('quaestor.example"');
  });
});

/** Finds the part of a manifest at a path. */
type Node = Record<string, unknown>;
const API = 'Deployment/quaestor-api';
const POD = 'spec.template.spec';
const CONTAINER = `${POD}.containers.0`;

/** Renders the production overlay with one value changed or removed. */
function change(which: string, where: string, value?: unknown): Manifest[] {
  const manifests = render('production');
  const manifest = manifests.find(({ kind, metadata }) => `${kind}/${metadata.name}`.startsWith(which));
  const steps = where.split('.');
  const last = steps.pop() ?? '';
  const place = steps.reduce<Node>((node, step) => node[step] as Node, manifest as unknown as Node);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return manifests;
}

describe.skipIf(!hasKubectl)('a wrong manifest', () => {
  it.each([
    ['an unknown field', API, `${CONTAINER}.livenesProbe`, {}, '"livenesProbe"\' does not exist'],
    [
      'a deeply nested unknown field',
      'NetworkPolicy/quaestor-egress',
      'spec.egress.0.ports.0.number',
      53,
      '"number"\' does not exist',
    ],
    ['a value of another type', API, `${CONTAINER}.ports.0.containerPort`, '8080', "'string' is not assignable"],
    ['a missing field', API, 'spec.selector', undefined, "Property 'selector' is missing"],
    ['an unknown kind', API, 'apiVersion', 'apps/v1beta1', 'no types of apps/v1beta1 Deployment'],
    ['a field that PodMonitor lacks', 'PodMonitor/quaestor-api', 'spec.ports', [], '"ports"\' does not exist'],
  ])('is found by its type: %s', (_what, which, where, value, found) => {
    expect(checkTypes(change(which, where, value), directory.path).join('\n')).toContain(found);
  });

  it.each([
    [API, `${POD}.securityContext.runAsUser`, 0, 'quaestor-api runs as another user than 10001'],
    [API, `${POD}.securityContext.runAsNonRoot`, undefined, 'quaestor-api runs as another user than 10001'],
    [API, `${POD}.securityContext.seccompProfile`, undefined, 'quaestor-api has no seccomp profile'],
    [API, `${POD}.automountServiceAccountToken`, undefined, 'quaestor-api gets the token of a service account'],
    [API, `${POD}.enableServiceLinks`, undefined, 'quaestor-api gets an environment variable for each service'],
    [API, `${POD}.volumes.0.emptyDir`, {}, 'quaestor-api has a volume without a limit'],
    ['Job', `${CONTAINER}.securityContext`, undefined, 'quaestor-migrate: migrate may gain privileges'],
    [API, `${CONTAINER}.securityContext.privileged`, true, 'quaestor-api: api may gain privileges'],
    [API, `${CONTAINER}.securityContext.runAsUser`, 0, 'quaestor-api: api has a user of its own'],
    [API, `${CONTAINER}.securityContext.readOnlyRootFilesystem`, false, 'quaestor-api: api may write to its root'],
    [API, `${CONTAINER}.securityContext.capabilities.drop`, [], 'quaestor-api: api has capabilities'],
    [API, `${CONTAINER}.securityContext.capabilities.add`, ['CHOWN'], 'quaestor-api: api has capabilities'],
    [API, `${CONTAINER}.volumeMounts`, [], 'quaestor-api: api has no /tmp'],
    [API, `${CONTAINER}.resources.requests`, undefined, 'quaestor-api: api requests no processor or memory'],
    [API, `${CONTAINER}.resources.limits`, undefined, 'quaestor-api: api has no limit of memory'],
    [API, `${CONTAINER}.image`, 'quaestor:latest', 'quaestor-api: api has an image without a version'],
    [API, `${CONTAINER}.startupProbe`, undefined, 'quaestor-api: api lacks a probe'],
    [API, `${CONTAINER}.livenessProbe.httpGet.path`, '/readyz', 'quaestor-api: api lacks a probe'],
    [
      'Deployment/quaestor-worker',
      `${CONTAINER}.readinessProbe.httpGet.port`,
      8080,
      'quaestor-worker: worker lacks a probe',
    ],
    ['ConfigMap', 'data.STOP_DELAY', '1', 'quaestor-api: no such setting: STOP_DELAY'],
    [API, `${CONTAINER}.env.0.name`, 'REDIS_URI', 'quaestor-api: no such setting: REDIS_URI'],
    ['ConfigMap', 'data.DATABASE_URL', 'postgres://a:b@c/d', 'quaestor-api: DATABASE_URL stands in the manifest'],
    [API, `${CONTAINER}.env.1.value`, 'x'.repeat(32), 'quaestor-api: BOOTSTRAP_TOKEN stands in the manifest'],
    ['ConfigMap', 'metadata.name', 'other', 'quaestor-api: reads a ConfigMap that does not exist'],
    ['ConfigMap', 'data.WORKER_PORT', '9465', 'quaestor-worker: nothing listens on 9464'],
    ['ConfigMap', 'data.STOP_DELAY_MS', '20000', 'quaestor-api: is killed after 45 s, and may take 50 s to stop'],
    [
      API,
      `${POD}.terminationGracePeriodSeconds`,
      undefined,
      'quaestor-api: is killed after 30 s, and may take 40 s to stop',
    ],
    [API, 'spec.selector.matchLabels.app', 'x', 'deployment quaestor-api selects no pod'],
    ['Service', 'spec.selector.app', 'x', 'service quaestor-api selects no pod'],
    ['Service', 'spec.ports.0.targetPort', 'web', 'service quaestor-api: its pods have no port web'],
    ['PodDisruptionBudget', 'spec.selector.matchLabels.app', 'x', 'budget quaestor-api selects no pod'],
    [
      'NetworkPolicy/quaestor-api-egress',
      'spec.podSelector.matchLabels.app',
      'x',
      'policy quaestor-api-egress selects no pod',
    ],
    [
      'NetworkPolicy/quaestor-worker-ingress',
      'spec.ingress.0.ports.0.port',
      9464,
      'policy quaestor-worker-ingress: its pods have no port 9464',
    ],
    ['NetworkPolicy/quaestor-deny', 'spec.policyTypes', ['Ingress'], 'quaestor-api: no policy closes its network'],
    [
      'NetworkPolicy/quaestor-worker-egress',
      'spec.egress.0.ports.0.port',
      444,
      'quaestor-worker: cannot reach port 443',
    ],
    [
      'NetworkPolicy/quaestor-egress',
      'spec.egress.1.to',
      [{ podSelector: {} }],
      'quaestor-worker: cannot reach port 5432',
    ],
    ['HorizontalPodAutoscaler', 'spec.scaleTargetRef.name', 'x', 'autoscaler quaestor-api has no target'],
    [API, 'spec.replicas', 3, 'autoscaler quaestor-api: its target has a fixed number of replicas'],
    [
      API,
      `${CONTAINER}.env.0.valueFrom.secretKeyRef.optional`,
      true,
      'autoscaler quaestor-api: its pods need no Redis',
    ],
    ['Ingress', 'spec.rules.0.http.paths.0.backend.service.name', 'x', 'ingress quaestor leads to no service: x'],
  ])('finds a violation: %s %s', (which, where, value, fault) => {
    expect(findFaults(change(which, where, value), settings)).toContain(fault);
  });

  it('finds that nothing runs if there are no manifests', () => {
    expect(findFaults([], settings)).toEqual(['nothing runs']);
  });
});
