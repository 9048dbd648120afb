import { HostileMarket } from "@/client/testing/hostile-market";
import type http from "node:http";
import { VersionedTransaction } from "@solana/web3.js";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { containing, Workbench } from "@/cli/testing/run-cli";
import { createMarketClient, readKeypair, type Keypair, type MarketError } from "@/client";
import {
  FEE_BASIS_POINTS,
  honestAnswers,
  hostileAnswers,
  MEMO,
  PAYEE,
  PAYER,
  SHOWN_FEE_LAMPORTS,
  SHOWN_LAMPORTS,
  TREASURY,
  VARIANTS,
} from "@/client/testing/hostile-answers";
import { buy } from "@/components/run/payment/purchase";
import { signOwnPlace } from "@/components/wallet/demo-key";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import { placeSignature } from "@/lib/chain/solana/transaction";

// A market that answers whatever it likes, against each of the three that sign: command, client and page. The limit
// allows a thousand times the price, so that it is no limit that holds them back.
const LIMIT = 1000n * SHOWN_LAMPORTS;
const KEYPAIR = JSON.stringify([...PAYER.secretKey]);
const bench = new Workbench();

const market = new HostileMarket();

beforeAll(() => {
  bench.write({ "id.json": KEYPAIR, "input.json": "{}" });
});
beforeEach(() => {
  bench.env = { EMPORION_API_KEY: `sk_${"a".repeat(64)}`, EMPORION_MARKET: "https://market.example" };
});
afterEach(() => vi.unstubAllGlobals());

const redirect = (response: http.ServerResponse) =>
  response.writeHead(307, { location: `${market.elsewhere}/v1/quotes` }).end();

/** Each signs if it gets that far; gives what it has signed, and throws or not. */
interface Signer {
  name: string;
  looksUp: boolean;
  /** What was signed, and where anything was said about it, in words. */
  attempt: () => Promise<{ signed: number; said: string }>;
}

function countingKeypair(): { keypair: Keypair; signed: () => number } {
  const whole = readKeypair(KEYPAIR);
  let signed = 0;
  const keypair = {
    address: whole.address,
    sign: (message: Uint8Array) => (signed++, whole.sign(message)),
  };
  return { keypair, signed: () => signed };
}

/** A wallet of a page, whose signature counts; it gives back what it was given, signed, unless told otherwise. */
function walletOf(change = (transaction: Uint8Array) => transaction) {
  const { keypair, signed } = countingKeypair();
  const signTransaction = ({ transaction }: { transaction: Uint8Array }) => {
    const message = VersionedTransaction.deserialize(transaction).message.serialize();
    return Promise.resolve([
      { signedTransaction: change(placeSignature(transaction, 0, keypair.sign(message))) },
    ]);
  };
  const connection = {
    account: { address: keypair.address },
    wallet: { features: { "solana:signTransaction": { signTransaction } } },
  } as unknown as WalletConnection;
  return { connection, signed };
}

async function buyOnPage(connection: WalletConnection) {
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => realFetch(market.url + path, init));
  const bought = await buy({
    shown: {
      slug: "amounts",
      version: "1.0.0",
      priceLamports: String(SHOWN_LAMPORTS),
      payee: PAYEE,
      market: { treasuryAddress: TREASURY, feeBasisPoints: FEE_BASIS_POINTS },
    },
    chain: "solana:localnet",
    connection,
    written: { input: {}, asJson: false },
    calls: 1,
    onStep: () => undefined,
  });
  // As the next step of the page does.
  const { transaction } = bought;
  await realFetch(`${market.url}/v1/quotes/${bought.quote.id}/payment`, {
    method: "POST",
    body: JSON.stringify({ transaction }),
  });
}
const realFetch = globalThis.fetch;

