import fs from "node:fs";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { app } from "@/api/app";
import { collectEventLoopDelay } from "@/lib/kernel/observability/event-loop-delay";
import { metrics } from "@/lib/kernel/observability/metrics";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}

const NAME = /\bemporion_[a-z0-9_]+/g;
/** What a histogram is made of. */
const PART = /_(?:bucket|count|sum)$/;
/** In `by (a, b)` and `{a="b"}`. */
const LABELS = /\bby \(([^)]*)\)|\{([^}]*)\}/g;
/** Of the parts of a histogram, and what Prometheus adds. */
const COMMON = ["le", "instance", "job"];

/** The labels of all figures of this market by their names, as its code and `/metrics` have them. */
async function figures(): Promise<Map<string, readonly string[]>> {
  collectEventLoopDelay();
  const local = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
  const told = await (await app.request("/metrics", {}, local)).text();
  const names = [...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  return new Map(names.map((name) => [name, labelsOf(metrics.getSingleMetric(name))]));
}

const labelsOf = (metric: unknown) => (metric as { labelNames?: string[] } | undefined)?.labelNames ?? [];

function labelsIn(expression: string): string[] {
  return [...expression.matchAll(LABELS)].flatMap(([, by, chosen]) =>
    by === undefined
      ? [...(chosen ?? "").matchAll(/(\w+)\s*[=!]/g)].map(([, name = ""]) => name)
      : by.split(",").map((name) => name.trim()),
  );
}

test("every figure and label that an alarm, the board or the operators' page names is one", async () => {
  const rules = parse(fs.readFileSync("deploy/prometheus-rules.yaml", "utf8")) as Rules;
  const board = JSON.parse(fs.readFileSync("deploy/grafana-board.json", "utf8")) as Board;
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  const known = await figures();
  const find = (name: string) => known.get(name) ?? known.get(name.replace(PART, ""));
  for (const expression of expressions) {
    const named = expression.match(NAME) ?? [];
    expect([expression, named.filter((name) => find(name) === undefined)]).toEqual([expression, []]);
    const labels = new Set([...COMMON, ...named.flatMap((name) => find(name) ?? [])]);
    expect([expression, labelsIn(expression).filter((label) => !labels.has(label))]).toEqual([
      expression,
      [],
    ]);
  }
  const page = fs.readFileSync("docs/operating.md", "utf8").match(/`emporion_[a-z_]+`/g) ?? [];
  const families = new Set(["emporion_process_", "emporion_nodejs_"]);
  const said = page.map((name) => name.replaceAll("`", "")).filter((name) => !families.has(name));
  expect(said.filter((name) => find(name) === undefined)).toEqual([]);
});
