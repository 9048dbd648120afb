import { expect, test } from "vitest";
import { checkOfLink, isAgentRequest, isLinkOfProgram } from "@/api/is-agent-request";

test.each([
  ["GET", "/v1/skills", true],
  ["GET", "/healthz?x=1", true],
  ["GET", "/v1x", false],
  ["GET", "/skills/x/.well-known/agent-skills/index.json", true],
  ["GET", "/ko/publishers/x/.well-known/agent-skills/index.json", true],
  ["GET", "/skills/x?next=/.well-known/x", false],
  ["POST", "/api/cli/device/code", true],
  ["POST", "/api/sign-in/wallet", false],
  ["GET", "/api/actions/skills/x", true],
  ["GET", "/feed.xml?publisher=x", true],
  ["GET", "/skills", false],
  ["GET", "/docs/payment.md", true],
  ["GET", "/errors/NOT_FOUND.md?x", true],
  ["GET", "/docs/payment", false],
  ["GET", "/drafts/claim?token=x", false],
  ["POST", "/drafts/claim", true],
  ["POST", "/drafts/verify?token=x", true],
  ["POST", "/drafts/claim-agent?token=x", true],
  ["POST", "/drafts/claim-agent-complete", true],
  ["POST", "/owners/verify?token=x", true],
  ["GET", "/owners/verify?token=x", false],
  ["POST", "/drafts/other", false],
  ["POST", "/login", false],
  ["GET", "/v1", true],
  ["GET", "/api/v1/skills", true],
  ["GET", "/api/search?q=x", true],
  ["GET", "/actions.json", true],
  ["GET", "/icons/x.png", true],
  ["GET", "/metrics", true],
  ["GET", "/readyz", true],
  ["GET", "/openapi.json", true],
  ["GET", "/emporion.tgz", true],
  ["GET", "/emporion-client.tgz", true],
  ["GET", "/simple/emporion/", true],
  ["GET", "/llms.txt", true],
  ["GET", "/mcp", true],
  ["GET", "/.well-known/security.txt", true],
  ["GET", "/api/auth/session", false],
  ["GET", "/api/uploads/x", false],
  ["GET", "/api", false],
  ["GET", "/", false],
  ["GET", "/zh-Hans/skills/x", false],
  ["GET", "/publishers/x", false],
  ["GET", "/openapi.jsonx", false],
  ["GET", "/emporionXtgz", false],
  ["GET", "/errors/NOT_FOUND", false],
  ["GET", "/drafts/verify/x", false],
  ["PUT", "/drafts/claim", false],
  ["HEAD", "/docs/payment.md", true],
  ["HEAD", "/drafts/claim", false],
  ["POST", "/docs/payment.md", true],
])("%s %s is for agents: %s", (method, url, expected) => {
  expect(isAgentRequest({ method, url })).toBe(expected);
});

test.each([
  ["*/*", true],
  [undefined, true],
  ["application/json", true],
  ["text/html,application/xhtml+xml,*/*;q=0.8", false],
])("a link asked for as %s is a program's: %s", (accept, expected) => {
  expect(isLinkOfProgram({ method: "GET", url: "/drafts/verify?token=x", accept })).toBe(expected);
  expect(isLinkOfProgram({ method: "GET", url: "/skills", accept })).toBe(false);
});

test.each([
  ["/drafts/verify?token=x", "/drafts/verify?token=x"],
  ["/ko/drafts/claim?token=x", "/drafts/claim?token=x"],
  ["/zh-Hans/owners/verify", "/owners/verify"],
  ["/fr/drafts/claim?token=x", null],
  ["/drafts/other?token=x", null],
  ["/ko/drafts/claim-agent-complete", "/drafts/claim-agent-complete"],
  ["/skills", null],
])("what is wrong with %s is asked at %s", (url, expected) => {
  expect(checkOfLink({ method: "GET", url })).toBe(expected);
  expect(checkOfLink({ method: "POST", url })).toBeNull();
});
