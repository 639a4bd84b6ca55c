/** The manifests for Kubernetes with the patches of kustomize. No cluster runs here: the test reads the files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { namesOf, parts } from '#pipeline/flow.ts';
import { readConfig, settings } from '#schemas/config.ts';
import { deployDir, readCompose, readDeployed, unknownSettings } from './compose.ts';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly command?: readonly string[];
  readonly env: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly requests: object; readonly limits: { readonly memory: string } };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: string]: unknown;
}
interface Pod {
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
  readonly securityContext: object;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: Pod };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly ports?: readonly { readonly port: number }[];
  };
}
interface Kustomization {
  readonly resources: readonly string[];
  readonly patches: readonly { readonly path: string; readonly target: { readonly kind: string; readonly labelSelector: string } }[];
  readonly images: readonly { readonly name: string; readonly newTag: string }[];
  readonly configMapGenerator: readonly { readonly name: string; readonly files?: readonly string[]; readonly envs?: readonly string[] }[];
}

const kustomization = parse(readDeployed('kustomization.yaml')) as Kustomization;

/** Returns the strategic merge, as far as the patches need it: lists of named things are merged by name, others replaced. */
function patched(below: unknown, above: unknown): unknown {
  const isNamed = (list: unknown): list is { name: string }[] =>
    Array.isArray(list) && list.every((entry) => typeof (entry as { name?: unknown }).name === 'string');
  if (isNamed(below) && isNamed(above)) {
    const kept = below.map((entry) => patched(entry, above.find(({ name }) => name === entry.name) ?? {}));
    return [...kept, ...above.filter(({ name }) => !below.some((entry) => entry.name === name))];
  }
  if (typeof below === 'object' && typeof above === 'object' && below !== null && above !== null && !Array.isArray(above)) {
    const names = [...new Set([...Object.keys(below), ...Object.keys(above)])];
    const [low, high] = [below, above] as Record<string, unknown>[];
    return Object.fromEntries(
      names.map((name) => [name, name in high! ? (name in low! ? patched(low![name], high![name]) : high![name]) : low![name]]),
    );
  }
  return above;
}

const resources = kustomization.resources
  .flatMap((path) => parseAllDocuments(readDeployed(path)).map((document) => document.toJS() as Resource))
  .map((resource) => {
    const fitting = kustomization.patches.filter(
      ({ target }) => target.kind === resource.kind && target.labelSelector in (resource.metadata.labels ?? {}),
    );
    return fitting.reduce<unknown>((below, { path }) => {
      const { spec } = parse(readDeployed(path)) as Resource;
      return patched(below, { spec });
    }, resource) as Resource;
  });
