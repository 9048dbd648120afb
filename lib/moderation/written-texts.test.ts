import { beforeAll, describe, expect, test } from "vitest";
import { applyAsVerifier } from "@/lib/audits/applications";
import { decideChallenge, openChallenge } from "@/lib/audits/challenges";
import { revokeAudit } from "@/lib/audits/sign-audit";
import type { Actor } from "@/lib/identity/actor";
import { findPasswordReset } from "@/lib/identity/passwords/password-reset";
import { decideCaution } from "@/lib/moderation/held";
import { yankVersion } from "@/lib/publishing/yank-version";
import { makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["SERVER_KEY"] ??= "a server key that is long enough for tests";
testDatabase();

let actor: Actor;
beforeAll(async () => {
  actor = await makeAdministrator();
});

/** Every text that is kept for everybody to read, also in terminals. */
const WRITTEN: Record<string, (text: string) => Promise<unknown>> = {
  "the reason of a withdrawal": (reason) => yankVersion({ actor, skill: "none", version: "1.0.0", reason }),
  "the reason of a revocation": (reason) => revokeAudit({ ...actor, auditId: "aud_none", reason }),
  "the claim of a challenge": (claim) =>
    openChallenge({ ...actor, versionId: "ver_none", claim, evidence: "Run it." }),
  "its evidence": (evidence) =>
    openChallenge({ ...actor, versionId: "ver_none", claim: "It leaks.", evidence }),
  "its decision": (outcome) =>
    decideChallenge(actor, { challengeId: "chl_none", decision: "upheld", outcome }),
  "the decision of an upload on hold": (reason) =>
    decideCaution({ actor, versionId: "ver_none", decision: "reject", reason }),
  "the name of who wants to audit": (displayName) => apply({ displayName, about: "I read code." }),
  "what they say of themselves": (about) => apply({ displayName: "Somebody", about }),
};

const apply = (given: { displayName: string; about: string }) =>
  applyAsVerifier(actor, { ...given, key: { text: "", ticket: "", signature: "" } });

describe.each(Object.entries(WRITTEN))("%s", (_name, write) => {
  test.each([
    ["steers a terminal", "all \u001b[2Jgood"],
    ["holds NUL", "a\0b"],
    ["turns the words after it round", "fine \u202e detrever"],
  ])("is refused when it %s", async (_how, text) => {
    const refused = write(text);
    await expect(refused).rejects.toMatchObject({ code: "REQUEST_INVALID" });
    await expect(refused).rejects.toThrow("control characters");
  });
});

test("the token of a reset with NUL is no token", async () => {
  expect(await findPasswordReset("acc_\0.zzzzzzzz.proof")).toBeNull();
});
