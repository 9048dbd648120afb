import { generateKeyPairSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { parseEnv as parse } from "@/lib/platform/config/env";
import { loadPlatformKey } from "@/lib/log/attestation/platform-key";

/** OIDC_ISSUERS with one issuer for each of these differences. */
const issuers = (...differences: object[]) =>
  JSON.stringify(
    differences.map((difference) => ({
      id: "acme",
      name: "Acme",
      issuer: "https://login.acme.example",
      client_id: "market",
      client_secret: "a secret of the client",
      domains: ["acme.example"],
      ...difference,
    })),
  );

const TREASURY_ADDRESS = "HSbVu5mQdxrVnFMgT3XMqXHMhwXNHdQ1PGPNEEP1oyq2";

/** As on one's own machine, where tests and `npm start` run. */
const parseEnv = (set: Record<string, string>) => parse({ DEMONSTRATION: "true", ...set });

/** Everything that a market for others cannot do without. */
const FOR_OTHERS = {
  APP_URL: "https://market.example",
  SOLANA_RPC_URL: "https://rpc.example",
  TREASURY_ADDRESS,
  SERVER_KEY: "5f0c3b7a91d24e68af13570b9c2de846",
  NEXTAUTH_SECRET: "c81e728d9d4c2f636f067f89cc14862c",
};

test("a market that is started with no setting at all is one for others, and says all that it needs", () => {
  expect(() => parse({})).toThrow(
    /needs APP_URL, SOLANA_RPC_URL, TREASURY_ADDRESS, SERVER_KEY, NEXTAUTH_SECRET \(/,
  );
  const whole = parse(FOR_OTHERS);
  expect([whole.NODE_ENV, whole.localLedger, whole.demonstration]).toEqual(["production", false, false]);
});

test.each(Object.keys(FOR_OTHERS))("%s alone, when it is forgotten or empty, stops the start", (name) => {
  expect(() => parse({ ...FOR_OTHERS, [name]: "" })).toThrow(`needs ${name} (`);
});

test.each([
  ["http://127.0.0.1:3000", "http://127.0.0.1:8899"],
  ["http://localhost:3000", "http://localhost:8899"],
  ["http://[::1]:3000", "http://127.0.0.1:8899"],
])("a home address such as %s does not make a demonstration", (APP_URL, SOLANA_RPC_URL) => {
  for (const NODE_ENV of ["development", "test", "production"]) {
    const market = parse({ ...FOR_OTHERS, APP_URL, SOLANA_RPC_URL, NODE_ENV });
    expect([market.NODE_ENV, market.localLedger, market.demonstration]).toEqual(["production", false, false]);
    expect(() => parse({ NODE_ENV, APP_URL, SOLANA_RPC_URL })).toThrow("needs TREASURY_ADDRESS");
  }
});

test.each([
  "emporion-demo-server-key-known-to-everybody",
  "SIXTY_FOUR_HEXADECIMAL_DIGITS_OF_YOUR_OWN",
  "a secret that is long enough for tests",
  "change-me-change-me-change-me-change",
  "please replace me with a long secret!",
  "00000000000000000000000000000000",
  "0123456789abcdef0123456789abcdef",
  "secretsecretsecretsecretsecretse",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "1111111111111111222222222222222233333",
])("the secret %s, which others know or guess, stops the start", (secret) => {
  for (const name of ["SERVER_KEY", "NEXTAUTH_SECRET", "RUNNER_SECRET"]) {
    expect(() => parse({ ...FOR_OTHERS, [name]: secret })).toThrow(`${name} must be a secret`);
  }
});

test("secrets as openssl makes them are taken", () => {
  for (let round = 0; round < 500; round++) {
    for (const encoding of ["hex", "base64"] as const)
      parse({ ...FOR_OTHERS, SERVER_KEY: randomBytes(32).toString(encoding) });
  }
});

test("a machine that only runs skills needs no keys of the market, but no guessed one either", () => {
  const RUNNER_SECRET = randomBytes(32).toString("hex");
  expect(parse({ RUNNER_SECRET }, { of: "runner" }).SERVER_KEY).toBeUndefined();
  expect(() => parse({ RUNNER_SECRET: "x".repeat(32) }, { of: "runner" })).toThrow("RUNNER_SECRET must be");
});

test("without any setting but the one of npm start the market runs on the ledger of this machine", () => {
  const settings = parseEnv({});
  expect(settings.localLedger).toBe(true);
  expect(settings.FEE_BASIS_POINTS).toBe(500);
});

test("a market with a public address refuses to take test money", () => {
  expect(() => parseEnv({ APP_URL: "https://market.example" })).toThrow("must not take test money");
});

test("a setting that cannot be used is named", () => {
  expect(() => parseEnv({ FEE_BASIS_POINTS: "10001" })).toThrow("FEE_BASIS_POINTS");
});

test.each([
  [{ PORT: "abc" }, "PORT needs a whole number, written in digits."],
  [{ PORT: "99999" }, "PORT must be at most 65535."],
  [{ FEE_BASIS_POINTS: "-1" }, "FEE_BASIS_POINTS must be at least 0."],
  [{ BOND_LAMPORTS: "0.5" }, "BOND_LAMPORTS needs a whole number, written in digits."],
  [{ FAUCET_LAMPORTS: "0" }, "FAUCET_LAMPORTS must be more than 0."],
  [{ RUNNER: "vm" }, "RUNNER must be one of auto, bwrap, gvisor, docker, remote, disabled."],
  [{ RUNNER: "remote" }, "RUNNER=remote needs RUNNER_URL and RUNNER_SECRET."],
  [{ RUNNER_CONCURRENCY: "0" }, "RUNNER_CONCURRENCY must be at least 1."],
  [{ SOLANA_RPC_URL: "devnet" }, "SOLANA_RPC_URL needs a whole address, as .env.example shows it."],
  [{ METRICS_TOKEN: " " }, "METRICS_TOKEN is blank: leave it out instead."],
  [{ SERVER_KEY: "short" }, "SERVER_KEY needs at least 32 characters."],
  [{ TREASURY_ADDRESS: "me" }, "TREASURY_ADDRESS needs the base58 address of a Solana account."],
  [{ BOND_ARBITER_ADDRESS: "me" }, "BOND_ARBITER_ADDRESS needs the base58 address"],
  [
    { ADMINISTRATOR_ADDRESSES: "me, you" },
    "ADMINISTRATOR_ADDRESSES needs base58 addresses, separated by commas.",
  ],
  [{ BLOB_STORE: "blobs" }, "BLOB_STORE must begin with file: and a folder,"],
  [{ BLOB_STORE: "s3:///packages" }, "BLOB_STORE must begin with file: and a folder, or s3:// and a bucket"],
  [{ BLOB_STORE: "s3://packages?endpoint=here" }, "BLOB_STORE must begin with"],
  [{ APP_URL: "ftp://market.example" }, "APP_URL needs a whole address, as .env.example shows it."],
  [{ APP_URL: "https://market.example/shop" }, "APP_URL must be scheme, host and port alone"],
  [{ APP_URL: "https://me:secret@market.example" }, "APP_URL must be scheme, host and port alone"],
  [{ SOLANA_RPC_URL: "wss://rpc.example" }, "SOLANA_RPC_URL needs a whole address"],
  [{ WITNESS_RPC_URL: "ws://rpc.example" }, "WITNESS_RPC_URL needs a whole address"],
  [
    { X402_MINT: TREASURY_ADDRESS },
    "X402_MINT and X402_UNITS_PER_SOL belong together: set both, or neither.",
  ],
  [{ X402_TOKEN: "USDT" }, "X402_TOKEN must be one of USDC."],
  [{ X402_TOKEN: "USDC" }, "X402_TOKEN=USDC needs SOL_RATE_URL and SOL_RATE_CURRENCY=USD"],
  [
    { X402_TOKEN: "USDC", SOL_RATE_URL: "https://rates.example", SOL_RATE_CURRENCY: "EUR" },
    "X402_TOKEN=USDC needs SOL_RATE_URL and SOL_RATE_CURRENCY=USD",
  ],
  [
    { X402_TOKEN: "USDC", SOL_RATE_CURRENCY: "USD" },
    "SOL_RATE_URL and SOL_RATE_CURRENCY belong together: set both, or neither.",
  ],
  [
    { X402_TOKEN: "USDC", X402_MINT: TREASURY_ADDRESS, X402_UNITS_PER_SOL: "1" },
    "leave X402_MINT and X402_UNITS_PER_SOL out.",
  ],
  [{ X402_TOKEN: "USDC", X402_UNITS_PER_SOL: "1" }, "leave X402_MINT and X402_UNITS_PER_SOL out."],
  [
    { SOL_RATE_URL: "https://rates.example" },
    "SOL_RATE_URL and SOL_RATE_CURRENCY belong together: set both, or neither.",
  ],
  [{ SOL_RATE_CURRENCY: "usd" }, "SOL_RATE_CURRENCY needs the three capitals of a currency, such as USD."],
  [{ SOL_RATE_POINTER: "usd" }, "SOL_RATE_POINTER needs a JSON pointer, such as /solana/usd."],
  [
    { EMBEDDINGS_URL: "https://models.example/v1" },
    "EMBEDDINGS_URL and EMBEDDINGS_MODEL belong together: set both, or neither.",
  ],
  [{ EMBEDDINGS_KEY: "key" }, "EMBEDDINGS_KEY needs EMBEDDINGS_URL: it is the key of that endpoint."],
  [
    { SECOND_OPINION_MODEL: "reader" },
    "SECOND_OPINION_URL and SECOND_OPINION_MODEL belong together: set both, or neither.",
  ],
  [
    { SECOND_OPINION_KEY: "key" },
    "SECOND_OPINION_KEY needs SECOND_OPINION_URL: it is the key of that endpoint.",
  ],
  [
    { BOND_COUNCIL_ADDRESS: TREASURY_ADDRESS },
    "BOND_ARBITER_ADDRESS and BOND_COUNCIL_ADDRESS belong together",
  ],
  [
    { BOND_ARBITER_ADDRESS: TREASURY_ADDRESS, BOND_COUNCIL_ADDRESS: TREASURY_ADDRESS },
    "BOND_ARBITER_ADDRESS and BOND_COUNCIL_ADDRESS must differ: a vault is shared by three.",
  ],
  [
    { BOND_FORMER_PARTIES: TREASURY_ADDRESS },
    "BOND_FORMER_PARTIES needs pairs of two base58 addresses, arbiter:council, separated by commas.",
  ],
  [
    { BOND_FORMER_PARTIES: `${TREASURY_ADDRESS}:${TREASURY_ADDRESS}` },
    "BOND_FORMER_PARTIES needs pairs of two",
  ],
  [{ BOND_DISTRUSTED_PARTIES: "somebody" }, "BOND_DISTRUSTED_PARTIES needs base58 addresses"],
  [
    {
      BOND_ARBITER_ADDRESS: TREASURY_ADDRESS,
      BOND_COUNCIL_ADDRESS: "11111111111111111111111111111112",
      BOND_DISTRUSTED_PARTIES: TREASURY_ADDRESS,
    },
    "BOND_DISTRUSTED_PARTIES holds the arbiter or the council that deposits are made with",
  ],
  [{ PLATFORM_KEY: "secret" }, "PLATFORM_KEY needs the PEM of an Ed25519 private key"],
  [{ X402_FEE_PAYER_KEY: "secret" }, "X402_FEE_PAYER_KEY needs the PEM of an Ed25519 private key"],
  [{ NEXTAUTH_SECRET: "short" }, "NEXTAUTH_SECRET needs at least 32 characters."],
  [{ DATABASE_URL: "mysql://localhost/market" }, "DATABASE_URL must begin with postgresql://"],
  [{ MAIL_FROM: "Emporion" }, "MAIL_FROM needs an address"],
  [{ OIDC_ISSUERS: "acme" }, "OIDC_ISSUERS needs a list in JSON, as .env.example shows it"],
  [{ OIDC_ISSUERS: "[]" }, "OIDC_ISSUERS is wrong at the list"],
  [
    { OIDC_ISSUERS: issuers({ issuer: "http://login.acme.example" }) },
    "OIDC_ISSUERS is wrong at 0.issuer: needs https",
  ],
  [{ OIDC_ISSUERS: issuers({ domains: ["@acme.example"] }) }, "0.domains.0: needs whole domains"],
  [{ OIDC_ISSUERS: issuers({ trusted: true }) }, "OIDC_ISSUERS is wrong at 0: it does not know trusted"],
  [{ OIDC_ISSUERS: issuers({ id: "Acme!" }) }, "0.id: needs 1 to 20 lower-case letters and digits"],
  [{ OIDC_ISSUERS: issuers({}, {}) }, "needs a different id for each"],
  [{ DNS_SERVERS: "ns.example" }, "DNS_SERVERS needs IP addresses, with a port if they like"],
  [{ METRICS_TOKEN: "two words" }, "METRICS_TOKEN must not hold spaces."],
  [{ SECURITY_CONTACT: "security@market.example" }, "SECURITY_CONTACT needs a link people can follow"],
  [{ MCP_REGISTRY_PROOF: "ed25519" }, "MCP_REGISTRY_PROOF needs the record that mcp-publisher prints"],
  [{ MCP_REGISTRY_PROOF: `v=MCPv1; k=ed25519; p=${"A".repeat(42)}=` }, "MCP_REGISTRY_PROOF needs the record"],
  [{ MIN_ISOLATION: "strong" }, "MIN_ISOLATION needs userns, gvisor or vm"],
  [
    { NODE_ENV: "production", SOLANA_RPC_URL: "https://rpc.example" },
    "A market on another chain than the local ledger needs TREASURY_ADDRESS",
  ],
  [{ DOCKER_IMAGES: "python3" }, "DOCKER_IMAGES is missing a part."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal,"],
  [{ DATABASE_CONNECTIONS: "many" }, "DATABASE_CONNECTIONS needs a whole number, written in digits."],
  [{ DATABASE_ANSWER_SECONDS: "0" }, "DATABASE_ANSWER_SECONDS"],
])("what is wrong with %j is told in a sentence, once, with where to mend it", (set, sentence) => {
  const said = () => parseEnv(set);
  expect(said).toThrow(sentence);
  expect(said).toThrow(/^Settings are not usable\. [^.].*Mend it in the environment or in \.env/);
  expect(said).not.toThrow(/Invalid|expected|NaN|(DOCKER_IMAGES .*){2}/);
});

test("name servers are listed by their addresses", () => {
  const DNS_SERVERS = "192.0.2.53, [2001:db8::53]:5353";
  expect(parseEnv({ DNS_SERVERS }).DNS_SERVERS).toEqual(["192.0.2.53", "[2001:db8::53]:5353"]);
});

test("former parties of deposits are pairs, in the order arbiter and council", () => {
  const [arbiter, council] = [TREASURY_ADDRESS, "So11111111111111111111111111111111111111112"];
  const BOND_FORMER_PARTIES = `${arbiter}:${council}, ${council}:${arbiter}`;
  expect(parseEnv({ BOND_FORMER_PARTIES }).BOND_FORMER_PARTIES).toEqual([
    { arbiter, council },
    { arbiter: council, council: arbiter },
  ]);
  expect(parseEnv({}).BOND_FORMER_PARTIES).toEqual([]);
});

test("an empty setting counts as not set", () => {
  expect(parseEnv({ PORT: "" }).PORT).toBe(3000);
});

test("mails are shown instead of sent only on one's own machine with test money", () => {
  expect(parseEnv({ NODE_ENV: "production" }).demonstration).toBe(true);
  expect(parseEnv({ SOLANA_RPC_URL: "https://rpc.example", TREASURY_ADDRESS }).demonstration).toBe(false);
});

test("the local ledger is looked for on its port, and an address may end in a slash", () => {
  const { SOLANA_RPC_URL, localLedger } = parseEnv({ LEDGER_PORT: "8910" });
  expect([SOLANA_RPC_URL, localLedger]).toEqual(["http://127.0.0.1:8910", true]);
  expect(parse({ ...FOR_OTHERS, APP_URL: "https://market.example/" }).APP_URL).toBe("https://market.example");
});

test("a key may stand on one line of a file of settings", () => {
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const oneLine = pem.replaceAll("\n", "\\n");
  expect(parseEnv({ PLATFORM_KEY: oneLine }).PLATFORM_KEY).toBe(oneLine.trim());
  expect(loadPlatformKey({ pem: oneLine, file: "nowhere" }).keyId).toBe(
    loadPlatformKey({ pem, file: "nowhere" }).keyId,
  );
});
