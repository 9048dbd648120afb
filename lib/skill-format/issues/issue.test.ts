import { expect, it } from "vitest";
import { toReport } from "./issue";
import { checkOne } from "../testing/build-skill";

it("a message that cuts a long text never ends in half a character pair", () => {
  for (const shift of ["", "x"]) {
    const { reports } = checkOne("agent-skills", `name: ${shift}${"🧹".repeat(80)}\ndescription: Use it.`);
    const messages = reports[0]?.issues.map(({ message }) => message) ?? [];
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(message.isWellFormed()).toBe(true);
  }
});

it("a thousand issues are listed, the errors first, and the rest is counted", () => {
  const finding = (severity: "error" | "info", index: number) =>
    ({ severity, code: "FIELD_UNKNOWN", path: `k${index}`, message: "m" }) as const;
  const findings = [
    ...Array.from({ length: 1_500 }, (_, index) => finding("info", index)),
    finding("error", 1_500),
  ];
  const { issues, valid } = toReport("usk", findings);
  expect(valid).toBe(false);
  expect(issues).toHaveLength(1_001);
  expect(issues[0]).toMatchObject({ severity: "error", path: "k1500" });
  expect(issues.at(-1)).toMatchObject({
    code: "ISSUES_TRUNCATED",
    message: "501 more issues are not listed",
  });
});