const ofKind = (...kinds: readonly string[]): Resource[] => resources.filter(({ kind }) => kinds.includes(kind));
const workloads = ofKind('Deployment', 'StatefulSet', 'Job');
const own = workloads.filter(({ spec }) => spec.template.spec.containers[0]!.image === 'tickerwire');
const containerOf = ({ spec }: Resource): Container => spec.template.spec.containers[0]!;
const configured = Object.fromEntries(
  [...readDeployed('kubernetes/settings.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]),
);

test('every file of the kustomization is there', () => {
  for (const { files = [], envs = [] } of kustomization.configMapGenerator)
    for (const file of [...files, ...envs]) expect(existsSync(join(deployDir, file.split('=').at(-1)!)), file).toBe(true);
});

test('the parts get nothing but settings, of values that they take', () => {
  expect(own.map(({ metadata }) => metadata.name)).toEqual(['ingest', 'refine', 'write', 'radar', 'webhooks', 'api', 'apply']);
  for (const resource of own) {
    const { env, args, envFrom } = containerOf(resource);
    const { name } = resource.metadata;
    expect(envFrom, name).toEqual([{ configMapRef: { name: 'settings' } }]);
    const given = { ...configured, ...Object.fromEntries(env.map((variable) => [variable.name, variable.value ?? ''])) };
    expect(unknownSettings(given), name).toEqual([]);
    const filled = { ...given, REDIS_URL: 'redis://redis:6379', USER_AGENT: 'somebody (somebody@example.com)' };
    const config = readConfig(filled);
    expect(config).toMatchObject({ NATS_REPLICAS: 3, CLICKHOUSE_CLUSTER: 'tickerwire', OPS_HOST: '0.0.0.0' });
    expect(config.NATS_USER).toBe({ webhooks: 'webhooks', api: 'api', apply: 'admin' }[name] ?? 'pipeline');
    expect(config.NATS_INBOX_PREFIX).toBe(`_INBOX_${config.NATS_USER}`);
    if (name === 'ingest') expect(config.INGEST_PROCESSES).toBe(resource.spec.replicas);
    if (name === 'api')
      expect([config.API_PROCESSES, config.API_PORT, config.MCP_PORT, config.OPS_PORT]).toEqual([
        resource.spec.replicas,
        ...containerOf(resource).ports!.map((port) => port.containerPort),
      ]);
    expect(existsSync(join(deployDir, '../..', args![1]!)), name).toBe(true);
  }
  const running = own.flatMap(
    (resource) =>
      containerOf(resource)
        .env.find(({ name }) => name === 'PIPELINE_PARTS')
        ?.value!.split(',') ?? [],
  );
  expect(running.sort()).toEqual(namesOf(parts).sort());
});

test('a secret is named, never written', () => {
  const example = parse(readDeployed('kubernetes/secret.example.yaml')) as { metadata: { name: string }; stringData: Record<string, string> };
  expect(Object.values(example.stringData).filter((value) => value !== '')).toEqual([]);
  const asked = new Set<string>();
  for (const resource of workloads)
    for (const { name, value, valueFrom } of containerOf(resource).env) {
      const isSecret =
        /PASSWORD|SECRET|_KEY$/.test(name) || (settings as Record<string, { secret?: true }>)[name]?.secret || /^REDIS.*URL$/.test(name);
      if (isSecret) expect(value, `${resource.metadata.name} ${name}`).toBeUndefined();
      if (valueFrom?.secretKeyRef === undefined) continue;
      expect(valueFrom.secretKeyRef.name).toBe(example.metadata.name);
      asked.add(valueFrom.secretKeyRef.key);
    }
  expect([...asked].sort()).toEqual(Object.keys(example.stringData).sort());
});

test('every pod is confined, limited and probed, and has time to stop', () => {
  const images = new Set(
    Object.values(readCompose('compose.yaml', 'compose-three.yaml').services).map(({ image }) => image!.replace(/\$\{\w+_DIGEST:-\}$/, '')),
  );
  for (const resource of workloads) {
    const { name } = resource.metadata;
    const { spec, metadata } = resource.spec.template;
    const container = containerOf(resource);
    expect(spec.containers, name).toHaveLength(1);
    expect(spec, name).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect((spec.securityContext as { runAsUser: number }).runAsUser, name).toBeGreaterThan(0);
    expect(container.securityContext, name).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits.memory, name).toMatch(/^\d+[MG]i$/);
    if (resource.kind !== 'Job') for (const probe of ['readinessProbe', 'livenessProbe']) expect(container[probe], `${name} ${probe}`).toBeDefined();
    if (resource.kind !== 'Job') expect(metadata.labels, name).toMatchObject(resource.spec.selector.matchLabels);
    if (resource.kind === 'Deployment') expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThan(15);
    if (container.image !== 'tickerwire') expect(images, name).toContain(container.image);
    const held = [
      ...(spec.volumes ?? []).map((volume) => volume.name),
      ...(resource.spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name),
    ];
    expect([...new Set(container.volumeMounts.map((mount) => mount.name))].toSorted(), name).toEqual(held.toSorted());
    const maps = kustomization.configMapGenerator.map((map) => map.name);
    for (const { configMap } of spec.volumes ?? []) if (configMap) expect(maps, name).toContain(configMap.name);
    const probed = [...JSON.stringify(container).matchAll(/"port":"(\w+)"/g)].map((match) => match[1]!);
    const ports = (container.ports ?? []).map((named) => named.name);
    for (const port of probed) expect(ports, name).toContain(port);
  }
  expect(kustomization.images).toEqual([
    { name: 'tickerwire', newTag: (JSON.parse(readDeployed('../../package.json')) as { version: string }).version },
  ]);
});

test('workloads of several pods lose one at a time, and a policy forbids all other traffic', () => {
  const budgets = ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name);
  const many = workloads.filter(({ spec }) => spec.replicas > 1).map(({ metadata }) => metadata.name);
  expect(budgets.toSorted()).toEqual(many.toSorted());
  const policies = ofKind('NetworkPolicy') as unknown as {
    metadata: { name: string };
    spec: { podSelector: object; policyTypes: string[]; ingress?: unknown; egress?: unknown };
  }[];
  expect(policies.find(({ metadata }) => metadata.name === 'nothing-else')!.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  for (const store of ['nats', 'clickhouse', 'keeper', 'redis']) expect(policies.map(({ metadata }) => metadata.name)).toContain(store);
});

test('servers are reached where the settings say', () => {
  const services = ofKind('Service').map(({ metadata }) => metadata.name);
  const hosts = [...configured.NATS_URL!.split(','), configured.CLICKHOUSE_URL!].map((url) => new URL(url).hostname.split('.').at(-1)!);
  for (const host of [...hosts, 'nats-1', 'nats-2', 'nats-3', 'keeper', 'clickhouse-replicas', 'redis', 'redis-cache', 'api'])
    expect(services).toContain(host);
});
