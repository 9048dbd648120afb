import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillDetail } from "@/lib/registry/views";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import {
  addCommand,
  cloneCommand,
  downloadPath,
  exportDialects,
  exportPath,
  paidSamples,
  pythonLiteral,
} from "@/components/skill/install/commands";

describe("download commands", () => {
  const skill = { slug: "json-diff", version: "1.0.0+a" };

  it("are pinned to the version they are copied from", () => {
    expect(addCommand("https://market", skill)).toBe(
      "npx skills add https://market/skills/json-diff/v/1.0.0%2Ba",
    );
    expect(cloneCommand("https://market", skill)).toBe(
      "git clone --depth 1 --branch 1.0.0+a https://market/skills/json-diff.git",
    );
    expect(cloneCommand("https://market", { slug: "a", version: "1; rm -rf ~" })).toBeNull();
    expect(downloadPath(skill)).toBe("/v1/agent/skills/json-diff/download?version=1.0.0%2Ba");
  });
});

describe("formats to choose from", () => {
  it("are those the version is valid as, and the reference rules where Agent Skills takes it", () => {
    const reports = [
      { dialect: "usk", valid: true },
      { dialect: "exo", valid: false },
      { dialect: "agent-skills", valid: true },
    ] as const;
    expect(exportDialects(reports)).toEqual(["usk", "agent-skills", "agent-skills-upstream"]);
    expect(exportDialects([])).toEqual([]);
    expect(exportPath({ slug: "a", version: "1.0.0" }, "usk")).toBe(
      "/v1/agent/skills/a/download?version=1.0.0&dialect=usk",
    );
  });
});

describe("pythonLiteral", () => {
  it("writes the three words of Python, and leaves them alone inside of strings", () => {
    expect(pythonLiteral({ a: true, b: null, c: "true null" })).toBe(
      '{\n  "a": True,\n  "b": None,\n  "c": "true null"\n}',
    );
  });

  it("differs from JSON in nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = pythonLiteral(value).replaceAll(STRING_OR_WORD, (part) => JSON_WORDS[part] ?? part);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|True|False|None/g;
const JSON_WORDS: Record<string, string> = { True: "true", False: "false", None: "null" };

describe("how to pay for a call", () => {
  const INPUT = { text: "it's 5 $HOME `x`" };
  const skill = { slug: "a", version: "1.0.0", priceLamports: "50000", examples: [{ input: INPUT }] };
  const samples = paidSamples("http://market.example", skill as unknown as SkillDetail);
  /** What curl is given for a body when a shell reads the sample. */
  const bodyOf = (sample: string) =>
    JSON.parse(
      runOverHostileText("bash", [
        "-c",
        `tee() { cat; }; jq() { echo x; }; curl() { while [ "$1" != -d ]; do shift; done; printf %s "$2"; }\n${sample}`,
      ]).stdout,
    ) as unknown;

  it("is a shell's own text: the input arrives as it is, and only the payer is to be put in", () => {
    const quote = samples.quote.replace("YOUR_ADDRESS", "Payer111");
    expect(bodyOf(quote)).toEqual({ skill: "a", version: "1.0.0", payer: "Payer111", input: INPUT });
    expect(bodyOf(samples.payment.replace("SIGNED_BYTES_AS_BASE64", "AQ=="))).toEqual({
      transaction: "AQ==",
    });
    expect(samples.whole).toContain(`\n${JSON.stringify(INPUT)}\nEND\n`);
    expect(samples.whole).toContain("--max-lamports 50000");
    expect(Object.values(samples).join("\n")).not.toContain("<your");
  });
});
