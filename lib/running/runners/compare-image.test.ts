import { expect, test } from "vitest";
import type { Isolation } from "@/lib/platform/config/isolation-policy";
import { compareImage, type ImageMatch } from "@/lib/running/runners/compare-image";
import type { RunnerDescription } from "@/lib/running/runners/current-runner";
import type { ProbeResult } from "@/lib/running/runners/skill-runner";

const HERE = `sha256:${"1".repeat(64)}`;
const ELSEWHERE = `sha256:${"a".repeat(64)}`;

type Probed = Extract<ProbeResult, { ok: true }>;
const limits = {} as Probed["limits"];

const runner = (
  name: string,
  isolation: Isolation,
  images: Probed["images"] = { python3: HERE, bash: ELSEWHERE },
): Pick<RunnerDescription, "name" | "probe"> => ({
  name,
  probe: { ok: true, isolation, limits, runtimes: { python3: "3.11", bash: "5" }, unavailable: {}, images },
});
const AWAY = { name: "bubblewrap", probe: { ok: false, reason: "none", remedy: "none" } } as const;
const LOCAL = runner("bubblewrap", "userns");

const declares = (imageDigest: string, change: { runtime?: string | null; runnable?: boolean } = {}) => ({
  imageDigest,
  runtime: "python3" as string | null,
  runnable: true,
  ...change,
});

test.each<[string, Parameters<typeof compareImage>, ImageMatch]>([
  ["the image of its language", [declares(HERE), LOCAL], "same"],
  ["an invented digest", [declares(ELSEWHERE), LOCAL], "other"],
  ["the image of another language", [declares(ELSEWHERE, { runtime: "python3" }), LOCAL], "other"],
  ["a language without an image", [declares(HERE), runner("bubblewrap", "userns", {})], "other"],
  ["gVisor has its own images, too", [declares(ELSEWHERE), runner("gvisor", "gvisor")], "other"],
  ["elsewhere, by bubblewrap", [declares(ELSEWHERE), runner("remote", "userns")], "other"],
  ["elsewhere, the same", [declares(HERE), runner("remote", "gvisor")], "same"],
  ["elsewhere, an engine may have it", [declares(ELSEWHERE), runner("remote", "gvisor")], "not_compared"],
  ["an engine may have it", [declares(ELSEWHERE), runner("docker", "oci-runc")], "not_compared"],
  ["an engine that has it as its own", [declares(HERE), runner("docker", "oci-runc")], "same"],
  ["a skill that is not run", [declares(HERE, { runnable: false }), LOCAL], "not_compared"],
  ["no language", [declares(HERE, { runtime: null }), LOCAL], "not_compared"],
  ["a language that is not here", [declares(HERE, { runtime: "node" }), LOCAL], "not_compared"],
  ["a word that is no language", [declares(HERE, { runtime: "__proto__" }), LOCAL], "not_compared"],
  ["no sandbox here", [declares(HERE), AWAY], "not_compared"],
  ["a runner nobody has heard from", [declares(HERE), null], "not_compared"],
])("a declared image and what runs: %s", (_, [image, place], match) =>
  expect(compareImage(image, place)).toBe(match),
);
