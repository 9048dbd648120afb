import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import { hostileText } from "../testing/hostile-text";
import {
  wellFormed,
  inertJson,
  codeBlock,
  codeSpan,
  shellText,
  tomlText,
  yamlBlock,
  yamlText,
} from "./literals";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

describe("a YAML text", () => {
  it("is read back as it was, by YAML 1.1 and 1.2, from one line without hidden characters", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const literal = yamlText(text);
        expect(literal).not.toMatch(HIDDEN);
        for (const version of ["1.1", "1.2"] as const)
          expect(parseYaml(`key: ${literal}\n`, { version })).toEqual({ key: wellFormed(text) });
      }),
    );
  });

  it("stays in its mapping, as a key too", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (key, text) => {
        const block = yamlBlock([
          ["outer", { members: [[key, text]] }],
          ["list", [text, "x"]],
          ["last", "y"],
        ]);
        const read = parseYaml(block, { mapAsMap: true }) as Map<string, unknown>;
        expect([...read.keys()]).toEqual(["outer", "list", "last"]);
        expect(read.get("outer")).toEqual(new Map([[wellFormed(key), wellFormed(text)]]));
        expect(read.get("list")).toEqual([wellFormed(text), "x"]);
      }),
    );
  });
});

describe("a TOML text", () => {
  it("is read back as it was, from one line", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const literal = tomlText(text);
        expect(literal).not.toMatch(HIDDEN);
        expect(parseToml(`key = ${literal}\nlast = 1\n`)).toEqual({ key: wellFormed(text), last: 1 });
      }),
    );
  });
});

describe("a word of a shell", () => {
  it("is one word, exactly the text", () => {
    const texts = fc.sample(
      hostileText.map((text) => wellFormed(text).replaceAll("\0", "")),
      300,
    );
    const { stdout } = runOverHostileText("bash", ["-c", `printf '%s\\0' ${texts.map(shellText).join(" ")}`]);
    expect(stdout.split("\0").slice(0, -1)).toEqual(texts);
  });

  it("refuses a NUL, which would end it early", () => {
    expect(() => shellText("a\0b")).toThrow(RangeError);
  });
});

describe("inert JSON", () => {
  it("means the same and holds nothing that a prompt, a fence or a here-document acts on", () => {
    fc.assert(
      fc.property(fc.dictionary(hostileText, fc.oneof(hostileText, fc.jsonValue())), (value) => {
        const text = inertJson(value);
        const plain = JSON.parse(
          JSON.stringify(value, null, 2).replaceAll(/\\ud[89ab][0-9a-f]{2}/gi, "\ufffd"),
        ) as unknown;
        expect(JSON.parse(text)).toEqual(plain);
        expect(text).not.toMatch(/[`$!@~<>&]|\{\{|^JSON$|^-{3}/m);
        expect(text.replaceAll("\n", "")).not.toMatch(HIDDEN);
      }),
    );
  });
});

describe("Markdown", () => {
  it("code spans and blocks are closed by nothing they hold", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [, fence = "", inner = ""] = /^(`+)([^]*?)`+$/.exec(codeSpan(text)) ?? [];
        expect(codeSpan(text)).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(inner.match(/`+/g)?.some((run) => run.length === fence.length) ?? false).toBe(false);
        const lines = codeBlock("sh", text).split("\n");
        const closing = lines
          .slice(1)
          .findIndex((line) => line.trim().startsWith(lines[0]?.slice(0, -2) ?? ""));
        expect(closing).toBe(lines.length - 2);
      }),
    );
  });
});