const SIGNERS: readonly Signer[] = [
  {
    name: "command",
    looksUp: true,
    attempt: async () => {
      const line = `call amounts --input input.json --keypair id.json --max-lamports ${LIMIT} --market ${market.url}`;
      const { code, stderr } = await bench.run(line);
      return { signed: code === 0 || stderr.includes("--paid") ? 1 : 0, said: stderr };
    },
  },
  {
    name: "client",
    looksUp: true,
    attempt: async () => {
      const { keypair, signed } = countingKeypair();
      const client = createMarketClient({ market: market.url, apiKey: "sk_secret" });
      const call = client.call("amounts", {}, { keypair, maxLamports: LIMIT });
      const said = await call.then(
        ({ paidLamports }) => `paid ${paidLamports}`,
        (error: unknown) => String(error),
      );
      return { signed: signed(), said };
    },
  },
  {
    name: "page",
    looksUp: false,
    attempt: async () => {
      const { connection, signed } = walletOf();
      const said = await buyOnPage(connection).then(() => "bought", String);
      return { signed: signed(), said };
    },
  },
];

/** Read by web3.js, which none of the three signs with. */
function assertExactlyShown(payment: VersionedTransaction | null): void {
  const { staticAccountKeys: keys, compiledInstructions } = payment?.message ?? {};
  const named = (index: number) => keys?.[index]?.toBase58();
  const transfers = compiledInstructions
    ?.filter(({ data }) => data.length === 12)
    .map(({ accountKeyIndexes: [from = -1, to = -1], data }) => [
      named(from),
      named(to),
      Buffer.from(data).readBigUInt64LE(4),
    ]);
  const payer = PAYER.publicKey.toBase58();
  expect(transfers).toEqual([
    [payer, TREASURY, SHOWN_FEE_LAMPORTS],
    [payer, PAYEE, SHOWN_LAMPORTS - SHOWN_FEE_LAMPORTS],
  ]);
  expect(compiledInstructions).toHaveLength(3);
  expect(Buffer.from(compiledInstructions?.[1]?.data ?? []).toString()).toBe(MEMO);
}

function assertNothingLeft(): void {
  expect(market.handedIn()).toBeNull();
  expect(market.askedElsewhere).toBe(0);
  const sent = market.asked.map(({ headers }) => JSON.stringify(headers)).join("");
  expect(sent).not.toMatch(/sk_|authorization/);
}

describe.each(SIGNERS)("the $name", ({ attempt, looksUp }) => {
  test("signs exactly what was shown for a market that keeps its word", async () => {
    expect((await attempt()).signed).toBe(1);
    assertExactlyShown(market.handedIn());
    expect(market.asked.map(({ headers }) => headers["x-api-key"])).not.toContain(expect.anything());
  });

  const variants = VARIANTS.filter(({ answer: of }) => looksUp || of === "offer");
  test.each(variants)("$name", async (variant) => {
    market.answers = hostileAnswers(variant);
    const { signed, said } = await attempt();
    if (variant.harmless) {
      expect(signed).toBe(1);
      return assertExactlyShown(market.handedIn());
    }
    expect([signed, said]).toEqual([0, expect.stringMatching(/\w{3,}/)]);
    expect(said).not.toMatch(/TypeError|SyntaxError|Cannot|undefined is/);
    assertNothingLeft();
  });

  test.each<[string, (response: http.ServerResponse) => void]>([
    ["a redirect to another host", redirect],
    ["17 MiB", (response) => response.end(`"${"x".repeat(17 * 1024 * 1024)}"`)],
    ["a refusal without a form", (response) => response.writeHead(500).end("null")],
    ["a connection that is cut", (response) => response.destroy()],
  ])("has a quote asked for and gets %s", async (_, respond) => {
    market.instead = { quotes: respond };
    expect((await attempt()).signed).toBe(0);
    assertNothingLeft();
  });
});

test("there are well over forty variants, and no two have one name", () => {
  expect(VARIANTS.length).toBeGreaterThan(200);
  expect(new Set(VARIANTS.map(({ name }) => name)).size).toBe(VARIANTS.length);
});

test.each(VARIANTS)("$name is another answer than the honest one", (variant) => {
  expect(hostileAnswers(variant)).not.toEqual(honestAnswers());
});

