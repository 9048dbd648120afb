import { readJsonUpload } from "@/lib/package";
import { expandText, type Adapter, assertKnown } from "../runner/conformance-case";

/** `json_upload`: the body of `POST /v1/skills/upload` (USK v1.0 AG1). */
export const jsonUpload: Adapter = {
  kind: "json_upload",
  check({ input, expect }) {
    const result = readJsonUpload(expandText(input["body"]));
    const found = result.ok ? "accepted" : `${result.issue.code}: ${result.issue.message}`;
    assertKnown(expect, ["accepted", "error_code"]);
    const failures: string[] = [];
    if (typeof expect["accepted"] === "boolean" && expect["accepted"] !== result.ok) failures.push(found);
    const code = expect["error_code"];
    if (typeof code === "string" && (result.ok || result.issue.code !== code)) {
      failures.push(`expected ${code}, got ${found}`);
    }
    return failures;
  },
};
