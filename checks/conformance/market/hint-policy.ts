import { getReview } from "@/lib/audits/review/get-review";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { assemblePackage } from "@/lib/package";
import { findVersionToReplay } from "@/lib/running/examples/replay-repository";
import { findRunnableById } from "@/lib/running/calls/runnable-repository";
import { checkSkill } from "@/lib/skill-format";
import { publishNow, uniqueName } from "@/lib/testing/builders";
import { readContent } from "../runner/conformance-case";
import { Deposit } from "./deposit";
import { makeSigner, type Signer } from "./signers";

const PROGRAM = `import json, sys\njson.dump(json.load(sys.stdin), sys.stdout)\n`;

/**
 * `hint_policy`: what the market does with a skill because of its hints. The skill is published by who is paid for it,
 * a verifier opens its review, its examples are looked up as the worker does, and the usual deposit is tried.
 */
export async function runHintPolicy({ skill_md: given }: { skill_md: unknown }): Promise<object> {
  const [author, verifier] = [await makeSigner({ enrolled: false }), await makeSigner({ enrolled: true })];
  const { slug, versionId } = await publish(given, author);
  const [skill, review, replayed, called] = [
    await getSkill(slug),
    await getReview(verifier.accountId, versionId),
    await findVersionToReplay(database(), versionId),
    await findRunnableById(versionId),
  ];
  const items = new Set(review.checklist.map(({ item }) => item));
  return {
    network: skill.access.network === true ? "enabled" : "disabled",
    abTaskMarked: items.has("ab_task"),
    integrationTestRequired: items.has("integration_test"),
    higherBond: !(await isEnough(versionId, author)),
    automaticRetry: called?.automaticRetry,
    sandboxReplay: replayed?.sandboxReplay,
  };
}

/** Under a name of its own, and with the wallet of its author: cases are run in one market. */
async function publish(given: unknown, author: Signer) {
  const text = String(readContent(given))
    .replace(/^name:.*$/m, `name: ${uniqueName("hints")}`)
    .replace(/^author:.*$/m, `author: ${author.address}`);
  const { manifest } = checkSkill({ files: new Map([["SKILL.md", text]]) });
  const files = [
    { path: "SKILL.md", bytes: Buffer.from(text) },
    { path: manifest.invocation?.entryPoint ?? "scripts/main.py", bytes: Buffer.from(PROGRAM) },
  ];
  return publishNow(assemblePackage(files), author);
}

/** Whether the usual deposit makes the version Optimistic. */
async function isEnough(versionId: string, author: Signer): Promise<boolean> {
  const deposit = new Deposit();
  deposit.lock(author.address);
  try {
    return (await deposit.observe(versionId)).state === "locked";
  } catch (error) {
    if (!isDomainError(error, "BOND_NOT_LOCKED")) throw error;
    return false;
  }
}
