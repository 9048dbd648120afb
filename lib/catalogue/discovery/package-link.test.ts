import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { keyedHash } from "@/lib/platform/config/server-key";
import { readPackageLink } from "@/lib/catalogue/discovery/package-link";

process.env["SERVER_KEY"] ??= "a key of the server that is long enough for tests";

const NOW = new Date("2026-11-28T12:00:00Z");
const VERSION = `ver_${"a".repeat(26)}`;
const OTHER = `ver_${"b".repeat(26)}`;
const mac = (versionId: string, expires: number) =>
  keyedHash("package links", `${versionId} ${expires}`).toString("base64url");
const soon = NOW.getTime() + 1;

test.each<[string, string, boolean]>([
  ["a link in time", `${VERSION}.${soon}.${mac(VERSION, soon)}`, true],
  ["at its end", `${VERSION}.${NOW.getTime()}.${mac(VERSION, NOW.getTime())}`, false],
  ["of another version", `${OTHER}.${soon}.${mac(VERSION, soon)}`, false],
  ["made longer", `${VERSION}.${soon + 1}.${mac(VERSION, soon)}`, false],
  ["of no version", `${"x".repeat(30)}.${soon}.${mac("x".repeat(30), soon)}`, false],
  ["without a seal", `${VERSION}.${soon}.`, false],
  ["nothing", "", false],
])("%s", (_name, token, opens) => {
  const read = () => readPackageLink(token, fakeClock(NOW));
  if (opens) expect(read()).toBe(VERSION);
  else expect(read).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
});
