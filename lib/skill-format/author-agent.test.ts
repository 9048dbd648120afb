import { describe, expect, it } from "vitest";
import {
  agentDisplayName,
  parseAuthorAgent,
  parseAuthorAgentHeader,
  parseAuthorAgentObject,
} from "./author-agent";

describe("the header", () => {
  it.each([
    ["claude-sonnet-4-6@anthropic", { name: "claude-sonnet-4-6", provider: "anthropic" }],
    [" my_bot.2 ", { name: "my_bot.2" }],
    ["a".repeat(80), { name: "a".repeat(80) }],
    [`bot@${"p".repeat(40)}`, { name: "bot", provider: "p".repeat(40) }],
  ])("%j is read", (header, authorAgent) => {
    expect(parseAuthorAgentHeader(header)).toMatchObject({ ok: true, authorAgent });
  });

  it.each([
    "",
    "@anthropic",
    "claude@",
    "a@b@c",
    "a b",
    "bot/1",
    "번역봇",
    "a".repeat(81),
    `bot@${"p".repeat(41)}`,
    "bot@p q",
  ])("%j is malformed", (header) =>
    expect(parseAuthorAgentHeader(header)).toMatchObject({ ok: false, code: "AGENT_AUTHOR_INVALID" }),
  );
});

describe("the object", () => {
  it("keeps the four members that are allowed", () => {
    const agent = {
      name: "bot",
      provider: "custom",
      session_id_hash: "sha256:abc123...",
      built_at: "2026-04-19T12:34:56Z",
    };
    expect(parseAuthorAgentObject(agent)).toMatchObject({ ok: true, authorAgent: agent, removed: [] });
  });

  it("a raw session, an e-mail, a user id and a person's name are removed and named, never repeated", () => {
    const reading = parseAuthorAgentObject({
      name: "bot",
      session_id: "raw-session",
      session_id_hash: "sha256:kim@example.com",
      email: "kim@example.com",
      user_id: "u-1",
      person: "Kim",
    });
    expect(reading).toMatchObject({ ok: true, authorAgent: { name: "bot" } });
    const text = JSON.stringify(reading);
    for (const secret of ["raw-session", "kim@example.com", "u-1", "Kim"]) expect(text).not.toContain(secret);
  });

  it.each([
    ["session_id_hash", "md5:abc"],
    ["session_id_hash", "abc"],
    ["session_id_hash", `sha256:${"a".repeat(122)}`],
    ["session_id_hash", 5],
    ["built_at", "yesterday"],
    ["built_at", "2026-04-19"],
    ["provider", "a b"],
    ["provider", ""],
  ])("a bad %s (%j) is removed, the upload goes on", (key, value) => {
    expect(parseAuthorAgentObject({ name: "bot", [key]: value })).toMatchObject({
      ok: true,
      authorAgent: { name: "bot" },
      removed: [key],
    });
  });

  it.each([[{}], [{ name: "" }], [{ name: 5 }], [{ name: "a b" }], [[]], ["bot"], [5]])(
    "%j is refused",
    (value) => {
      expect(parseAuthorAgentObject(value)).toMatchObject({ ok: false });
    },
  );
});

describe("several ways at once", () => {
  it("nothing given is a person's upload", () => {
    expect(parseAuthorAgent({})).toMatchObject({ ok: true, authorAgent: null });
    expect(parseAuthorAgent({ object: null, json: null, header: null })).toMatchObject({ authorAgent: null });
  });

  it("the object wins, with a warning when the names differ", () => {
    const reading = parseAuthorAgent({ header: "a@x", object: { name: "b" } });
    expect(reading).toMatchObject({ ok: true, authorAgent: { name: "b" } });
    expect(reading.ok && reading.warnings).toHaveLength(1);
    expect(parseAuthorAgent({ header: "b@x", object: { name: "b" } })).toMatchObject({ warnings: [] });
  });

  it("a malformed header is refused only when it stands alone", () => {
    expect(parseAuthorAgent({ header: "a b" })).toMatchObject({ ok: false });
    expect(parseAuthorAgent({ header: "a b", json: '{"name":"b"}' })).toMatchObject({
      ok: true,
      authorAgent: { name: "b" },
    });
  });

  it.each(['["bot"]', "{", '"bot"', "5"])("the JSON text %j is refused", (json) => {
    expect(parseAuthorAgent({ json })).toMatchObject({ ok: false });
  });
});

describe("the badge", () => {
  it.each([
    ["claude-sonnet-4-6", "Claude Sonnet 4.6"],
    ["claude-opus-4-7", "Claude Opus 4.7"],
    ["my-uploader-bot", "My Uploader Bot"],
    ["gpt_4_1_mini", "Gpt 4.1 Mini"],
    ["claude-3.5-sonnet", "Claude 3.5 Sonnet"],
    ["bot--2", "Bot 2"],
    ["---", "---"],
  ])("%s reads %s", (name, words) => expect(agentDisplayName(name)).toBe(words));
});
