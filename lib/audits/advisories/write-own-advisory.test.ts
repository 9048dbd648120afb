import { beforeAll, describe, expect, test } from "vitest";
import { getAdvisory, listAdvisories } from "@/lib/advisories/read-advisories";
import { osvDocument } from "@/lib/advisories/testing/osv-schema";
import { parseAdvisoryStatement } from "@/lib/audits/advisories/advisory-statement";
import {
  prepareAdvisory,
  signAdvisory,
  withdrawOwnAdvisory,
  type WrittenAdvisory,
} from "@/lib/audits/advisories/write-own-advisory";
import { reserveReview } from "@/lib/audits/review/review";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { makeVerifier, type TestVerifier } from "@/lib/audits/testing/verifier";
import { endVerifier } from "@/lib/audits/verifiers";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { IN_TOTO_PAYLOAD_TYPE, openEnvelope } from "@/lib/log/attestation/dsse";
import { mailOwner } from "@/lib/identity/testing/own-email";
import { mailsTo } from "@/lib/publishing/drafts/testing/draft-builders";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, makeAdministrator } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publish } = testPublisher();

let verifier: TestVerifier;
beforeAll(async () => {
  verifier = await makeVerifier();
});

const WORDS = {
  severity: "medium",
  summary: "It follows links out of its folder",
  details: "scripts/main.py, line 9: [a link](https://x.example) to /etc is *followed*.",
  whatToDo: "Update to 1.0.1, which refuses links.",
} as const;

const prepare = (by: { accountId: string }, skill: string, change: Partial<WrittenAdvisory> = {}) =>
  prepareAdvisory({ accountId: by.accountId, skill, versions: ["1.0.0"], ...WORDS, ...change });

async function write(by: TestVerifier, skill: string, change: Partial<WrittenAdvisory> = {}) {
  const { message, ...prepared } = await prepare(by, skill, change);
  const signature = by.sign(Buffer.from(message, "base64"));
  return { accountId: by.accountId, ...prepared, signature };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (isDomainError(error) ? error.code : String(error)),
  );

describe("a verifier's advisory", () => {
  test("is theirs, signed over the digests, in OSV, and their words are no markup in it", async () => {
    const { slug, versionId } = await publish();
    await verifier.audit(versionId);
    const { id } = await signAdvisory(await write(verifier, slug));
    const advisory = await getAdvisory(id);
    expect(advisory).toMatchObject({ ...WORDS, kind: "verifier-finding", slug, verifier: verifier.address });
    const signed = { payloadType: IN_TOTO_PAYLOAD_TYPE, publicKey: verifier.address };
    const statement = parseAdvisoryStatement(openEnvelope(advisory.statement, signed)?.toString() ?? "");
    expect(`sha256:${statement?.subject[0]?.digest.sha256}`).toBe(advisory.versions[0]?.packageDigest);
    const document = JSON.parse(advisory.document) as { details: string };
    expect(osvDocument.safeParse(document).error).toBeUndefined();
    expect(document.details).toContain(String.raw`\[a link\]\(https://x.example\)`);
  });

  test("is mailed to the owner of the skill", async () => {
    const owner = await mailOwner();
    const { slug, versionId } = await publish(
      {},
      { accountId: owner.actor.accountId, username: "", address: "" },
    );
    await verifier.audit(versionId);
    await signAdvisory(await write(verifier, slug));
    const subjects = (await mailsTo(owner.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`An advisory about ${slug}`);
  });

  test("is recorded once, only as it was prepared, and only with their wallet's signature", async () => {
    const { slug, versionId } = await publish();
    await verifier.audit(versionId);
    const signed = await write(verifier, slug);
    const other = await makeVerifier();
    const tampered = signed.payload.replace("medium", "high");
    const cases: [() => Promise<unknown>, string][] = [
      [() => signAdvisory({ ...signed, payload: tampered }), "AUDIT_STATEMENT_MISMATCH"],
      [() => signAdvisory({ ...signed, ticket: "x" }), "AUDIT_STATEMENT_MISMATCH"],
      [() => signAdvisory({ ...signed, signature: Buffer.alloc(64) }), "AUDIT_SIGNATURE_INVALID"],
      [
        () => signAdvisory({ ...signed, signature: other.sign(Buffer.from(signed.payload)) }),
        "AUDIT_SIGNATURE_INVALID",
      ],
      [() => signAdvisory(signed, fakeClock(new Date(Date.now() + 16 * 60_000))), "AUDIT_STATEMENT_MISMATCH"],
      [() => signAdvisory({ ...signed, accountId: other.accountId }), "PERMISSION_DENIED"],
    ];
    for (const [work, code] of cases) expect(await codeOf(work())).toBe(code);
    expect((await listAdvisories({ skill: slug })).advisories).toEqual([]);
    const both = await Promise.allSettled([signAdvisory(signed), signAdvisory(signed)]);
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await codeOf(signAdvisory(signed))).toBe("SIGNATURE_ALREADY_USED");
    expect((await listAdvisories({ skill: slug })).advisories).toHaveLength(1);
  });
});

