import { describe, expect, test } from "vitest";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { inShort } from "@/lib/testing/full-form";
import { runAuditSignature } from "./audit-signature";
import { runAuditState } from "./audit-state";

testDatabase();
testBlobStore();

const SIGNED = ["publish 1.0.0", "audit signed by verifier"];

const STORIES: [string[], object][] = [
  [["publish 1.0.0"], { state: "Unverified", last_refused: false, audit_required: "full" }],
  [SIGNED, { state: "Audited", last_refused: false }],
  [["publish 1.0.0", "set Optimistic with deposit"], { state: "Optimistic", last_refused: false }],
  [["publish 1.0.0", "deposit staked", "deposit withdrawn"], { state: "Unverified" }],
  [["publish 1.0.0", "set Optimistic with insufficient deposit"], { last_refused: true }],
  [["publish 1.0.0", "set Audited without signature"], { state: "Unverified", last_refused: true }],
  [["publish 1.0.0", "deposit staked", ...SIGNED.slice(1)], { state: "Audited" }],
  [[...SIGNED, "signature revoked"], { state: "Unverified", last_refused: false }],
  [[...SIGNED, "signature expired"], { state: "Unverified" }],
  [[...SIGNED, "verifier revoked"], { state: "Audited" }],
  [["publish 1.0.0", "audit signed by revoked verifier"], { state: "Unverified", last_refused: true }],
  [[...SIGNED, "publish 1.0.1", "publish 1.0.2"], { state: "Audited", inherited_from: "1.0.0" }],
  [[...SIGNED, "publish 1.0.1", "signature revoked"], { version: "1.0.1", state: "Unverified" }],
  [[...SIGNED, "one byte of the package changed"], { state: "Unverified" }],
  [[...SIGNED, "publish 2.0.0"], { state: "Unverified", audit_required: "full" }],
  [
    [...SIGNED, "publish 1.1.0", "simplified audit signed by verifier"],
    { state: "Audited", inherited_from: null },
  ],
  [
    [...SIGNED, "publish 1.1.0", "simplified audit signed by verifier", "publish 1.1.1"],
    { inherited_from: "1.1.0" },
  ],
  [["publish 2026.01.01", "publish 2026.02.01"], { state: "Unverified", audit_required: "full" }],
  [["publish 1.0.0-rc.1", "audit signed by verifier", "publish 1.0.0"], { audit_required: "simplified" }],
  [[...SIGNED, "publish 1.0.1-rc.1"], { version: "1.0.1-rc.1", state: "Audited" }],
  [[...SIGNED, "publish 1.0.0"], { version: "1.0.0", state: "Audited", last_refused: true }],
  [["publish 1.0.0", "publish 0.9.9"], { version: "1.0.0", last_refused: true }],
  ...["permissions", "image", "hints", "input schema"].map((what): [string[], object] => [
    [...SIGNED, `publish 1.0.1 with changed ${what}`],
    { version: "1.0.0", state: "Audited", last_refused: true },
  ]),
  // Price and payee are the skill's: what a file declares of them changes neither, and asks for no number.
  ...["price", "payee"].map((what): [string[], object] => [
    [...SIGNED, `publish 1.0.1 with changed ${what}`],
    { version: "1.0.1", state: "Audited", inherited_from: "1.0.0", last_refused: false },
  ]),
  [[...SIGNED, "publish 1.1.0 with changed price"], { state: "Unverified", last_refused: false }],
  [["publish 1.0.0", "audit signed by author"], { last_refused: true }],
  [["publish 1.0.0", "deposit", "set Optimistic"], { state: "Optimistic", last_refused: false }],
  [["publish 1.0.0", "set Optimistic"], { state: "Unverified", last_refused: true }],
  [["publish 1.0.0", "set Audited"], { state: "Unverified", last_refused: true }],
];
/** One for each kind of event, and for each state it can lead to. */
const SHORT_STORIES = new Set([1, 2, 4, 7, 11, 13, 15, 21, 22]);

describe("the story of a version", () => {
  test.each(inShort(STORIES, (_, at) => SHORT_STORIES.has(at)))("%j", async (events, outcome) => {
    expect(await runAuditState({ events })).toMatchObject(outcome);
  });

  test("a version that was refused has no state", async () => {
    const events = [...SIGNED, "publish 1.0.1 with changed permissions"];
    const looked = await runAuditState({ events, version: "1.0.1" });
    expect(looked).toMatchObject({ version: "1.0.1", state: null, last_refused: true });
  });

  test("the last refusal is told by event and code, whatever came after it", async () => {
    const events = ["publish 1.0.0", "audit signed by author", "publish 1.0.1"];
    const { last_refusal: refusal } = (await runAuditState({ events })) as Record<string, unknown>;
    expect(refusal).toEqual({ isLast: false, names: ["audit signed by author", expect.any(String)] });
  });

  test("an event nobody knows is an error, not a pass", async () => {
    await expect(runAuditState({ events: ["publish 1.0.0", "moon rises"] })).rejects.toThrow("moon rises");
  });
});

describe("a statement on its way", () => {
  test.each([null])("accepted when nothing is changed", async (tamper) => {
    expect(await runAuditSignature({ tamper })).toEqual({ accepted: true });
  });

  const TAMPERINGS =
    "none package_byte digest next_version other_skill role_withdrawn other_key signature author expired replay verdict scope policy note nonce expires_at genesis_hash issued_at vetting_report version skill_name other_verifier not_a_verifier file_added other_package truncated_signature signer_not_verifier author_signs raw_payload payload_type whitespace other_ticket second_subject predicate_type extra_member executables padded zeros".split(
      " ",
    );
  const SHORT =
    "none package_byte digest other_skill role_withdrawn signature author expired replay verdict".split(" ");
  test.each(inShort(TAMPERINGS, SHORT))("refused: %s", async (tamper) => {
    expect(await runAuditSignature({ tamper })).toMatchObject({ accepted: false });
  });

  test("a tampering nobody knows is an error, not a pass", async () => {
    await expect(runAuditSignature({ tamper: "moon" })).rejects.toThrow("moon");
  });
});
