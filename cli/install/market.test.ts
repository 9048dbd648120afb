import http from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { skillMd, Workbench } from "@/cli/testing/run-cli";

// A secret stands beside the market that it belongs to, in the environment, and no command line takes it elsewhere.
const KEY = `sk_${"a".repeat(64)}`;
const SECRET = "ags_of_an_agent";
let url: string;
let other: string;
let bench: Workbench;
/** The secrets that came with each request, by its address. */
let sent: [path: string, secret: string | undefined][];
let sentElsewhere: number;
let redirects: boolean;

beforeAll(async () => {
  const market = http.createServer((request, response) => {
    const secret = request.headers["x-api-key"] ?? request.headers["x-agent-secret"];
    sent.push([new URL(request.url ?? "", url).pathname, secret as string | undefined]);
    if (redirects) response.writeHead(307, { location: `${other}${request.url}` }).end();
    else if (request.url === "/v1/account/skills") response.end('{"results":[]}');
    else response.writeHead(404).end('{"error_code":"SKILL_NOT_FOUND","detail":"There is none."}');
  });
  const elsewhere = http.createServer((_, response) => {
    sentElsewhere++;
    response.end("{}");
  });
  for (const server of [market, elsewhere])
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [url, other] = [at(market), at(elsewhere)];
  return () => {
    market.close();
    elsewhere.close();
  };
});
beforeEach(() => {
  [sent, sentElsewhere, redirects] = [[], 0, false];
  bench = new Workbench();
  bench.env = { EMPORION_API_KEY: KEY, EMPORION_AGENT_SECRET: SECRET, EMPORION_MARKET: url };
  bench.write({ "my-skill/SKILL.md": skillMd("my-skill"), "input.json": "{}" });
});

const ACCOUNT = "yank my-skill@1.0.0 --reason x";
const DRAFT = "publish my-skill --draft bot --no-wait";

test.each([
  "search csv",
  "search csv --market MARKET",
  "add my-skill",
  "add my-skill@1.0.0 --market MARKET",
  "call my-skill --input input.json",
  "verify log MARKET --key 11111111111111111111111111111111",
])("%s reads without any secret, also at its market", async (line) => {
  await bench.run(line.replace("MARKET", url));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.map(([, secret]) => secret)).not.toContain(KEY);
  expect(sent.filter(([, secret]) => secret !== undefined)).toEqual([]);
});

test("a publication shows its key where the account is asked for, and not where a skill is read", async () => {
  await bench.run("publish my-skill --no-wait");
  expect(sent).toEqual([
    ["/v1/account/skills", KEY],
    ["/v1/skills/my-skill", undefined],
    ["/v1/skills/preview", KEY],
    ["/v1/skills/upload", KEY],
  ]);
});

test("a draft goes with the agent's secret and without the account's key", async () => {
  await bench.run(DRAFT);
  expect(sent).toEqual([["/v1/drafts/upload", SECRET]]);
});

describe.each([
  ["the key of an account", ACCOUNT, "EMPORION_API_KEY"],
  ["the secret of an agent", DRAFT, "EMPORION_AGENT_SECRET"],
])("%s", (_, line, name) => {
  test.each<[string, () => string]>([
    ["as it is", () => url],
    ["with a slash", () => `${url}/`],
    ["in capitals", () => url.replace("http", "HTTP")],
  ])("goes to its market, written %s", async (_written, market) => {
    await bench.run(`${line} --market ${market()}`);
    expect(sent.map(([, secret]) => secret)).toEqual([name === "EMPORION_API_KEY" ? KEY : SECRET]);
  });

  test.each<[string, () => string]>([
    ["another port", () => other],
    ["another host of this machine", () => url.replace("127.0.0.1", "localhost")],
    ["https for http", () => url.replace("http:", "https:")],
    ["a path behind it", () => `${url}/x`],
    [
      "its name as a user",
      () => `http://${new URL(url).host}@${new URL(other).host}`.replace(/:(\d+)@/, "%3A$1@"),
    ],
    ["its name before another", () => `${url}.example`.replace(/:(\d+)\.example/, ".example:$1")],
  ])("goes nowhere for %s, and nothing is asked", async (_other, market) => {
    const { code, stderr } = await bench.run(`${line} --market ${market()}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${name} belongs to ${url}`)]);
    expect([sent, sentElsewhere]).toEqual([[], 0]);
  });

  test("without a market beside it goes nowhere, and the next step is said", async () => {
    delete bench.env["EMPORION_MARKET"];
    const { code, stderr } = await bench.run(`${line} --market ${url}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("set EMPORION_MARKET")]);
    expect(sent).toEqual([]);
  });

  test("does not follow a redirect", async () => {
    redirects = true;
    expect((await bench.run(line)).code).toBe(3);
    expect([sent.length, sentElsewhere]).toEqual([1, 0]);
  });
});

test("a log that leads on for ever, or back, is told from one that ends", async () => {
  const server = http.createServer((_, response) =>
    response.end(JSON.stringify({ checkpoint: "x", entries: [], next: 0 })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const market = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await bench.run(`verify log ${market} --key 11111111111111111111111111111111`);
  server.close();
  expect([code, stderr]).toEqual([3, `${market}: the log has no end\n`]);
});
