import { createMarketClient, type FoundSkill } from "@/client";
import { InputError } from "../command";
import type { LockedSkill } from "../install/lock-file";
import { toCommandError } from "../install/market";
import { listRefusals, type HeldPolicy } from "../policy/find-policies";
import { policyFinding, type Finding } from "./list-findings";

/** Judges installed versions by policies; what a market describes is asked for once, whatever the number of projects. */
export class PolicyJudge {
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
