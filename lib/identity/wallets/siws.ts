import { randomInt } from "node:crypto";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { findSignedText, isSignedText } from "@/lib/chain/solana/off-chain-message";

/**
 * The fields of a "Sign In With Solana" text. All but the last four are always present in the texts of this product.
 */
export interface SignInMessage {
  domain: string;
  address: string;
  uri: string;
  version: "1";
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
  statement?: string;
  notBefore?: string;
  requestId?: string;
  resources?: string[];
}

export interface SignInAnswer {
  /** The message as the wallet says it signed it, and its signature. Nothing else of what a wallet reports is used. */
  signedMessage: Uint8Array;
  signature: Uint8Array;
}

export type SignInRefusal =
  | "message_malformed"
  | `${keyof SignInMessage}_mismatch`
  | "not_yet_valid"
  | "expired"
  | "bad_signature";

export type SignInVerdict = { ok: true; address: string } | { ok: false; reason: SignInRefusal };

const OPENING = " wants you to sign in with your Solana account:";
const MAX_MESSAGE_BYTES = 4096;
const MAX_RESOURCES = 16;
const CLOCK_SKEW_MS = 60_000;
const NONCE_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const NONCE_LENGTH = 22; // 131 bits

// Labels in the order of the grammar (phantom/sign-in-with-solana, ABNF).
const LABELS = [
  ["uri", "URI"],
  ["version", "Version"],
  ["chainId", "Chain ID"],
  ["nonce", "Nonce"],
  ["issuedAt", "Issued At"],
  ["expirationTime", "Expiration Time"],
  ["notBefore", "Not Before"],
  ["requestId", "Request ID"],
] as const;

// What the grammar allows in each field; none of them lets a line break through, so no field can start another.
const URI_TEXT = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]{1,2048}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text));
const isUri = (text: string) => URI_TEXT.test(text) && URL.canParse(text);
const FIELD_RULES: Readonly<Record<Exclude<keyof SignInMessage, "resources">, (text: string) => boolean>> = {
  domain: (text) => /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/.test(text),
  address: isSolanaAddress,
  statement: (text) => /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]{1,1024}$/.test(text),
  uri: isUri,
  version: (text) => text === "1",
  chainId: (text) => /^(solana:)?(mainnet|testnet|devnet|localnet)$/.test(text),
  nonce: (text) => /^[A-Za-z0-9]{8,128}$/.test(text),
  issuedAt: isTime,
  expirationTime: isTime,
  notBefore: isTime,
  requestId: (text) => /^[A-Za-z0-9\-._~!$&'()*+,;=:@%]{1,128}$/.test(text),
};

/**
 * The question put to a wallet: every field set, a fresh nonce, valid for `validForMs`. Throws when a field is
 * not legal.
 */
export function createSignInChallenge(
  fields: Pick<SignInMessage, "domain" | "address" | "uri" | "chainId" | "statement">,
  time: { now: Date; validForMs: number },
): SignInMessage {
  const challenge: SignInMessage = {
    ...fields,
    version: "1",
    nonce: Array.from(
      { length: NONCE_LENGTH },
      () => NONCE_CHARACTERS[randomInt(NONCE_CHARACTERS.length)],
    ).join(""),
    issuedAt: time.now.toISOString(),
    expirationTime: new Date(time.now.getTime() + time.validForMs).toISOString(),
  };
  createSignInText(challenge);
  return challenge;
}

/** The text to be signed. Throws a `RangeError` that names the first field the grammar does not allow. */
export function createSignInText(message: SignInMessage): string {
  const illegal = findIllegalField(message);
  if (illegal) throw new RangeError(`The field ${illegal} of the sign-in message is not legal.`);
  const opening = `${message.domain}${OPENING}\n${message.address}`;
  const lines = LABELS.flatMap(([field, label]) =>
    message[field] === undefined ? [] : [`${label}: ${message[field]}`],
  );
  if (message.resources) lines.push("Resources:", ...message.resources.map((each) => `- ${each}`));
  return [opening, ...(message.statement === undefined ? [] : [message.statement]), lines.join("\n")].join(
    "\n\n",
  );
}

