import { describe, expect, it } from "vitest";
import { assertIsolation, parseIsolationPolicy, type IsolationPolicy } from "./isolation-policy";

const policyOf = (text: string): IsolationPolicy => {
  const policy = parseIsolationPolicy(text);
  if (!policy) throw new Error(`"${text}" was refused`);
  return policy;
};

describe("MIN_ISOLATION", () => {
  it("is namespaces for everybody if nothing is said, and can be one for all or some by trust level", () => {
    expect(policyOf("")).toEqual({ sandbox: "userns", community: "userns", verified: "userns" });
    expect(policyOf("gvisor")).toEqual({ sandbox: "gvisor", community: "gvisor", verified: "gvisor" });
    expect(policyOf("sandbox=vm, community=gvisor")).toEqual({
      sandbox: "vm",
      community: "gvisor",
      verified: "userns",
    });
  });

  it.each(["none", "sandbox=none", "docker", "everybody=gvisor", "sandbox=", "="])("refuses %j", (text) => {
    expect(parseIsolationPolicy(text)).toBeNull();
  });

  it("turns away what is weaker, with what was found, and nothing else", () => {
    const policy = policyOf("sandbox=gvisor");
    expect(() => assertIsolation(policy, "sandbox", "userns")).toThrow(
      expect.objectContaining({
        code: "ISOLATION_TOO_WEAK",
        details: { trustLevel: "sandbox", required: "gvisor", found: "userns" },
      }),
    );
    expect(() => assertIsolation(policyOf(""), "verified", "none")).toThrow(/Nothing was charged/);
    assertIsolation(policy, "sandbox", "gvisor");
    assertIsolation(policy, "sandbox", "vm");
    assertIsolation(policy, "community", "userns");
    assertIsolation(policy, "verified", "oci-runc");
  });
});
