import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import type { SkillRunner } from "@/lib/running/runners/skill-runner";
import { tryAsOrdinaryUser, type RunnerRecipe } from "./as-ordinary-user";
import { assertProven, HOSTILE_FIXTURE } from "./attacks";
import { PROBES, type Answer, type Surroundings } from "./containment";
import { findMarked, tryProbes } from "./try-probes";

const ALL_MS = 300_000;
const SETTLING_MS = 500;

export interface Contained {
  /**
   * Ours, in this process, whoever runs the tests. Null where an engine makes the sandbox, the same one for
   * whoever asks.
   */
  readonly runner: (() => SkillRunner) | null;
  /** The same in a process of the user nobody. */
  readonly recipe: RunnerRecipe;
  /** The skill has a kernel that is not the machine's. */
  readonly ownKernel: boolean;
  /** Probes of which the documents say that this sandbox does not contain them. */
  readonly open?: readonly string[];
}

/**
 * All attacks on one runner, with the market's process as an ordinary user and as whoever runs the tests (root on
 * most machines).
 */
export function describeContainment(name: string, { runner, recipe, ownKernel, open = [] }: Contained): void {
  const callers: [string, (around: Surroundings) => Promise<Record<string, Answer>>][] = [
    ["started by an ordinary user", (around) => tryThere(recipe, around)],
  ];
  // The short form tries one caller, where one can be tried here.
  if (runner !== null && !IS_FULL) callers.length = 0;
  const us = process.getuid?.() === 0 ? "started by root" : "started by us";
  if (runner !== null) callers.push([us, (around) => tryHere(runner(), around)]);
  describe.each(callers)(`${name}, %s, contains a skill that`, (_, attempt) => {
    const around = surround();
    let answers: Record<string, Answer> = {};
    beforeAll(async () => {
      answers = await attempt(around.surroundings());
    }, ALL_MS);

    it.each(PROBES.filter(({ name: probe }) => !open.includes(probe)))(
      "$name",
      ({ name: probe, contained }) => {
        const answer = answers[probe];
        const held = answer !== undefined && contained(answer, ownKernel);
        expect({ held, answer }).toEqual({ held: true, answer });
      },
    );

    it("tries all of them, reaches nobody and outlives none of its calls", async () => {
      expect(Object.keys(answers)).toHaveLength(PROBES.length);
      expect(around.connections()).toBe(0);
      await sleep(SETTLING_MS);
      expect(findMarked(around.surroundings().mark)).toEqual([]);
    });
  });
}

async function tryHere(runner: SkillRunner, around: Surroundings): Promise<Record<string, Answer>> {
  process.env["EMPORION_TEST_CANARY"] = "CANARY of the machine";
  try {
    await assertProven(runner);
    return await tryProbes(runner, around, fs.readFileSync(HOSTILE_FIXTURE));
  } finally {
    delete process.env["EMPORION_TEST_CANARY"];
    await runner.close();
  }
}

async function tryThere(recipe: RunnerRecipe, around: Surroundings): Promise<Record<string, Answer>> {
  const { uid, probe, answers, afterwards } = await tryAsOrdinaryUser(recipe, around);
  expect(uid).not.toBe(0);
  expect(probe).toMatchObject({ ok: true, unavailable: {} });
  expect(afterwards).toEqual({ moreDescriptors: 0, children: [] });
  return answers;
}

/** Things of the machine that an attack looks for. */
function surround() {
  const mark = `atk${process.pid % 100_000}${Math.random().toString(36).slice(2, 7)}`;
  const abstract = `emporion-test-${mark}`;
  const canary = path.join(os.tmpdir(), `emporion-canary-${mark}`);
  let connections = 0;
  const servers = [net.createServer(() => connections++), net.createServer(() => connections++)] as const;
  const listen = (server: net.Server, place: object) =>
    new Promise<void>((resolve) => server.listen(place, resolve));
  beforeAll(async () => {
    fs.writeFileSync(canary, "CANARY of the machine", { mode: 0o644 });
    await listen(servers[0], { port: 0, host: "127.0.0.1" });
    await listen(servers[1], { path: `\0${abstract}` });
  });
  afterAll(() => {
    for (const server of servers) server.close();
    fs.rmSync(canary, { force: true });
  });
  return {
    connections: () => connections,
    surroundings: (): Surroundings => {
      const address = servers[0].address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      return { port, abstract, hostPid: process.pid, canary, mark };
    },
  };
}
