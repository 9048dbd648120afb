import { expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import {
  Destructive,
  Filesystem,
  Network,
  ReachesOutside,
  ReadOnly,
  SafeToRetry,
  Secrets,
  Subprocess,
} from "@/components/compare/cells";
import { AccessTable } from "@/components/skill/security/access-table";
import { AccessText } from "@/components/skill/security/access";
import { AccessAnswer } from "@/components/skill/security/trust-summary";
import { Behaviour } from "@/components/skill/rail";
import { LOCALES } from "@/lib/platform/i18n/routing";
import type { SkillDetail } from "@/lib/registry/views";
import { statedPermissions } from "@/lib/skill-format";
import { plainSkills, type PlainSkill } from "@/lib/testing/plain-skills";
import { inShort } from "@/lib/testing/full-form";

const NONE = { network: 0, filesystem: 0, subprocess: 0, secrets: 0 };

const plain = (html: string) =>
  html
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|");

/** What the pages read of a skill that is not run here. */
const detailOf = ({ manifest }: PlainSkill) =>
  ({
    slug: manifest.slug,
    version: "1.0.0",
    manifest,
    access: statedPermissions(manifest),
    runnable: false,
    spec: manifest.spec,
    vetting: {
      engineVersion: "1",
      reportDigest: null,
      summary: null,
      finishedAt: "2026-11-20T00:00:00.000Z",
    },
  }) as unknown as SkillDetail;

/** In the short form each way to write or leave out a member still comes with most ways of each other. */
const SKILLS = inShort(plainSkills(), (_, at) => at % 7 === 0);
const yesNo = (value: boolean | null) => (value === null ? "Not declared" : value ? "Yes" : "No");

test("the table of access tells what is written, and of the rest that it is not declared", () => {
  for (const skill of SKILLS) {
    const html = htmlOf(<AccessTable skill={detailOf(skill)} undeclared={NONE} />);
    const cells = [...html.matchAll(/data-label="Declared">(.*?)<\/td>/g)].map(([, cell = ""]) =>
      plain(cell).replaceAll("|", ""),
    );
    const { network, filesystem, subprocess, envVars } = skill.written;
    const secrets = envVars === null || envVars.length === 0 ? yesNo(envVars && false) : "API_KEY";
    expect(cells).toEqual([yesNo(network), yesNo(filesystem), yesNo(subprocess), secrets]);
    expect(html).not.toContain("sandbox gives no network");
  }
});

test("the rail tells each hint as it is written, and that nothing enforces it elsewhere", () => {
  for (const skill of SKILLS) {
    const html = htmlOf(<Behaviour skill={detailOf(skill)} />);
    const said = [...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, cell = ""]) =>
      plain(cell).replaceAll("|", ""),
    );
    const { readOnly, destructive, idempotent, openWorld } = skill.written;
    const hints: [string, boolean | null, string][] = [
      ["Read only", readOnly, readOnly === true && destructive !== true ? "Marked for A/B tasks" : ""],
      ["Destructive", destructive, destructive === true ? "Deposit 1.5 times as high" : ""],
      ["Safe to retry", idempotent, ""], // what is done with calls is not said of a skill that is not called here
      ["Reaches outside", openWorld, openWorld === true ? "Audit needs an integration test" : ""],
    ];
    const undeclared = hints.filter(([, value]) => value === null).map(([name]) => name);
    // What is not declared is one row.
    expect(said).toEqual([
      ...hints.flatMap(([, value, effect]) => (value === null ? [] : [yesNo(value) + effect])),
      ...(undeclared.length === 0 ? [] : [undeclared.join(", ")]),
    ]);
    expect(html).toContain("Only declared");
  }
});

test("head and row deny only what is declared to be none", () => {
  for (const skill of SKILLS) {
    const { network, filesystem, subprocess, envVars } = skill.written;
    const denied = [network === false, filesystem === false, subprocess === false, envVars?.length === 0];
    const head = plain(htmlOf(<AccessAnswer skill={detailOf(skill)} />)).toLowerCase();
    const all = head.includes("no network, files, subprocess or secrets");
    const told = ["no network", "no files", "no subprocess", "no secrets"].map((words) =>
      head.includes(words),
    );
    expect(all ? [true, true, true, true] : told).toEqual(denied);
    const row = htmlOf(<AccessText access={detailOf(skill).access} />);
    expect(row.includes("no outside access")).toBe(denied.every(Boolean));
    const undeclared = [network, filesystem, subprocess, envVars].includes(null);
    expect(row.includes("not declared")).toBe(undeclared);
  }
});

test("a comparison tells each permission and each hint as it is written", () => {
  const cells = [
    Network,
    Filesystem,
    Subprocess,
    Secrets,
    ReadOnly,
    Destructive,
    SafeToRetry,
    ReachesOutside,
  ];
  for (const skill of SKILLS) {
    const told = cells.map((Cell) =>
      plain(htmlOf(<Cell skill={detailOf(skill)} undeclared={NONE} />)).replaceAll("|", ""),
    );
    const { network, filesystem, subprocess, envVars, readOnly, destructive, idempotent, openWorld } =
      skill.written;
    const secrets = envVars === null || envVars.length === 0 ? yesNo(envVars && false) : "API_KEY";
    const hints = [readOnly, destructive, idempotent, openWorld].map(yesNo);
    expect(told).toEqual([yesNo(network), yesNo(filesystem), yesNo(subprocess), secrets, ...hints]);
  }
});

test.each(LOCALES)("a default of a format is told as such (%s)", (locale) => {
  const [skill] = SKILLS;
  if (skill === undefined) throw new Error("no skill");
  const detail = detailOf(skill);
  const byDefault = Object.fromEntries(
    Object.keys(detail.access.origins).map((key) => [key, "format_default"]),
  );
  const access = { network: false, filesystem: false, subprocess: false, envVars: [], origins: byDefault };
  const shown = { ...detail, access } as unknown as SkillDetail;
  const words = { en: "the format’s default", "zh-Hans": "格式默认值", ko: "형식의 기본값" }[locale];
  const pages = [
    <AccessTable key="table" skill={shown} undeclared={NONE} />,
    <AccessAnswer key="head" skill={shown} />,
  ];
  for (const page of pages) expect(htmlOf(page, locale)).toContain(words);
  const inRow = { en: "(default)", "zh-Hans": "（默认）", ko: "(기본값)" }[locale];
  expect(htmlOf(<AccessText access={shown.access} />, locale)).toContain(inRow);
});
