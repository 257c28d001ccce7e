import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';
import type { ConfigMap, Container, PodSpec, PodTemplateSpec, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

/** The time that `server/src/bin/run.ts` allows for closing connections at the end. */
const CLOSE_WITHIN_MS = 10_000;
const USER = 10_001;
/** Settings whose values are secrets. */
const SECRET = /(?:_URL|TOKEN|SECRET|PASSWORD)$/u;
const NOT_SECRET = new Set(['PUBLIC_URL']);

interface Workload {
  name: string;
  isJob: boolean;
  template: PodTemplateSpec;
}

/** Lists violations of our rules, as sentences. `settings` are the variables that the service reads. */
export function findFaults(manifests: readonly Manifest[], settings: ReadonlySet<string>): string[] {
  const of = <Kind extends { kind?: string }>(kind: string) =>
    manifests.filter((manifest) => manifest.kind === kind) as unknown as Kind[];
  const workloads: Workload[] = [
    ...of<Deployment>('Deployment').map(({ metadata, spec }) => toWorkload(metadata?.name, false, spec?.template)),
    ...of<Job>('Job').map(({ metadata, spec }) => toWorkload(metadata?.name, true, spec?.template)),
  ];
  const maps = new Map(of<ConfigMap>('ConfigMap').map(({ metadata, data }) => [metadata?.name ?? '', data ?? {}]));
  return [
    ...(workloads.length === 0 ? ['nothing runs'] : []),
    ...workloads.flatMap((workload) => checkPod(workload)),
    ...workloads.flatMap((workload) => checkEnvironment(workload, maps, settings)),
    ...workloads.flatMap((workload) => checkGrace(workload, maps)),
    ...checkSelectors(of('Deployment'), of('Service'), of('PodDisruptionBudget'), of('NetworkPolicy'), workloads),
    ...checkTargets(of('HorizontalPodAutoscaler'), of('Deployment'), of('Ingress'), of('Service')),
    ...checkClosed(of('NetworkPolicy'), workloads),
    ...checkReach(of('NetworkPolicy'), workloads),
  ];
}

function toWorkload(name = '', isJob: boolean, template: PodTemplateSpec = {}): Workload {
  return { name, isJob, template };
}

function listContainers({ template: { spec } }: Workload): Container[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
}

/** Containers must have Kubernetes's restricted profile, our user, a read-only root, probes and resources. */
function checkPod(workload: Workload): string[] {
  const { name, isJob, template } = workload;
  const {
    securityContext,
    automountServiceAccountToken,
    enableServiceLinks,
    volumes = [],
  } = template.spec ?? ({} as PodSpec);
  const { runAsNonRoot, runAsUser, seccompProfile } = securityContext ?? {};
  const faults = faultsOf(name, {
    [`runs as another user than ${USER}`]: runAsNonRoot !== true || runAsUser !== USER,
    'has no seccomp profile': seccompProfile?.type !== 'RuntimeDefault',
    'gets the token of a service account': automountServiceAccountToken !== false,
    'gets an environment variable for each service': enableServiceLinks !== false,
    'has a volume without a limit': volumes.some(({ emptyDir }) => emptyDir?.sizeLimit === undefined),
  });
  return [...faults, ...listContainers(workload).flatMap((container) => checkContainer(name, container, isJob))];
}

function checkContainer(workload: string, container: Container, isJob: boolean): string[] {
  const { name, securityContext: own, resources, image = '', volumeMounts = [] } = container;
  const { requests = {}, limits = {} } = resources ?? {};
  return faultsOf(`${workload}: ${name}`, {
    'may gain privileges': own?.allowPrivilegeEscalation !== false || own.privileged === true,
    'has a user of its own': own?.runAsUser !== undefined || own?.runAsNonRoot !== undefined,
    'may write to its root': own?.readOnlyRootFilesystem !== true,
    'has capabilities': own?.capabilities?.drop?.includes('ALL') !== true || own.capabilities.add !== undefined,
    'has no /tmp': !volumeMounts.some(({ mountPath }) => mountPath === '/tmp'),
    'requests no processor or memory': requests['cpu'] === undefined || requests['memory'] === undefined,
    'has no limit of memory': limits['memory'] === undefined,
    'has an image without a version': !/(?:@sha256:[\da-f]{64}|:(?!latest$)[\w.-]+)$/u.test(image),
    'lacks a probe': !isJob && !hasProbes(container),
  });
}

function faultsOf(name: string, faults: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(faults)
    .filter((fault) => faults[fault])
    .map((fault) => `${name} ${fault}`);
}

/** `/healthz` must decide on restarts and `/readyz` on traffic, on a port that the container names. */
function hasProbes({ startupProbe, livenessProbe, readinessProbe, ports = [] }: Container): boolean {
  const isPort = (port: number | string | undefined) => ports.some(({ name }) => name === port);
  return (
    [startupProbe, livenessProbe].every((probe) => probe?.httpGet?.path === '/healthz') &&
    readinessProbe?.httpGet?.path === '/readyz' &&
    [startupProbe, livenessProbe, readinessProbe].every((probe) => isPort(probe?.httpGet?.port))
  );
}

/** Every setting must exist, and secrets must come from a Secret. */
function checkEnvironment(workload: Workload, maps: Maps, settings: ReadonlySet<string>): string[] {
  return listContainers(workload).flatMap(({ env = [], envFrom = [], ports = [] }) => {
    const missing = envFrom.filter(({ configMapRef }) => !maps.has(configMapRef?.name ?? '')).length;
    const given = valuesOf(workload, maps);
    const own = env.filter(({ value }) => value !== undefined).map(({ name }) => name);
    const names = [...Object.keys(given), ...env.map(({ name }) => name)];
    const literal = [...Object.keys(given), ...own].filter((name) => SECRET.test(name) && !NOT_SECRET.has(name));
    const listens = [given['PORT'], given['WORKER_PORT']];
    return [
      ...(missing > 0 ? [`${workload.name}: reads a ConfigMap that does not exist`] : []),
      ...names.filter((name) => !settings.has(name)).map((name) => `${workload.name}: no such setting: ${name}`),
      ...literal.map((name) => `${workload.name}: ${name} stands in the manifest`),
      ...ports
        .filter(({ containerPort }) => !listens.includes(String(containerPort)))
        .map(({ containerPort }) => `${workload.name}: nothing listens on ${containerPort}`),
    ];
  });
}

type Maps = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Returns the variables that a workload gets from its ConfigMaps. */
function valuesOf(workload: Workload, maps: Maps): Readonly<Record<string, string>> {
  const references = listContainers(workload).flatMap(({ envFrom = [] }) => envFrom);
  return Object.assign({}, ...references.map(({ configMapRef }) => maps.get(configMapRef?.name ?? ''))) as Record<
    string,
    string
  >;
}

function checkGrace(workload: Workload, maps: Maps): string[] {
  const { STOP_DELAY_MS = '0', STOP_TIMEOUT_MS = '10000' } = valuesOf(workload, maps);
  const neededMs = Number(STOP_DELAY_MS) + Number(STOP_TIMEOUT_MS) + CLOSE_WITHIN_MS;
  const grace = workload.template.spec?.terminationGracePeriodSeconds ?? 30;
  if (grace * 1000 >= neededMs) return [];
  return [`${workload.name}: is killed after ${grace} s, and may take ${neededMs / 1000} s to stop`];
}

/** Every selector must match at least one pod. */
function checkSelectors(
  deployments: readonly Deployment[],
  services: readonly Service[],
  budgets: readonly PodDisruptionBudget[],
  policies: readonly NetworkPolicy[],
  workloads: readonly Workload[],
): string[] {
  const running = workloads.filter(({ isJob }) => !isJob);
  const select = (what: string, wanted: Readonly<Record<string, string>> = {}, pods: readonly Workload[]) =>
    pods.some(({ template }) => matches(wanted, template.metadata?.labels)) ? [] : [`${what} selects no pod`];
  return [
    ...deployments.flatMap(({ metadata, spec }) => {
      const own = running.filter(({ name }) => name === metadata?.name);
      return select(`deployment ${metadata?.name}`, spec?.selector.matchLabels, own);
    }),
    ...services.flatMap(({ metadata, spec }) => [
      ...select(`service ${metadata?.name}`, spec?.selector, running),
      ...(spec?.ports ?? [])
        .filter(({ targetPort }) => !selected(spec?.selector, running).every((pod) => hasPort(pod, targetPort)))
        .map(({ targetPort }) => `service ${metadata?.name}: its pods have no port ${targetPort}`),
    ]),
    ...budgets.flatMap(({ metadata, spec }) =>
      select(`budget ${metadata?.name}`, spec?.selector?.matchLabels, running),
    ),
    ...policies.flatMap(({ metadata, spec }) => [
      ...select(`policy ${metadata?.name}`, spec?.podSelector.matchLabels, workloads),
      ...(spec?.ingress ?? [])
        .flatMap(({ ports = [] }) => ports)
        .filter(({ port }) => !selected(spec?.podSelector.matchLabels, running).every((pod) => hasPort(pod, port)))
        .map(({ port }) => `policy ${metadata?.name}: its pods have no port ${port}`),
    ]),
  ];
}

function matches(wanted: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}

function selected(wanted: Readonly<Record<string, string>> = {}, pods: readonly Workload[]): Workload[] {
  return pods.filter(({ template }) => matches(wanted, template.metadata?.labels));
}

function hasPort(workload: Workload, port: number | string | undefined): boolean {
  return listContainers(workload).some(({ ports = [] }) => ports.some(({ name }) => name === port));
}

function checkTargets(
  scalers: readonly HorizontalPodAutoscaler[],
  deployments: readonly Deployment[],
  ingresses: readonly Ingress[],
  services: readonly Service[],
): string[] {
  const faults: string[] = [];
  for (const { metadata, spec } of scalers) {
    const target = deployments.find((deployment) => deployment.metadata?.name === spec?.scaleTargetRef.name);
    if (target?.spec?.template.spec?.containers.some(countsAlone))
      faults.push(`autoscaler ${metadata?.name}: its pods need no Redis`);
    if (target === undefined) faults.push(`autoscaler ${metadata?.name} has no target`);
    if (target?.spec?.replicas !== undefined)
      faults.push(`autoscaler ${metadata?.name}: its target has a fixed number of replicas`);
  }
  for (const { metadata, spec } of ingresses) {
    const backends = (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? []).map(({ backend }) => backend.service);
    for (const backend of backends) {
      const service = services.find((known) => known.metadata?.name === backend?.name);
      const isThere = service?.spec?.ports?.some(({ name }) => name === backend?.port?.name) === true;
      if (!isThere) faults.push(`ingress ${metadata?.name} leads to no service: ${backend?.name}`);
    }
  }
  return faults;
}

/** Several pods can share their rate limits only through Redis. */
function countsAlone({ env = [] }: Container): boolean {
  return !env.some(({ name, valueFrom }) => name === 'REDIS_URL' && valueFrom?.secretKeyRef?.optional !== true);
}

/** Every pod must be isolated in both directions, except for what another policy allows. */
function checkClosed(policies: readonly NetworkPolicy[], workloads: readonly Workload[]): string[] {
  const closes = policies.filter(
    ({ spec }) =>
      ['Ingress', 'Egress'].every((type) => spec?.policyTypes?.includes(type)) &&
      spec?.ingress === undefined &&
      spec?.egress === undefined,
  );
  return workloads
    .filter(
      ({ template }) =>
        !closes.some(({ spec }) => matches(spec?.podSelector.matchLabels ?? {}, template.metadata?.labels)),
    )
    .map(({ name }) => `${name}: no policy closes its network`);
}

/** PostgreSQL, HTTPS and OTLP: the ports of other programs that a process must reach. */
const REACHED: Readonly<Record<string, readonly number[]>> = {
  'quaestor-api': [5432, 6379, 443, 4318],
  'quaestor-worker': [5432, 443, 4318],
  'quaestor-migrate': [5432],
};

/** A rule allows every address if it names none. */
function checkReach(policies: readonly NetworkPolicy[], workloads: readonly Workload[]): string[] {
  return workloads.flatMap((workload) => {
    const allowed = policies
      .filter(({ spec }) => selected(spec?.podSelector.matchLabels, [workload]).length > 0)
      .flatMap(({ spec }) => spec?.egress ?? [])
      .filter(({ to = [] }) => to.length === 0)
      .flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    const name = Object.keys(REACHED).find((known) => workload.name.startsWith(known)) ?? '';
    return (REACHED[name] ?? [])
      .filter((port) => !allowed.includes(port))
      .map((port) => `${workload.name}: cannot reach port ${port}`);
  });
}