/** The fields of a sign-in text, or null when the text is not exactly what `createSignInText` makes of them. */
export function parseSignInText(text: string): SignInMessage | null {
  const [opening = "", ...blocks] = text.split("\n\n");
  const [first = "", address = "", ...rest] = opening.split("\n");
  if (!first.endsWith(OPENING) || rest.length > 0 || blocks.length < 1 || blocks.length > 2) return null;
  const statement = blocks.length === 2 ? blocks[0] : undefined;
  const fields = parseFields((blocks.at(-1) ?? "").split("\n"));
  const message = {
    domain: first.slice(0, -OPENING.length),
    address,
    ...(statement === undefined ? {} : { statement }),
    ...fields,
  };
  if (!isSignInMessage(message)) return null;
  return createSignInText(message) === text ? message : null;
}

/**
 * Decides whether an answer signs in the address of a stored challenge. Every field of the signed text must equal the
 * stored one, the clock must be inside the message's window (with a minute of slack before it), and the signature must
 * be strictly valid for that very address: the wallet's own claims about its account are not looked at. The caller must
 * have taken the challenge out of its store first, so that it answers once.
 */
export function verifySignIn(challenge: SignInMessage, answer: SignInAnswer, now: Date): SignInVerdict {
  const text = findSignedText(challenge.address, answer.signedMessage);
  const signed = text && parseSignedBytes(text);
  if (!signed) return { ok: false, reason: "message_malformed" };
  const different = findDifference(challenge, signed);
  if (different) return { ok: false, reason: `${different}_mismatch` };
  const outside = outsideOfWindow(signed, now.getTime());
  if (outside) return { ok: false, reason: outside };
  if (!isSignedText(signed.address, text, answer.signature)) return { ok: false, reason: "bad_signature" };
  return { ok: true, address: signed.address };
}

function parseSignedBytes(bytes: Uint8Array): SignInMessage | null {
  if (bytes.length > MAX_MESSAGE_BYTES) return null;
  try {
    return parseSignInText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null; // not UTF-8
  }
}

function parseFields(lines: readonly string[]): Partial<Record<string, string | string[]>> {
  const fields: Partial<Record<string, string | string[]>> = {};
  const resourcesAt = lines.indexOf("Resources:");
  if (resourcesAt >= 0)
    fields["resources"] = lines.slice(resourcesAt + 1).map((line) => line.replace(/^- /, ""));
  for (const line of resourcesAt >= 0 ? lines.slice(0, resourcesAt) : lines) {
    const field = LABELS.find(([, label]) => line.startsWith(`${label}: `));
    if (field) fields[field[0]] = line.slice(field[1].length + 2);
  }
  return fields;
}

function isSignInMessage(
  fields: Partial<Record<string, string | string[]>>,
): fields is SignInMessage & typeof fields {
  return findIllegalField(fields) === null;
}

const OPTIONAL: ReadonlySet<string> = new Set(["statement", "notBefore", "requestId"]);

function findIllegalField(message: Partial<SignInMessage>): string | null {
  const rules = Object.entries(FIELD_RULES) as [keyof typeof FIELD_RULES, (text: string) => boolean][];
  for (const [field, isLegal] of rules) {
    const value = message[field];
    if (value === undefined ? !OPTIONAL.has(field) : !isLegal(value)) return field;
  }
  const { resources } = message;
  return resources === undefined || (resources.length <= MAX_RESOURCES && resources.every(isUri))
    ? null
    : "resources";
}

function findDifference(stored: SignInMessage, signed: SignInMessage): keyof SignInMessage | null {
  const fields = [...Object.keys(FIELD_RULES), "resources"] as (keyof SignInMessage)[];
  return fields.find((field) => JSON.stringify(stored[field]) !== JSON.stringify(signed[field])) ?? null;
}

function outsideOfWindow(message: SignInMessage, nowMs: number): SignInRefusal | null {
  const validFrom = Math.max(Date.parse(message.issuedAt), Date.parse(message.notBefore ?? message.issuedAt));
  if (nowMs < validFrom - CLOCK_SKEW_MS) return "not_yet_valid";
  return nowMs < Date.parse(message.expirationTime) ? null : "expired";
}
