import { expect, test } from "vitest";
import { createAgentSecret, hashAgentSecret, isAgentSecret } from "@/lib/identity/agents/prove-agent";

test("a secret is 256 random bits, and its HMAC says nothing without the server's key", () => {
  const secret = createAgentSecret();
  expect(secret).toMatch(/^ag_[0-9a-f]{64}$/);
  expect(createAgentSecret()).not.toBe(secret);
  const hmac = hashAgentSecret("bot", secret);
  expect(hmac).toMatch(/^[0-9a-f]{64}$/);
  expect(secret).not.toContain(hmac);
});

test("it opens its own name only", () => {
  const secret = createAgentSecret();
  const hmac = hashAgentSecret("bot", secret);
  expect(isAgentSecret("bot", secret, hmac)).toBe(true);
  expect(isAgentSecret("other", secret, hmac)).toBe(false);
  expect(isAgentSecret("bot", createAgentSecret(), hmac)).toBe(false);
  for (const text of ["", "ag_", hmac, `${secret}0`]) expect(isAgentSecret("bot", text, hmac)).toBe(false);
});
