import { HostileMarket } from "@/client/testing/hostile-market";
import type http from "node:http";
import net from "node:net";
import { describe, expect, test } from "vitest";
import { createMarketClient } from "@/client";
import { pythonClient } from "@/client/python/testing/python-client";
import {
  hostileAnswers,
  MEMO,
  PAYEE,
  PAYER,
  SHOWN_FEE_LAMPORTS,
  SHOWN_LAMPORTS,
  TREASURY,
  VARIANTS,
} from "@/client/testing/hostile-answers";

// A market that answers whatever it likes, against the client in Python: the same answers as against the other signers.
const KEYPAIR = JSON.stringify([...PAYER.secretKey]);
const LIMIT = Number(1000n * SHOWN_LAMPORTS);
const python = pythonClient();
const A_WORD = expect.any(String) as string;

type Respond = (response: http.ServerResponse) => void;
interface Called {
  signed: number;
  output?: unknown;
  paid_lamports?: string;
  code?: string;
  message?: string;
  paid?: string | null;
  kept?: string;
}

const market = new HostileMarket();

const call = (more: object = {}) =>
  python<Called>("call", {
    market: market.url,
    skill: "amounts",
    input: {},
    keypair: KEYPAIR,
    max_lamports: LIMIT,
    timeout: 30,
    ...more,
  });

function assertNothingLeft(): void {
  expect(market.asked.filter(({ url: path }) => path.endsWith("/payment"))).toEqual([]);
  expect(market.askedElsewhere).toBe(0);
}

/** Read by web3.js, which nothing here signs with. */
function assertExactlyShown(): void {
  const { staticAccountKeys = [], compiledInstructions = [] } = market.handedIn()?.message ?? {};
  const named = (index = -1) => staticAccountKeys[index]?.toBase58();
  const done = compiledInstructions.map(({ accountKeyIndexes: [from, to], data }) =>
    data.length === 12
      ? [named(from), named(to), Buffer.from(data).readBigUInt64LE(4)]
      : Buffer.from(data).toString(),
  );
  const payer = PAYER.publicKey.toBase58();
  expect(done).toEqual([
    [payer, TREASURY, SHOWN_FEE_LAMPORTS],
    MEMO,
    [payer, PAYEE, SHOWN_LAMPORTS - SHOWN_FEE_LAMPORTS],
  ]);
}

test("signs exactly what was shown for a market that keeps its word", async () => {
  expect(await call()).toMatchObject({ signed: 1, output: "done", paid_lamports: String(SHOWN_LAMPORTS) });
  assertExactlyShown();
});

test.each(VARIANTS)("$name", async (variant) => {
  market.answers = hostileAnswers(variant);
  const { signed, message } = await call();
  if (variant.harmless) {
    expect(signed).toBe(1);
    return assertExactlyShown();
  }
  expect([signed, message]).toEqual([0, expect.stringMatching(/^(?=.*[a-z]{3}).*\([A-Z_]+\)$/s)]);
  assertNothingLeft();
});

const drip =
  (text: string, head = ""): Respond =>
  (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${head}`);
    const timer = setInterval(() => response.socket?.write(text), 100);
    response.socket?.on("close", () => clearInterval(timer));
  };

test.each<[string, Respond]>([
  [
    "a redirect to another host",
    (response) => response.writeHead(307, { location: `${market.elsewhere}/v1/quotes` }).end(),
  ],
  [
    "a permanent redirect",
    (response) => response.writeHead(308, { location: `${market.elsewhere}/v1/quotes` }).end(),
  ],
  ["17 MiB", (response) => response.end(`"${"x".repeat(17 * 1024 * 1024)}"`)],
  ["a refusal without a form", (response) => response.writeHead(500).end("null")],
  ["a refusal without an end", drip("x", "content-length: 9000\r\n\r\n")],
  ["a head without an end", drip("x-more: x\r\n")],
  [
    "less than was announced",
    (response) => response.writeHead(200, { "content-length": 9000 }).write("{}", () => response.destroy()),
  ],
  ["a number of a million digits", (response) => response.end(`{"quote":${"9".repeat(1_000_000)}}`)],
  ["not a number", (response) => response.end('{"quote":NaN}')],
  ["what is no UTF-8", (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
  ["a connection that is cut", (response) => response.destroy()],
  ["good, and then blanks without an end", (response) => drip(" ", `\r\n${market.answers.offer}`)(response)],
  ["a redirect within the market", (response) => response.writeHead(302, { location: "/v1/quotes" }).end()],
])("a quote is asked for, and the answer is %s", async (_, respond) => {
  market.instead = { quotes: respond };
  const { signed, code } = await call({ timeout: 2 });
  expect([signed, code]).toEqual([0, expect.stringMatching(/^(?:UNREACHABLE|ANSWER_INVALID)$/)]);
  assertNothingLeft();
});

test("a handshake without an end is ended", async () => {
  const server = net.createServer((socket) => {
    socket.write(Buffer.from([0x16, 3, 3, 0x40, 0])); // the head of a record of 16 KiB
    const timer = setInterval(() => socket.write(Buffer.of(2)), 100);
    socket.on("close", () => clearInterval(timer)).on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const asked = await call({ market: `https://127.0.0.1:${port}`, timeout: 1 });
  expect([asked.code, asked.message]).toEqual(["UNREACHABLE", expect.stringContaining("took too long")]);
  server.close();
});

