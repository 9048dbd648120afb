import path from "node:path";
import { createMarketClient, type CopyVerdict, type InstalledCopy, type FoundSkill } from "@/client";
import { InputError, type CommandContext } from "../command";
import { compareInstalled } from "../install/compare-installed";
import { LOCK_FILE, readLock, type LockedSkill } from "../install/lock-file";
import { toCommandError } from "../install/market";
import { findPolicies, type HeldPolicy, listRefusals } from "../policy/find-policies";
import {
  listLocalFindings,
  listMarketFindings,
  sortFindings,
  type Finding,
  type LocalState,
  policyFinding,
} from "./list-findings";

/** Judges installed versions by policies; what a market describes is asked for once, whatever the number of projects. */
class PolicyJudge {
  private readonly described = new Map<string, Promise<FoundSkill | string>>();

  constructor(
    private readonly now: Date,
    private readonly timeoutMs: number,
  ) {}

  /** Why policies refuse what is installed. What cannot be judged is refused: nobody has said that a rule is kept. */
  async judge(name: string, locked: LockedSkill, policies: readonly HeldPolicy[]): Promise<Finding[]> {
    if (policies.length === 0) return [];
    const key = JSON.stringify([locked.market, name, locked.version]);
    const asked = this.described.get(key) ?? this.describe(name, locked);
    this.described.set(key, asked);
    const details = await asked;
    const isThis = typeof details !== "string" && details.package_digest === locked.packageDigest;
    // The report names the skill before each finding itself.
    const prefix = isThis ? `${details.name} ${details.version}: ` : "";
    if (isThis)
      return listRefusals(policies, details, this.now).map((line) => policyFinding(line.replace(prefix, "")));
    const why =
      typeof details === "string" ? details : "the market describes other bytes than the lock file names";
    return policies.map(({ source }) => policyFinding(`cannot be judged by ${source}: ${why}`));
  }

  private async describe(name: string, { market, version }: LockedSkill): Promise<FoundSkill | string> {
    try {
      return await createMarketClient({ market, timeoutMs: this.timeoutMs }).details(name, version);
    } catch (error) {
      const failure = toCommandError(error);
      if (failure instanceof InputError) return failure.message;
      throw failure;
    }
  }
}

/** A skill that a lock file names, with what was found. */
export interface AuditedSkill {
  name: string;
  version: string;
  market: string;
  digest: string;
  /** Line of its entry in the lock file, from 1. */
  line: number;
  findings: Finding[];
  /** Why its market said nothing of it; null where it did. Then nothing is known, and it is not fine. */
  unanswered: string | null;
}

export interface AuditedProject {
  directory: string;
  skills: AuditedSkill[];
  /** Why its lock file could not be read; null where it was. */
  fault: string | null;
}

/** Markets that one command asks: lock files of strangers may name any number. */
const MOST_MARKETS = 20;
/** A market that a lock file names may be nobody's, or wait on purpose. */
const TIMEOUT_MS = 20_000;

/**
 * What is known of everything that is installed in projects: each market is asked once for all of them (a thousand copies
 * in a request), without anybody's key, and only about what the lock files say is from it. What it answers is taken for
 * what it says, never done. Where a project has a policy, each of its skills is asked about once more.
 */
export async function auditProjects(
  directories: readonly string[],
  policyFiles: readonly string[],
  context: CommandContext,
): Promise<AuditedProject[]> {
  const projects = [];
  for (const directory of directories) projects.push(await readProject(directory, policyFiles, context));
  const copies = projects.flatMap(({ skills }) => skills.map(({ name, locked }) => ({ name, ...locked })));
  const answers = await askMarkets(copies);
  const judge = new PolicyJudge(context.clock.now(), TIMEOUT_MS);
  const audited: AuditedProject[] = [];
  for (const { directory, fault, skills, policies } of projects) {
    const listed: AuditedSkill[] = [];
    for (const skill of skills) {
      const answer = answers.get(keyOf(skill.name, skill.locked)) ?? "was not asked";
      const isAnswered = typeof answer !== "string";
      const refusals = isAnswered ? await judge.judge(skill.name, skill.locked, policies) : [];
      listed.push(toAudited(skill, answer, refusals));
    }
    audited.push({ directory, fault, skills: listed });
  }
  return audited;
}

