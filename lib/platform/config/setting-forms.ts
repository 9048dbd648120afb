import { createPrivateKey } from "node:crypto";
import { Resolver } from "node:dns";
import { z } from "zod";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

const MAX_PORT = 65_535;
const MAIL_SENDER = /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

export const text = z.string().trim().min(1);
export const whole = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback);
export const port = (fallback: number) => z.coerce.number().int().min(0).max(MAX_PORT).default(fallback);
export const address = text.refine(isSolanaAddress, "needs the base58 address of a Solana account");
/** Several with commas between. */
export const addresses = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isSolanaAddress), "needs base58 addresses, separated by commas");
/** Two who shared vaults with creators, joined by a colon; several such pairs with commas between. */
export const pairsOfParties = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => pair.split(":").map((each) => each.trim()))
      .map(([arbiter = "", council = "", ...more]) => ({ arbiter, council, more })),
  )
  .refine(
    (pairs) =>
      pairs.every(
        ({ arbiter, council, more }) =>
          isSolanaAddress(arbiter) && isSolanaAddress(council) && arbiter !== council && more.length === 0,
      ),
    "needs pairs of two base58 addresses, arbiter:council, separated by commas",
  )
  .transform((pairs) => pairs.map(({ arbiter, council }) => ({ arbiter, council })));
/** Kind and address of a CI, as `github=https://token.actions.githubusercontent.com`; several with commas between. */
export const issuers = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => /^(github|gitlab)=(https?:\/\/\S+[^/\s])$/.exec(each)),
  )
  .refine(
    (read) => read.every((each) => each !== null && URL.canParse(each[2] ?? "")),
    "needs github= or gitlab= and the issuer's address without a slash at its end, separated by commas",
  )
  .transform((read) =>
    read.map((each) => ({
      kind: each?.[1] === "gitlab" ? ("gitlab" as const) : ("github" as const),
      url: each?.[2] ?? "",
    })),
  );
/** Where people write to, as a link. */
export const contact = z.url({
  protocol: /^(mailto|https)$/,
  error: "needs a link people can follow: mailto:security@market.example or https://…",
});

/** What the registry of MCP servers looks for at a domain: a version, the kind of key and the public key in base64. */
export const registryProof = z
  .string()
  .regex(
    /^v=MCPv1; k=(?:ed25519; p=[A-Za-z0-9+/]{43}=|ecdsap384; p=[A-Za-z0-9+/]{66}==)$/,
    "needs the record that mcp-publisher prints: v=MCPv1; k=ed25519; p=…",
  );

export const webAddress = z.url({ protocol: /^https?$/ });

/** The address of a whole site: `https://market.example`, with or without a slash at its end. */
export const siteAddress = webAddress
  .refine((given) => {
    const { origin, href } = new URL(given);
    return href === `${origin}/`;
  }, "must be scheme, host and port alone, such as https://market.example")
  .transform((given) => new URL(given).origin);

/** A private key as `openssl genpkey -algorithm ed25519` prints it. */
export const privateKey = text.refine(
  isEd25519Key,
  "needs the PEM of an Ed25519 private key, as openssl genpkey -algorithm ed25519 prints it; on one line write \\n where a line ends",
);

export const blobStoreAddress = text.refine(
  isBlobStore,
  "must begin with file: and a folder, or s3:// and a bucket: file:.data/blobs, s3://packages?endpoint=https://s3.example",
);

export const databaseAddress = text.regex(
  /^postgres(ql)?:\/\/./,
  "must begin with postgresql://, as .env.example shows it",
);

/** Of several servers, each a whole address, with commas between. */
export const databaseAddresses = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.every((each) => databaseAddress.safeParse(each).success && URL.canParse(each)),
    "needs addresses of replicas, postgresql://user:password@host:5432/market, separated by commas",
  );

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** An issuer identifier is compared byte by byte: no slash is taken off it. */
const issuerAddress = webAddress.refine((given) => {
  const { protocol, hostname, search, hash } = new URL(given);
  return search === "" && hash === "" && (protocol === "https:" || LOOPBACK.test(hostname));
}, "needs https, and neither a query nor a fragment");

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const signInIssuer = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{1,20}$/, "needs 1 to 20 lower-case letters and digits"),
  name: text.max(40),
  issuer: issuerAddress,
  client_id: text.max(500),
  client_secret: text.max(500),
  domains: z
    .array(z.string().regex(DOMAIN, "needs whole domains in lower case: acme.example"))
    .max(100)
    .default([]),
  signing_algorithm: z.enum(["RS256", "PS256", "ES256", "EdDSA"]).default("RS256"),
});

export type SignInIssuer = z.output<typeof signInIssuer>;

const signInIssuerList = z
  .array(signInIssuer)
  .min(1)
  .max(10)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "needs a different id for each")
  .refine(
    (list) => new Set(list.map(({ issuer }) => issuer)).size === list.length,
    "needs a different issuer for each",
  );

const explainPart = (issue: z.core.$ZodIssue) => {
  if (issue.code === "unrecognized_keys") return `it does not know ${issue.keys.join(", ")}`;
  return issue.message.startsWith("needs ") ? issue.message : "needs what .env.example shows";
};

/** OpenID Connect issuers that sign people in, as a list in JSON. */
export const signInIssuers = z.string().transform((given, context): SignInIssuer[] => {
  let list: unknown;
  try {
    list = JSON.parse(given);
  } catch {
    list = null;
  }
  const read = signInIssuerList.safeParse(list);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  context.addIssue(
    list === null || issue === undefined
      ? "needs a list in JSON, as .env.example shows it"
      : `is wrong at ${issue.path.join(".") || "the list"}: ${explainPart(issue)}`,
  );
  return z.NEVER;
});

export const mailSender = text.regex(MAIL_SENDER, "needs an address: Emporion <no-reply@market.example>");

/** Name servers by their addresses, separated by commas: `192.0.2.53,[2001:db8::53]:5353`. */
export const nameServers = text
  .transform((list) => list.split(",").map((each) => each.trim()))
  .refine(areNameServers, "needs IP addresses, with a port if they like: 192.0.2.53,[2001:db8::53]:5353");

export const token = text.regex(/^\S+$/, "must not hold spaces");

/** A key of several lines as a file of settings holds it: on one line, its ends written as `\\n`. */
export const readPem = (given: string) => given.replaceAll("\\n", "\n");

function isEd25519Key(pem: string): boolean {
  try {
    return createPrivateKey(readPem(pem)).asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}

function isBlobStore(given: string): boolean {
  if (!given.startsWith("s3:")) return /^file:./.test(given);
  if (!URL.canParse(given)) return false;
  const { hostname, searchParams } = new URL(given);
  const endpoint = searchParams.get("endpoint");
  return hostname !== "" && (endpoint === null || webAddress.safeParse(endpoint).success);
}

function areNameServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return true;
  } catch {
    return false;
  }
}
