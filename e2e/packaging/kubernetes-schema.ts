import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './kubernetes-rules.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The published types of the kinds that we use. All other kinds are rejected. */
const TYPES: Readonly<Record<string, readonly [module: string, type: string]>> = {
  'v1 Namespace': ['kubernetes-types/core/v1', 'Namespace'],
  'v1 ConfigMap': ['kubernetes-types/core/v1', 'ConfigMap'],
  'v1 Service': ['kubernetes-types/core/v1', 'Service'],
  'apps/v1 Deployment': ['kubernetes-types/apps/v1', 'Deployment'],
  'batch/v1 Job': ['kubernetes-types/batch/v1', 'Job'],
  'autoscaling/v2 HorizontalPodAutoscaler': ['kubernetes-types/autoscaling/v2', 'HorizontalPodAutoscaler'],
  'policy/v1 PodDisruptionBudget': ['kubernetes-types/policy/v1', 'PodDisruptionBudget'],
  'networking.k8s.io/v1 Ingress': ['kubernetes-types/networking/v1', 'Ingress'],
  'networking.k8s.io/v1 NetworkPolicy': ['kubernetes-types/networking/v1', 'NetworkPolicy'],
  'monitoring.coreos.com/v1 PodMonitor': ['./pod-monitor.ts', 'PodMonitor'],
};

/**
 * The fields of the Prometheus operator's API that we use. It is not part of Kubernetes, and no package contains just
 * its types.
 */
const POD_MONITOR = `import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';
export interface PodMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PodMonitor';
  metadata: ObjectMeta;
  spec: {
    selector: LabelSelector;
    podMetricsEndpoints: {
      port: string;
      path: string;
      interval: string;
      authorization: { credentials: { name: string; key: string } };
    }[];
  };
}
`;

/**
 * Type-checks manifests by writing them as constants of the types generated from the published OpenAPI description.
 * This finds unknown fields, missing fields and values of the wrong type.
 */
export function checkTypes(manifests: readonly Manifest[], directory: string): string[] {
  const unknown = manifests.filter((manifest) => TYPES[kindOf(manifest)] === undefined).map(kindOf);
  if (unknown.length > 0) return unknown.map((kind) => `no types of ${kind}`);
  const constants = manifests.map((manifest, index) => {
    const [module = '', type = ''] = TYPES[kindOf(manifest)] ?? [];
    return `export const ${manifest.kind}${index}: import('${module}').${type} = ${JSON.stringify(manifest, null, 1)};\n`;
  });
  writeFileSync(path.join(directory, 'pod-monitor.ts'), POD_MONITOR);
  writeFileSync(path.join(directory, 'manifests.ts'), constants.join(''));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    paths: { 'kubernetes-types/*': [path.join(ROOT, 'node_modules/kubernetes-types/*')] },
  };
  writeFileSync(
    path.join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['manifests.ts', 'pod-monitor.ts'] }),
  );
  const checked = spawnSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', directory, '--pretty', 'false'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (checked.status === 0) return [];
  return [checked.stdout, checked.stderr].join('').trim().split('\n');
}

function kindOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion} ${kind}`;
}