describe("on a page, what a wallet gives back is read before it leaves", () => {
  const other = (change: (bytes: Uint8Array) => void) => (signed: Uint8Array) => {
    const bytes = Uint8Array.from(signed);
    change(bytes);
    return bytes;
  };
  test.each<[string, (signed: Uint8Array) => Uint8Array]>([
    ["another amount", other((bytes) => (bytes[bytes.length - 8]! ^= 1))],
    ["another payee", other((bytes) => (bytes[65 + 4 + 64 + 3]! ^= 1))],
    ["another payer", other((bytes) => (bytes[65 + 4 + 3]! ^= 1))],
    ["another message", (signed) => signed.subarray(65)],
    ["nothing", () => new Uint8Array()],
    ["something behind it", (signed) => Uint8Array.from([...signed, 0])],
  ])("%s is not sent on", async (_, change) => {
    const { connection } = walletOf(change);
    await expect(buyOnPage(connection)).rejects.toThrow("The transaction does not do what was shown");
    assertNothingLeft();
  });

  test("nothing is signed where the page shows nobody who is paid", async () => {
    const { connection, signed } = walletOf();
    const shown = { slug: "amounts", version: "1.0.0", priceLamports: "50000", payee: null, market: null };
    const order = { connection, written: { input: {}, asJson: false }, calls: 1, onStep: () => undefined };
    await expect(buy({ shown, chain: "solana:localnet", ...order })).rejects.toThrow("Nobody");
    expect([signed(), market.asked]).toEqual([0, []]);
  });

  test("the demo wallet signs in its own place, and nothing that it is no signer of", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    let given = new Uint8Array();
    const { connection } = walletOf((signed) => (given = Uint8Array.from(signed)));
    await buyOnPage(connection);
    await expect(signOwnPlace(given)).rejects.toThrow("no signer");
    await expect(signOwnPlace(given.subarray(1))).rejects.toThrow("no signer");
  });
});

describe("the command, told by a market with the client's own codes", () => {
  test.each(["PRICE_TOO_HIGH", "KEYPAIR_MISSING", "OUTPUT_NOT_KEPT", "RUN_FAILED"])(
    "%s is the market's word alone: no advice to pay more, and what was paid is not forgotten",
    async (code) => {
      const refuse = (response: http.ServerResponse) =>
        response.writeHead(409).end(JSON.stringify({ error_code: code, detail: "Allow one SOL." }));
      market.instead = { quotes: refuse };
      const line = `call amounts --input input.json --keypair id.json --max-lamports ${LIMIT} --market ${market.url}`;
      const before = await bench.run(line);
      expect([before.code, before.stderr]).toEqual([3, "Allow one SOL. (ANSWER_INVALID)\n"]);
      market.instead = { run: refuse };
      const after = await bench.run(line);
      expect([after.code, after.stderr]).toEqual([3, expect.stringMatching(/^--paid \S+$/m)]);
    },
  );
});

describe("a call that was paid for", () => {
  async function failed(): Promise<MarketError> {
    market.instead = { run: (response) => response.writeHead(409).end("{}") };
    const { keypair } = countingKeypair();
    const call = createMarketClient({ market: market.url }).call(
      "amounts",
      {},
      { keypair, maxLamports: LIMIT },
    );
    const error: unknown = await call.catch((caught: unknown) => caught);
    [market.instead, market.asked] = [{}, []];
    return error as MarketError;
  }

  test("is resumed where it was paid, and its token goes nowhere else", async () => {
    const { paid } = await failed();
    if (!paid) throw new Error("nothing to resume");
    const other = createMarketClient({ market: market.elsewhere }).call("amounts", {}, { paid });
    await expect(other).rejects.toMatchObject({
      code: "OTHER_MARKET",
      message: containing(market.url),
    });
    expect(market.askedElsewhere).toBe(0);
    const again = await createMarketClient({ market: market.url }).call("amounts", {}, { paid });
    expect(again).toMatchObject({ output: "done", paidLamports: SHOWN_LAMPORTS });
  });

  test("is told by its bytes how much it has cost, whatever the market says", async () => {
    const { paid } = await failed();
    market.instead = {
      payment: (response) => response.end('{"quote":{"price_lamports":"1","state":"GRANTED"}}'),
    };
    const again = createMarketClient({ market: market.url }).call("amounts", {}, paid ? { paid } : {});
    expect(await again).toMatchObject({ paidLamports: SHOWN_LAMPORTS });
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
    const { paid } = await failed();
    const word = Buffer.from(JSON.stringify({ ...paid, ...change })).toString("base64url");
    const { code, stderr } = await bench.run(`call amounts --paid ${word} --market ${market.url}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--paid takes what an earlier call has printed"),
    ]);
    expect(market.asked).toEqual([]);
  });
});
