import { convertSkill, findConversionObstacle } from "@/lib/conversion/convert-skill";
import { packageDigest } from "@/lib/package";
import { checkSkill, readTarget, type SkillManifest } from "@/lib/skill-format";
import { readFiles, type Adapter, assertKnown } from "../runner/conformance-case";
import { toExpression } from "../runner/compare";
import { codeSkeleton, findCodeIssue } from "../runner/inspect-code";

/** `convert_output`: the files of a generated package, and that what a skill says never becomes code in them. */
export const convertOutput: Adapter = {
  kind: "convert_output",
  check({ input, expect }) {
    assertKnown(expect, ["has_files_matching", "generated_code_compiles", "text_is_literal"]);
    const target = readTarget(String(input["target"]));
    if (target === null) return [`the target ${String(input["target"])} is not known`];
    const files = [...readFiles(input["files"])].map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? Buffer.from(content) : content,
    }));
    const { manifest } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) });
    const obstacle = findConversionObstacle({ manifest, files }, target);
    if (obstacle !== null) return [`not converted: ${obstacle}`];
    const own = new Set(files.map(({ bytes }) => bytes));
    const convert = (read: SkillManifest) =>
      convertSkill(
        { manifest: read, files, version: read.version.raw, packageDigest: packageDigest(files) },
        target,
      ).files.map(({ path, bytes }) => ({
        path,
        text: Buffer.from(bytes).toString("utf8"),
        isOwn: own.has(bytes as Buffer),
      }));
    const converted = convert(manifest);
    const plain = convert({ ...manifest, displayName: "plain", description: "plain" });
    const generated = converted.filter(({ isOwn }) => !isOwn);
    return [
      ...missing(
        expect["has_files_matching"],
        converted.map(({ path }) => path),
      ),
      ...(expect["generated_code_compiles"] === true ? generated.flatMap(faultOf) : []),
      ...(expect["text_is_literal"] === true
        ? generated.flatMap(({ path, text }) => {
            const other = plain.find((each) => each.path === path)?.text ?? "";
            return codeSkeleton(path, text) === codeSkeleton(path, other)
              ? []
              : [`${path}: the skill's words change its code`];
          })
        : []),
    ];
  },
};

function missing(patterns: unknown, paths: readonly string[]): string[] {
  return ((patterns ?? []) as string[])
    .filter((pattern) => !paths.some((path) => toExpression(pattern).test(path)))
    .map((pattern) => `no file matches ${pattern}`);
}

function faultOf({ path, text }: { path: string; text: string }): string[] {
  const fault = findCodeIssue(path, text);
  return fault === null ? [] : [`${path} is not valid: ${fault}`];
}
