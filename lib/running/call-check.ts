import type { PackageFile } from "@/lib/package";
import { listMissingLines, type MissingLines } from "@/lib/running/missing-lines";
import type { Need } from "@/lib/running/needs/read-scripts";
import { decideCallable, type RunFacts } from "@/lib/running/run-facts";
import type { Issue, SkillManifest } from "@/lib/skill-format";
import {
  explainObstacle,
  explainObstacles,
  obstacleNames,
  type CallObstacle,
  type CallObstacleCode,
} from "@/lib/skill-format/issues/call-obstacles";

/** What a check says of calls in the market. It stops no upload: whatever is not called can be installed. */
export interface CallCheck {
  /** Whether calls would be made of it once it is listed, or a price has been put into force by a run. */
  callable: boolean;
  /** Why not, in English; null where they would be. */
  reason: string | null;
  /** Each with what to do about it: warnings are certain, information is what only a run can tell. */
  issues: Issue[];
  /** The lines of the front matter that it lacks to be called and priced; see `listMissingLines`. */
  missing: MissingLines[];
}

/** What is told of a package before it is uploaded. Pure. */
export function checkCalls(
  manifest: SkillManifest,
  { obstacles, needs }: Pick<RunFacts, "obstacles" | "needs">,
  files: readonly PackageFile[],
): CallCheck {
  const priceLamports = BigInt(manifest.pricing?.lamports ?? 0);
  const first = decideCallable({ obstacles, priceLamports, ranAt: null }).obstacles;
  const declared = first.filter(({ code }) => code !== "CALL_MODULE");
  return {
    callable: obstacles.length === 0,
    reason: explainObstacles(obstacles),
    missing: listMissingLines(manifest, { files, obstacles }),
    issues: [
      ...declared.map((each) => toIssue(each, manifest)),
      ...needs.map(({ file, name, line, ...need }): Issue => ({
        dialect: "sandbox",
        severity: need.sure ? "warning" : "info",
        code: need.code,
        path: `${file}#${name}`,
        message: describeNeed({ ...need, name }),
        line,
      })),
    ],
  };
}

/** Where the file says it; the others are about what they name. */
const PLACES: Partial<Record<CallObstacleCode, string>> = {
  CALL_NO_ENTRY_POINT: "interface.entry_point",
  CALL_ELSEWHERE: "interface.type",
  CALL_NETWORK: "permissions.network",
  CALL_NOT_RUN: "pricing",
};

/** Certain, and in the way of somebody who asks a price; otherwise a skill is right to be as it is. */
function toIssue(obstacle: CallObstacle, { pricing, examples }: SkillManifest): Issue {
  const isInTheWay =
    obstacle.code === "CALL_NOT_RUN" ? examples.length === 0 : BigInt(pricing?.lamports ?? 0) > 0n;
  return {
    dialect: "sandbox",
    severity: isInTheWay ? "warning" : "info",
    code: obstacle.code,
    path: PLACES[obstacle.code] ?? obstacleNames(obstacle),
    message: explainObstacle(obstacle),
  };
}

function describeNeed({ code, name, sure }: Pick<Need, "code" | "name" | "sure">): string {
  if (code !== "CALL_MODULE") return SENTENCES[code](name);
  const sentence = explainObstacle({ code, names: [name] });
  return sure ? sentence : `Where it comes to it: ${sentence}`;
}

const SENTENCES: Readonly<Record<Exclude<Need["code"], "CALL_MODULE">, (name: string) => string>> = {
  CALL_PROGRAM: (name) =>
    `It starts ${name}, which the sandbox does not have. Use a program of those in docs/sandbox.md, or do it in the script.`,
  CALL_SYNTAX: (name) =>
    `It has syntax that the sandbox may not read: ${name}. Write it as older releases do, or let an example prove that it runs.`,
  CALL_FOLDER: (name) =>
    `It writes to ${name}. Only /tmp and its own folder can be written, and both are gone after the run: write what is to be kept to standard output.`,
  CALL_CONNECTS: (name) =>
    `It can connect to others with ${name}, and the sandbox has no network: what needs it fails. Declare permissions.network: true where nothing works without.`,
};
