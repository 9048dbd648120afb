import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { securityText } from "@/lib/catalogue/discovery/security-text";

process.env["SECURITY_CONTACT"] = "mailto:security@market.example";

test("says whom to write to, where it stands, and until when that counts, less than a year ahead", () => {
  const clock = fakeClock(new Date("2026-11-22T00:00:00Z"));
  expect(securityText("https://market.example", clock).split("\n")).toEqual([
    "Contact: mailto:security@market.example",
    "Expires: 2027-05-21T00:00:00.000Z",
    "Canonical: https://market.example/.well-known/security.txt",
    "",
  ]);
});
