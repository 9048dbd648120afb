import fs from "node:fs";
import { parse } from "yaml";
import { expect, test } from "vitest";
import { app } from "@/api/app";
import { collectEventLoopDelay } from "@/lib/kernel/observability/event-loop-delay";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

const NAME = /\bemporion_[a-z_]+/g;
/** What a histogram is made of. */
const PART = /_(?:bucket|count|sum)$/;

/** The names of all figures of this market, as its code and `/metrics` have them. */
async function figures(): Promise<Set<string>> {
  collectEventLoopDelay();
  const local = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
  const told = await (await app.request("/metrics", {}, local)).text();
  return new Set([...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
}

test("every figure that an alarm or the operators' page names is one", async () => {
  const rules = parse(fs.readFileSync("deploy/prometheus-rules.yaml", "utf8")) as Rules;
  const expressions = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(5);
  const known = await figures();
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(PART, ""));
  const named = expressions.flatMap((expr) => expr.match(NAME) ?? []);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
  const page = fs.readFileSync("docs/operating.md", "utf8").match(/`emporion_[a-z_]+`/g) ?? [];
  const families = new Set(["emporion_process_", "emporion_nodejs_"]);
  const said = page.map((name) => name.replaceAll("`", "")).filter((name) => !families.has(name));
  expect(said.filter((name) => !isKnown(name))).toEqual([]);
});