describe("who may write one", () => {
  test.each<
    [string, (of: { versionId: string; slug: string; verifier: TestVerifier }) => Promise<unknown>, string]
  >([
    ["who has sealed the version", ({ versionId, verifier: by }) => by.audit(versionId), "none"],
    [
      "who has signed another verdict",
      ({ versionId, verifier: by }) =>
        by.audit(versionId, { verdict: "changes_requested", note: "Say more." }),
      "none",
    ],
    [
      "who has reserved it",
      ({ versionId, verifier: by }) => reserveReview({ accountId: by.accountId, versionId }),
      "none",
    ],
    ["not who has done neither", async () => undefined, "PERMISSION_DENIED"],
    ["not when another has", async ({ versionId }) => verifier.audit(versionId), "PERMISSION_DENIED"],
    [
      "not who has taken the audit back",
      async ({ versionId, verifier: by }) => {
        const auditId = await by.audit(versionId);
        await revokeAudit({ accountId: by.accountId, auditId, reason: "I was wrong." });
      },
      "PERMISSION_DENIED",
    ],
    [
      "not who is enrolled no more",
      async ({ versionId, verifier: by }) => {
        await by.audit(versionId);
        await endVerifier("operator", by.address);
      },
      "VERIFIER_REQUIRED",
    ],
  ])("%s", async (_, act, code) => {
    const [by, { slug, versionId }] = [await makeVerifier(), await publish()];
    await act({ versionId, slug, verifier: by });
    expect(await codeOf(prepare(by, slug))).toBe(code);
  });

  test("not about one's own skill, another version, or with an audit whose term is over", async () => {
    const by = await makeVerifier();
    const own = await publish({}, by);
    const { slug, versionId } = await publish();
    await by.audit(versionId, { validityDays: 1 });
    await publish({ name: slug, version: "1.1.0" });
    expect(await codeOf(prepare(by, own.slug))).toBe("AUDIT_NOT_ALLOWED");
    expect(await codeOf(prepare(by, slug, { versions: ["1.0.0", "1.1.0"] }))).toBe("PERMISSION_DENIED");
    expect(await codeOf(prepare(by, slug, { versions: ["9.0.0"] }))).toBe("VERSION_NOT_FOUND");
    expect(await codeOf(prepare(by, "nobody-has-this"))).toBe("SKILL_NOT_FOUND");
    expect(await codeOf(prepare(by, slug, { summary: "two\nlines" }))).toBe("REQUEST_INVALID");
    expect(await codeOf(prepare(await makeAccount(), slug))).toBe("VERIFIER_REQUIRED");
    const later = fakeClock(new Date(Date.now() + DAY_MS + 1_000));
    const written = { accountId: by.accountId, skill: slug, versions: ["1.0.0"], ...WORDS };
    expect(await codeOf(prepareAdvisory(written))).toBe("none");
    expect(await codeOf(prepareAdvisory(written, later))).toBe("PERMISSION_DENIED");
  });
});

test("who may withdraw one: its author and administrators, with a reason; of the market's own nobody", async () => {
  const { slug, versionId } = await publish();
  const auditId = await verifier.audit(versionId);
  const { id } = await signAdvisory(await write(verifier, slug));
  const second = await signAdvisory(await write(verifier, slug));
  const [reader, administrator] = [
    await getActorOf((await makeAccount()).username),
    await makeAdministrator(),
  ];
  const author = await getActorOf(verifier.username);
  const withdraw = (actor: typeof reader, of = id, reason = "It was fixed.") =>
    codeOf(withdrawOwnAdvisory(actor, { id: of, reason }));
  expect(await withdraw(reader)).toBe("PERMISSION_DENIED");
  expect(await withdraw(author, id, " ")).toBe("REQUEST_INVALID");
  expect(await withdraw(author, "EMP-2026-9999")).toBe("ADVISORY_NOT_FOUND");
  expect([await withdraw(author), await withdraw(administrator, second.id)]).toEqual(["none", "none"]);
  expect(await withdraw(author, id, "Another reason.")).toBe("none");
  expect((await getAdvisory(id)).withdrawn?.reason).toBe("It was fixed.");
  await revokeAudit({ accountId: verifier.accountId, auditId, reason: "I was wrong." });
  const [own] = (await listAdvisories({ skill: slug })).advisories;
  expect(own?.kind).toBe("seal-revoked");
  expect(await withdraw(author, own?.id)).toBe("PERMISSION_DENIED");
  expect(await withdraw(administrator, own?.id)).toBe("PERMISSION_DENIED");
});
