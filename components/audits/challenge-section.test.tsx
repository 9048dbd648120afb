import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { ChallengeSection } from "@/components/audits/challenge-section";
import { SealTable } from "@/components/audits/seal-table";
import { AttentionList } from "@/components/dashboard/attention-list";
import type { ChallengeView } from "@/lib/audits/challenges";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { SealView } from "@/lib/registry/views";

const CHALLENGE: ChallengeView = {
  id: "chl_1",
  slug: "word-tally",
  version: "1.0.0",
  claim: "It miscounts.",
  evidence: "Give it an empty text.",
  state: "open",
  challenger: "vera",
  openedAt: "2026-11-22T00:00:00.000Z",
  deadline: "2026-12-06T00:00:00.000Z",
  decidedAt: null,
  outcome: null,
  answer: null,
  answeredAt: null,
  auditId: null,
  standing: null,
  takenBack: null,
};

type Open = Parameters<typeof ChallengeSection>[0]["open"];
const section = (
  open: Open,
  challenge: Partial<ChallengeView> = {},
  locale?: Locale,
  deposit: string | null = null,
  answer: Parameters<typeof ChallengeSection>[0]["answer"] = null,
) =>
  htmlOf(
    <ChallengeSection
      challenges={[{ ...CHALLENGE, ...challenge }]}
      signIn={null}
      open={open}
      answer={answer}
      deposit={deposit}
      problem={undefined}
      wrong={undefined}
    />,
    locale,
  );
const act = () => Promise.resolve();

test("who cannot challenge a version reads why, instead of a form that refuses what they wrote", () => {
  expect(section(act)).toContain("Open challenge");
  expect(section("own")).not.toContain("<form");
  expect(section("own")).toContain("you cannot challenge it");
  expect(section("opened")).not.toContain("<form");
  expect(section("opened", {}, "ko")).toContain("결정을 기다리고 있습니다");
});

test("the accused answers while it is open, and everybody reads the answer", () => {
  expect(section("own", {}, "en", null, act)).toContain("Answer this challenge");
  expect(section("own", { answer: "It counts words." }, "en", null, act)).toContain("Change your answer");
  expect(section("own", { state: "rejected" }, "en", null, act)).not.toContain("Answer this challenge");
  expect(section(act)).not.toContain("Answer this challenge");
  const read = section(act, { answer: "It counts <b>words</b>.", state: "rejected" });
  expect(read).toContain("The publisher answers:");
  expect(read).toContain("It counts &lt;b&gt;words&lt;/b&gt;.");
});

test("a challenge says until when it is decided, while it is open", () => {
  expect(section(act)).toMatch(/decides by .*6 Dec 2026.*Until then nothing changes\./);
  expect(section(act, {}, "zh-Hans")).toMatch(/将于 .*2026年12月6日.*前裁定/);
  expect(section(act, { state: "upheld", outcome: "Confirmed." })).not.toContain("Until then");
  // Upheld, it leads to the deposit that its challenger may be paid.
  expect(section(null, { state: "upheld" }, "en", "/skills/word-tally/bond")).toContain(
    'href="/skills/word-tally/bond"',
  );
  expect(section(null, {}, "en", "/skills/word-tally/bond")).not.toContain("/bond");
});

test("the owner is led to the version that is challenged, not to the newest one, and told when it was upheld", () => {
  const item = {
    slug: "word-tally",
    version: "1.0.0",
    versionId: "ver_1",
    number: 0,
    missingLamports: null,
    at: CHALLENGE.deadline,
  };
  const list = htmlOf(
    <AttentionList
      attention={[
        { ...item, kind: "challenged" },
        { ...item, kind: "overturned" },
      ]}
      drafts={[]}
      noWallet={false}
      unmailed={0}
      lostDomains={[]}
    />,
  );
  expect(list.match(/href="\/skills\/word-tally\/security\?version=1\.0\.0"/g)).toHaveLength(2);
  expect(list).toMatch(/The challenge to <b>word-tally 1\.0\.0<\/b> was upheld on /);
});

test("a list of seals says in words what was audited, and leads to the version that was", () => {
  const seal: SealView = {
    auditId: "aud_1",
    slug: "word-tally",
    version: "1.0.0",
    scope: "full",
    baseVersion: null,
    confidential: false,
    verifierName: "Vera",
    verifierUsername: "vera",
    verifierAddress: "8Q3zz5PkPvh8fTRd4vDN1ZtCFZmNfCH6BMCUse1YFwum",
    packageDigest: `sha256:${"0".repeat(64)}`,
    issuedAt: CHALLENGE.openedAt,
    expiresAt: CHALLENGE.deadline,
    counts: true,
  };
  const table = (locale: Locale) =>
    htmlOf(<SealTable seals={[seal, { ...seal, scope: "reduced", baseVersion: "0.9.0" }]} />, locale);
  expect(table("en")).toMatch(/>Every file<[^]*>Changes since 0\.9\.0</);
  expect(table("zh-Hans")).toContain(">全部文件<");
  expect(table("ko")).toContain(">모든 파일<");
  expect(table("en")).toContain('href="/skills/word-tally/security?version=1.0.0"');
});
