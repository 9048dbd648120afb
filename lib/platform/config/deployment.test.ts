import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

/** Settings of the market, and of what it runs on. */
const OTHERS = new Set(["NODE_OPTIONS", "POSTGRES_USER", "POSTGRES_DB"]);
const SECRET = /KEY|SECRET|TOKEN|PASSWORD|SMTP_URL|DATABASE_URL|DATABASE_REPLICA_URLS/;
const settings = new Set(
  [...fs.readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name),
);
const unknown = (names: readonly string[]) =>
  names.filter((name) => !settings.has(name) && !OTHERS.has(name));

/** Seconds from SIGTERM to its end, at most (docs/operating.md, "Several machines"), with the settings as they are. */
const STOPS_AFTER: Record<string, number> = { web: 20, runner: 25, worker: 30 };

interface Service {
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  mem_limit?: string;
}

test("what systemd reads of the settings, a shell reads too", () => {
  for (const name of fs.readdirSync("deploy").filter((each) => each.endsWith(".env"))) {
    const read = execFileSync("sh", ["-c", 'set -a; . "./$1"; env', "sh", `deploy/${name}`], {
      env: { NODE_ENV: "test" },
      encoding: "utf8",
    });
    expect([name, readLines(read)]).toMatchObject([
      name,
      readLines(fs.readFileSync(`deploy/${name}`, "utf8")),
    ]);
  }
});

function readLines(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, key = "", value = ""] of text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm))
    found[key] = value.replace(/^'(.*)'$/, "$1");
  return found;
}

test("the compose file names settings that exist, no secret, and gives each process its probe, memory and time to stop", () => {
  const file = parse(fs.readFileSync("deploy/compose.yaml", "utf8"), { merge: true }) as {
    services: Record<string, Service>;
  };
  for (const { environment = {} } of Object.values(file.services)) {
    expect(unknown(Object.keys(environment))).toEqual([]);
    expect(Object.keys(environment).filter((name) => SECRET.test(name))).toEqual([]);
  }
  for (const [name, seconds] of Object.entries(STOPS_AFTER)) {
    const service = file.services[name];
    expect([name, service?.healthcheck?.test.join().includes("/readyz")]).toEqual([name, true]);
    expect(Number.parseInt(service?.stop_grace_period ?? "", 10)).toBeGreaterThan(seconds);
    expect(bytes(service?.mem_limit)).toBeGreaterThan(heap(service?.environment?.["NODE_OPTIONS"]));
  }
});

interface Container {
  env?: { name: string; value?: string; valueFrom?: object }[];
  startupProbe?: object;
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
  resources: { requests: Record<string, string>; limits: Record<string, string> };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    minAvailable?: number;
    selector?: { matchLabels?: Record<string, string> };
    template?: {
      metadata?: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds?: number; containers: Container[] };
    };
  };
}

test("the manifests name settings that exist and secrets by reference, with probes, limits, times to stop and budgets", () => {
  const documents = parseAllDocuments(fs.readFileSync("deploy/kubernetes.yaml", "utf8"));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
  const given = ofKind("ConfigMap").flatMap(({ data = {} }) => Object.keys(data));
  const containers = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  const written = containers.flatMap(({ env = [] }) => env.filter(({ value }) => value !== undefined));
  expect(unknown([...given, ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name))])).toEqual(
    [],
  );
  expect([...given, ...written.map(({ name }) => name)].filter((name) => SECRET.test(name))).toEqual([]);
  expect(containers.every(({ resources }) => resources.limits["memory"] && resources.requests["cpu"])).toBe(
    true,
  );

  const deployments = ofKind("Deployment");
  expect(deployments.map(({ metadata }) => metadata.name.replace("emporion-", "")).sort()).toEqual(
    Object.keys(STOPS_AFTER).sort(),
  );
  for (const { metadata, spec } of deployments) {
    const name = metadata.name.replace("emporion-", "");
    const [container] = spec.template?.spec.containers ?? [];
    expect([container?.readinessProbe?.httpGet.path, container?.livenessProbe?.httpGet.path]).toEqual([
      "/readyz",
      "/healthz",
    ]);
    expect(spec.template?.spec.terminationGracePeriodSeconds).toBeGreaterThan(STOPS_AFTER[name] ?? Infinity);
    expect(spec.template?.metadata?.labels).toEqual(spec.selector?.matchLabels);
    const options = container?.env?.find((each) => each.name === "NODE_OPTIONS")?.value;
    expect(bytes(container?.resources.limits["memory"])).toBeGreaterThan(heap(options));
    // What runs more than once stays while machines are taken away.
    const budget = ofKind("PodDisruptionBudget").find((each) => each.metadata.name === metadata.name);
    const labels = budget?.spec.selector?.matchLabels;
    expect(labels).toEqual((spec.replicas ?? 1) > 1 ? spec.selector?.matchLabels : undefined);
  }
});

const UNITS: Record<string, number> = { m: 20, Mi: 20, g: 30, Gi: 30 };
const bytes = (text = "") => {
  const [, number = "0", unit = ""] = /^(\d+)(\w+)$/.exec(text) ?? [];
  return Number(number) * 2 ** (UNITS[unit] ?? Number.NaN);
};
const heap = (options = "") => bytes(`${/--max-old-space-size=(\d+)/.exec(options)?.[1]}Mi`);