test("where a market sends its caller is said, and not gone to", async () => {
  const location = `${market.elsewhere}/v1/quotes`;
  market.instead = { quotes: (response) => response.writeHead(308, { location }).end() };
  const { message } = await call();
  expect(message).toContain(`sends its caller to ${location}, which is not followed`);
});

test("a refusal moves no cursor", async () => {
  const detail = "No.\u001b[2J\u202e\r\nYes";
  const refuse: Respond = (response) =>
    response.writeHead(409).end(JSON.stringify({ error_code: "RATE_LIMITED", detail }));
  market.instead = { quotes: refuse };
  expect(await call()).toMatchObject({ message: "No. [2J   Yes (RATE_LIMITED)" });
});

describe("what is asked of nobody", () => {
  test.each([
    ["a price above the limit", { max_lamports: Number(SHOWN_LAMPORTS) - 1 }, "PRICE_TOO_HIGH"],
    ["a price without a limit", { max_lamports: 0 }, "PRICE_TOO_HIGH"],
    ["a price without a keypair", { keypair: undefined }, "KEYPAIR_MISSING"],
  ])("%s asks for no quote", async (_, more, code) => {
    expect(await call(more)).toMatchObject({ signed: 0, code });
    expect(market.asked.map(({ url: path }) => path)).toEqual(["/v1/skills/amounts"]);
  });

  test("exactly the limit is paid", async () => {
    expect(await call({ max_lamports: Number(SHOWN_LAMPORTS) })).toMatchObject({ signed: 1 });
  });

  test.each([1.5, 1e9 + 0.5, "50000", true, -1, null])("a limit of %j is refused", async (limit) => {
    await expect(call({ max_lamports: limit })).rejects.toThrow("whole number of lamports");
    expect(market.asked).toEqual([]);
  });

  test.each([
    "ftp://market.example",
    "https://",
    "https://user@market.example",
    "https://a\nb",
    "https://market.example:port",
    "https://market.example:99999",
    "https://market..example",
    "https://market.example/é",
    "https://market.example/?q",
    "market.example",
    5,
  ])("%j is the address of no market", async (market) => {
    await expect(call({ market })).rejects.toThrow("not the address of a market");
  });

  test.each([
    ["HTTPS://Market.Example:443/", "https://market.example"],
    ["http://market.example:80/A//", "http://market.example/A"],
    ["http://market.example:443", "http://market.example:443"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("%s is written as every client writes it", async (market, written) => {
    expect(await python("address", { market })).toBe(written);
    expect(createMarketClient({ market }).market).toBe(written);
  });

  test.each([0, -1, true, "5", null, 1e300])("a timeout of %j is refused", async (timeout) => {
    await expect(call({ timeout })).rejects.toThrow("timeout is a number of seconds above 0");
  });

  test("a token with a line end is refused, and is not shown", async () => {
    const asking = python("download", { market: market.url, skill: "amounts", read_secret: "rt_hidden\n" });
    await expect(asking).rejects.toThrow(/^(?!.*hidden).*read_secret is no token/s);
    expect(market.asked).toEqual([]);
  });

  test.each(["", ".", "..", "x".repeat(201)])("%j is the name of no skill", async (skill) => {
    await expect(call({ skill })).rejects.toThrow("not a name");
  });

  test("a name stays one part of an address", async () => {
    await call({ skill: "../v1/keys?x#y" });
    expect(market.asked.map(({ url: path }) => path)[0]).toBe("/v1/skills/..%2Fv1%2Fkeys%3Fx%23y");
  });
});

test("the key that a market signs with now comes first", async () => {
  const [old, now] = [PAYEE, TREASURY];
  const keys = [
    { key_id: old, valid_until: "2026-01-01T00:00:00Z" },
    { key_id: now, valid_until: null },
  ];
  market.instead = { keys: (response) => response.end(JSON.stringify({ keys })) };
  expect(await python("get", { market: market.url, method: "keys" })).toEqual([now, old]);
});

describe("the client's own codes are not believed of a market", () => {
  test.each(["PRICE_TOO_HIGH", "KEYPAIR_MISSING", "OUTPUT_NOT_KEPT", "RUN_FAILED"])(
    "%s: no advice to pay more, and what was paid is not lost",
    async (error_code) => {
      const refuse: Respond = (response) =>
        response.writeHead(409).end(JSON.stringify({ error_code, detail: "Pay more." }));
      market.instead = { quotes: refuse };
      expect(await call()).toMatchObject({ signed: 0, code: "ANSWER_INVALID" });
      market.instead = { run: refuse };
      expect(await call()).toMatchObject({
        signed: 1,
        code: "ANSWER_INVALID",
        paid: A_WORD,
      });
    },
  );
});

describe("a call that was paid for", () => {
  async function failed(): Promise<string> {
    market.instead = { run: (response) => response.writeHead(409).end("{}") };
    const { paid } = await call();
    [market.instead, market.asked] = [{}, []];
    return paid ?? "";
  }

  test("is resumed where it was paid, and its token goes nowhere else", async () => {
    const paid = await failed();
    expect(await call({ market: market.elsewhere, paid })).toMatchObject({ signed: 0, code: "OTHER_MARKET" });
    expect(market.askedElsewhere).toBe(0);
    expect(await call({ paid })).toMatchObject({
      signed: 0,
      output: "done",
      paid_lamports: String(SHOWN_LAMPORTS),
    });
  });

  test("is known before it is sent, so that it is resumed if the process dies then", async () => {
    await expect(call({ dies: true })).rejects.toThrow("the process dies");
    assertNothingLeft();
    const { kept } = await call();
    market.asked = [];
    expect(await call({ paid: `${kept}\n` })).toMatchObject({ signed: 0, output: "done" });
  });

  const inTurn = (...answers: Respond[]): Respond => {
    const left = [...answers];
    return (response) => (left.length > 1 ? left.shift() : left[0])?.(response);
  };
  const says =
    (status: number, body: object): Respond =>
    (response) =>
      void response.writeHead(status).end(JSON.stringify(body));
  const granted = says(200, { quote: {} });
  const done = says(200, { run: { state: "DONE", output: "done" } });
  const refused = (code: string) => says(409, { error_code: code, detail: "No." });
  const cut: Respond = (response) => void response.destroy();

  test.each<[string, Record<string, Respond>, object]>([
    ["is under way", { payment: inTurn(says(202, {}), granted) }, { output: "done" }],
    ["has no room for its run", { run: inTurn(says(429, {}), says(503, {}), done) }, { output: "done" }],
    ["runs it already", { run: inTurn(refused("RUN_IN_PROGRESS"), cut, done) }, { output: "done" }],
    [
      "has refused the payment",
      { payment: refused("SETTLEMENT_FAILED") },
      { code: "SETTLEMENT_FAILED", paid: null },
    ],
    [
      "says so of a payment that it took",
      { run: refused("QUOTE_NOT_FOUND") },
      { code: "QUOTE_NOT_FOUND", paid: A_WORD },
    ],
    [
      "refuses for another reason",
      { payment: refused("RATE_LIMITED") },
      { code: "RATE_LIMITED", paid: A_WORD },
    ],
    [
      "has no output any more",
      { run: says(200, { run: { state: "DONE", cleared_at: "2026-11-01T00:00:00Z" } }) },
      { code: "OUTPUT_NOT_KEPT", paid: null },
    ],
    [
      "has run it without success",
      { run: says(200, { run: { state: "FAILED", error_output: "no" } }) },
      { code: "RUN_FAILED", paid: A_WORD, error_output: "no" },
    ],
  ])("at a market that %s", async (_, answered, expected) => {
    market.instead = answered;
    expect(await call()).toMatchObject({ signed: 1, ...expected });
  });

  test("is told by its bytes how much it has cost, whatever the market says", async () => {
    const paid = await failed();
    market.instead = {
      payment: (response) => response.end('{"quote":{"price_lamports":"1","state":"GRANTED"}}'),
    };
    expect(await call({ paid })).toMatchObject({ paid_lamports: String(SHOWN_LAMPORTS) });
  });

  test.each<[string, Record<string, unknown>]>([
    ["a market that is a file", { market: "file:///etc/passwd" }],
    ["no market", { market: undefined }],
    ["an id that is a path", { quoteId: "../../keys" }],
    ["a token of two lines", { accessToken: "a\r\nx-other: b" }],
    ["no transaction", { transaction: "AAAA" }],
    ["a transaction that is no text", { transaction: 7 }],
    ["a long transaction", { transaction: "A".repeat(9_999) }],
  ])("is no word with %s", async (_, change) => {
    const said = JSON.parse(Buffer.from(await failed(), "base64url").toString()) as object;
    const paid = Buffer.from(JSON.stringify({ ...said, ...change })).toString("base64url");
    await expect(call({ paid })).rejects.toThrow("this is not the word of a paid call");
    expect(market.asked).toEqual([]);
  });
});
