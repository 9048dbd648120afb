import { describe, expect, it } from "vitest";
import { DEFAULT_HINTS } from "./hints";
import { ROWS } from "./registry";
import { EXO_BODY, EXO_FRONT_MATTER, issuesOf } from "../testing/build-skill";

const exoOptions = { body: EXO_BODY, files: { "scripts/main.py": "" } };
const exo = (search: string, replacement: string) =>
  issuesOf("exo", EXO_FRONT_MATTER.replace(search, replacement), exoOptions);

describe("Exo", () => {
  it("a complete skill has no issue", () => expect(exo("", "")).toEqual([]));

  it("descriptions have fewer than 100 characters, whatever the characters are", () => {
    const described = (text: string) => exo("Cleans CSV files and reports what was changed.", `"${text}"`);
    for (const character of ["d", "数", "🧹"]) {
      expect(described(character.repeat(99))).toEqual([]);
      expect(described(character.repeat(100))).toEqual(["error description"]);
    }
    expect(described(`  ${"d".repeat(99)}  `)).toEqual([]);
    expect(described("   ")).toEqual(["error description"]);
  });

  it.each([
    ["version: 1.0.0", "version: 1.0", ["warning version", "error version"]],
    ["version: 1.0.0", "version: [1]", ["error version"]],
    ["price_lamports: 5000", "price_lamports: 18446744073709551615", []],
    ["price_lamports: 5000", "price_lamports: 18446744073709551616", ["error pricing.price_lamports"]],
    ["price_lamports: 5000", 'price_lamports: "5000"', ["error pricing.price_lamports"]],
    ["price_lamports: 5000", "price_lamports: ~", ["error pricing.price_lamports"]],
    ["model: per_call", "model: subscription", ["error pricing.model"]],
    ["model: per_call", "model: per_month", ["error pricing.model"]],
    ["entrypoint: scripts/main.py", "entrypoint: ./scripts/main.py", []],
    ["entrypoint: scripts/main.py", "entrypoint: /scripts/main.py", ["error runtime.entrypoint"]],
    ["entrypoint: scripts/main.py", "entrypoint: scripts/../scripts/main.py", ["error runtime.entrypoint"]],
    ["entrypoint: scripts/main.py", "entrypoint: 'scripts\\main.py'", ["error runtime.entrypoint"]],
    ["entrypoint: scripts/main.py", "entrypoint: scripts", ["error runtime.entrypoint"]],
    ["exo-runtime-python-3.11", "ubuntu", ["warning runtime.docker_image"]],
    ["sha256:6105", "sha256:0x05", ["error runtime.docker_image_hash"]],
    ["sha256:6105", "SHA256:6105", []],
    ["sha256:6105", "sha256:105", ["error runtime.docker_image_hash"]],
    ["  entrypoint:", "  timeout_seconds: 0\n  entrypoint:", ["error runtime.timeout_seconds"]],
    ["  entrypoint:", "  timeout_seconds: .inf\n  entrypoint:", ["error runtime.timeout_seconds"]],
    ["  entrypoint:", "  timeout_seconds: 0.5\n  entrypoint:", []],
    ["maxProperties: 20", "maxProperties: 21", ["error io.input_schema.maxProperties"]],
    ["maxProperties: 20", "maxProperties: 0", []],
    [
      "maxProperties: 20",
      "maxProperties: 1.5",
      ["error io.input_schema", "error io.input_schema.maxProperties"],
    ],
    ["    maxProperties: 20\n", "", ["warning io.input_schema.maxProperties"]],
    ["    additionalProperties: false\n", "", ["error io.input_schema.additionalProperties"]],
  ])("%j written %j gives %j", (search, replacement, issues) =>
    expect(exo(search, replacement)).toEqual(issues),
  );

  it("the table says of each hint which default it has", () => {
    const rules = ROWS.exo.filter(({ path }) => path.startsWith("annotations.")).map(({ rule }) => rule);
    const defaults = Object.values(DEFAULT_HINTS).map((value) => `default \`${value}\``);
    expect(rules.map((rule) => rule.split(";")[0])).toEqual(defaults);
  });

  it("destructive alone contradicts the default of read-only", () => {
    const annotated = (hints: string) => exo("io:", `annotations: {${hints}}\nio:`);
    expect(annotated("destructiveHint: true")).toEqual(["warning annotations"]);
    expect(annotated("destructiveHint: true, readOnlyHint: false")).toEqual([]);
    expect(annotated("idempotentHint: yes")).toEqual(["error annotations.idempotentHint"]);
    expect(annotated("readonlyHint: true")).toEqual(["warning annotations.readonlyHint"]);
  });

  it("a required group that is missing is one error at its path, all of them at once", () => {
    expect(issuesOf("exo", "name: a", { body: EXO_BODY })).toEqual(
      ["version", "description", "author", "pricing", "runtime", "io"].map((key) => `error ${key}`),
    );
  });
});
