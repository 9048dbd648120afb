import { expect, test } from "vitest";
import { askedThing } from "./asked-thing";

test.each<[path: string, version: string | undefined, ReturnType<typeof askedThing>]>([
  ["/skills/csv-profile", undefined, { kind: "skill", name: "csv-profile", version: null }],
  ["/skills/csv-profile/v/9.9.9", undefined, { kind: "skill", name: "csv-profile", version: "9.9.9" }],
  ["/skills/csv-profile/v/9.9.9/files", undefined, { kind: "skill", name: "csv-profile", version: "9.9.9" }],
  ["/skills/csv-profile/security", "9.9.9", { kind: "skill", name: "csv-profile", version: "9.9.9" }],
  ["/skills/%E5%90%88%E5%90%8C", undefined, { kind: "skill", name: "合同", version: null }],
  ["/skills/%zz", undefined, null],
  [`/skills/${"a".repeat(65)}`, undefined, null],
  ["/skills/", undefined, null],
  ["/skills/a", "1".repeat(100), { kind: "skill", name: "a", version: "1".repeat(64) }],
  ["/people/nobody", undefined, { kind: "person", name: "nobody" }],
  ["/sets/none", undefined, { kind: "set", name: "none" }],
  ["/receipts/rcp_1", undefined, { kind: "receipt", name: "rcp_1" }],
  ["/docs/nothing", undefined, { kind: "document", name: "nothing" }],
  ["/errors/NOTHING", undefined, { kind: "error", name: "NOTHING" }],
  ["/docs", undefined, null],
  ["/constructor/a", undefined, null],
  ["/wanted/a", undefined, null],
  ["/", undefined, null],
])("%s?version=%s was about %j", (path, version, thing) => {
  expect(askedThing(path, version)).toEqual(thing);
});