function toAudited(
  { name, locked, line, local }: ReadSkill,
  answer: CopyVerdict | string,
  refusals: readonly Finding[],
): AuditedSkill {
  const isAnswered = typeof answer !== "string";
  return {
    name,
    version: locked.version,
    market: locked.market,
    digest: locked.packageDigest,
    line,
    findings: sortFindings([
      ...(isAnswered ? listMarketFindings(name, locked, answer) : []),
      ...refusals,
      ...listLocalFindings(name, local),
    ]),
    unanswered: isAnswered ? null : answer,
  };
}

interface ReadSkill {
  name: string;
  locked: LockedSkill;
  line: number;
  local: LocalState;
}

interface ReadProject {
  directory: string;
  fault: string | null;
  skills: ReadSkill[];
  policies: HeldPolicy[];
}

async function readProject(
  directory: string,
  policyFiles: readonly string[],
  context: CommandContext,
): Promise<ReadProject> {
  try {
    const policies = await findPolicies(directory, policyFiles, context);
    const { skills, source } = await readLock(directory, { required: true });
    const lines = Buffer.from(source ?? [])
      .toString()
      .split("\n");
    const read: ReadSkill[] = [];
    for (const [name, locked] of Object.entries(skills)) {
      const at = lines.findIndex((line) => line.trimStart().startsWith(`"${name}": {`));
      read.push({ name, locked, line: at + 1 || 1, local: await compareFolders(directory, name, locked) });
    }
    return { directory, fault: null, skills: read, policies };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { directory, fault: error.message, skills: [], policies: [] };
  }
}

async function compareFolders(directory: string, name: string, locked: LockedSkill): Promise<LocalState> {
  const state = { differences: [] as string[], lineEnds: [] as string[], missing: [] as string[] };
  for (const folder of locked.folders) {
    const { isInstalled, differences, lineEnds } = await compareInstalled(directory, folder, name, locked);
    if (isInstalled) state.differences.push(...differences);
    else state.missing.push(`${folder}/${name}`);
    state.lineEnds.push(...lineEnds);
  }
  return state;
}

type Copy = Pick<LockedSkill, "market" | "version" | "packageDigest"> & { name: string };

const keyOf = (name: string, { market, version, packageDigest }: Omit<Copy, "name">): string =>
  JSON.stringify([market, name, version, packageDigest]);

/** A verdict for each copy, or why there is none. */
async function askMarkets(copies: readonly Copy[]): Promise<Map<string, CopyVerdict | string>> {
  const byMarket = new Map<string, Map<string, InstalledCopy>>();
  for (const { name, ...copy } of copies) {
    const asked = byMarket.get(copy.market) ?? new Map<string, InstalledCopy>();
    asked.set(keyOf(name, copy), { name, version: copy.version, digest: copy.packageDigest });
    byMarket.set(copy.market, asked);
  }
  const answers = new Map<string, CopyVerdict | string>();
  const answerAll = (asked: Map<string, InstalledCopy>, answer: (at: number) => CopyVerdict | string) =>
    [...asked.keys()].forEach((key, at) => answers.set(key, answer(at)));
  for (const [at, [market, asked]] of [...byMarket].entries())
    if (at >= MOST_MARKETS)
      answerAll(asked, () => `more than ${MOST_MARKETS} markets are named; it was not asked`);
    else {
      const verdicts = await askMarket(market, [...asked.values()]);
      answerAll(asked, (place) =>
        typeof verdicts === "string" ? verdicts : (verdicts[place] ?? "no answer"),
      );
    }
  return answers;
}

async function askMarket(market: string, copies: readonly InstalledCopy[]): Promise<CopyVerdict[] | string> {
  try {
    return await createMarketClient({ market, timeoutMs: TIMEOUT_MS }).verdicts(copies);
  } catch (error) {
    const failure = toCommandError(error);
    if (failure instanceof InputError) return failure.message;
    throw failure;
  }
}

/** The lock file of a project. */
export const lockOf = (directory: string): string => path.join(directory, LOCK_FILE);
