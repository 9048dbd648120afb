import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { unpackArchive } from "@/lib/platform/blobs/load-package";
import { readJsonPackage } from "@/lib/web/http/read-package-body";
import { isDomainError } from "@/lib/kernel/errors";
import { watchEventLoop } from "@/lib/kernel/observability/event-loop-delay";
import { useThreads } from "@/lib/kernel/threads/off-thread";
import { ThreadPool } from "@/lib/kernel/threads/thread-pool";
import { assemblePackage, type SkillPackage } from "@/lib/package";
import { readUpload } from "@/lib/publishing/read-upload";
import { HOSTILE_TEXTS } from "@/lib/publishing/testing/hostile-texts";
import { listPackageFixes, validatePackage } from "@/lib/publishing/check-package";
import { askedTerms } from "@/lib/search/words/asked-terms";
import { markWords } from "@/lib/search/words/mark-words";
import { searchTokens } from "@/lib/search/words/tokens";
import { validateAgainstSchema } from "@/lib/running/contract/json-schema";
import { bundlePrograms } from "@/scripts/bundle";
import { makeArchive } from "./mutate-bytes";
import { makeValue, mutateSchema } from "./mutate-schema";
import { mutateText } from "./mutate-text";
import type { Random } from "./random";
import type { Target } from "./targets";

/** What the event loop of a process that serves others may stand still for: on a quiet machine, and on a busy one. */
const QUIET_MS = 50;
const BUSY_MS = 200;
const SHOWN_CHARACTERS = 300;
/** A description, the longest that is marked. */
const MAX_LINE_CHARACTERS = 1_024;

interface Served {
  targets: Target[];
  close: () => Promise<void>;
}

/**
 * What a web process does with strangers' content, as it does it: in threads. Each throws, with its input, when the event
 * loop stood still for too long meanwhile.
 */
export async function openServedTargets(
  texts: readonly string[],
  schemas: readonly unknown[],
): Promise<Served> {
  // Below node_modules of the project, so that the bundle finds its packages.
  const directory = fs.mkdtempSync(path.resolve("node_modules", ".fuzz-thread-"));
  await bundlePrograms(["processes/reading-thread.ts"], directory);
  const pool = new ThreadPool(pathToFileURL(path.join(directory, "reading-thread.mjs")));
  useThreads(pool);
  const loop = watchEventLoop();
  const textOf = (random: Random) =>
    mutateText(random.oneIn(4) ? random.pick(HOSTILE_TEXTS).text() : random.pick(texts), random, texts);
  const served = <Input>(
    name: string,
    make: (random: Random) => Input,
    serve: (input: Input) => Promise<unknown>,
  ) => ({
    name,
    weight: 1,
    async run(random: Random) {
      const input = make(random);
      await nextTurn();
      loop.longestMs(); // making the input is not serving it
      await serve(input).catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
      });
      await nextTurn();
      assertWentOn(loop.longestMs(), input);
    },
  });
  const targets = [
    served(
      "served check",
      (random) => packageOf(textOf(random)),
      (given) => validatePackage(given),
    ),
    served(
      "served fixes",
      (random) => packageOf(textOf(random)),
      (given) => listPackageFixes(given),
    ),
    served("served upload", (random) => packageOf(textOf(random)), readUpload),
    served(
      "served draft",
      (random) => ({ bytes: Buffer.from(JSON.stringify({ skill_md: textOf(random) })) }),
      readJsonPackage,
    ),
    served("served archive", makeArchive, unpackArchive),
    served("served search", textOf, markFound),
    served(
      "served quote",
      (random) => ({ schema: mutateSchema(random.pick(schemas), random), value: makeValue(random) }),
      ({ schema, value }) => validateAgainstSchema(schema, value),
    ),
  ];
  async function close(): Promise<void> {
    useThreads(undefined);
    loop.stop();
    await pool.close();
    fs.rmSync(directory, { recursive: true });
  }
  return { targets, close };
}

/** The words of a question, and where they stand in a line of an answer. */
async function markFound(text: string): Promise<void> {
  askedTerms(text);
  const line = text.slice(0, MAX_LINE_CHARACTERS);
  markWords(line, new Set(searchTokens(line)));
}

const packageOf = (text: string): SkillPackage =>
  assemblePackage([{ path: "SKILL.md", bytes: Buffer.from(text) }]);

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 15));

function assertWentOn(longestMs: number, input: unknown): void {
  const busy = (os.loadavg()[0] ?? 0) > os.availableParallelism();
  if (longestMs <= (busy ? BUSY_MS : QUIET_MS)) return;
  const files = (input as Partial<SkillPackage>).files;
  const shown = files
    ? new TextDecoder().decode(files[0]?.bytes.subarray(0, SHOWN_CHARACTERS))
    : toText(input);
  throw new Error(`the event loop stood still for ${longestMs.toFixed(0)} ms over ${shown}`);
}

const toText = (input: unknown) =>
  (input instanceof Uint8Array
    ? new TextDecoder().decode(input.subarray(0, SHOWN_CHARACTERS))
    : JSON.stringify(input)
  )?.slice(0, SHOWN_CHARACTERS) ?? "";
