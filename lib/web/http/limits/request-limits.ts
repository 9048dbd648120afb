import { env } from "@/lib/platform/config/env";
import {
  type RateLimit,
  consumeRateLimit,
  type RateLimitState,
  assertRateLimit,
  returnRateLimit,
} from "@/lib/web/http/limits/rate-limit";

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const KIB_OF_GIB = 1024 * 1024;

/**
 * Whom a limit counts. `address` is a network address or its network (`subscriberOf`), `caller` the account where there
 * is one and the address where not, `mail` the address of a mailbox.
 */
type Counted = "address" | "account" | "caller" | "mail";

export interface RequestLimit extends RateLimit {
  per: Counted;
}

const limit = (name: string, points: number, durationSeconds: number, per: Counted): RequestLimit => ({
  name,
  points,
  durationSeconds,
  per,
});
const kibibytes = (of: RequestLimit): RequestLimit => ({ ...of, unit: "KiB" });

/**
 * Every limit of requests: name of the counter, uses, seconds, who is counted. An account costs a signature, so what
 * accounts may do bounds nothing by itself: what is costly has a limit for each address too.
 */
export const REQUEST_LIMITS = {
  // Reading. A search reads some thousand rows; an office behind one address hardly asks five times a second.
  search: limit("search", 300, MINUTE, "address"),
  suggestions: limit("suggestions", 300, MINUTE, "address"), // asked with every pause in typing
  conversion: limit("conversion", 240, 10 * MINUTE, "address"), // takes up to seconds of a processor
  shareCard: limit("share-card", 120, MINUTE, "address"), // a tenth of a second for each new picture
  badge: limit("badge", 240, MINUTE, "address"), // a page of another site may show many at once
  verdicts: limit("verdicts", 20_000, MINUTE, "address"), // each copy asked about is one use: twenty whole requests
  runner: limit("runner", 120, MINUTE, "address"),
  clawhub: limit("clawhub", 600, 10 * MINUTE, "address"), // a client asks several times for each command
  git: limit("git", 600, 10 * MINUTE, "address"), // a clone asks three times
  gitPacks: kibibytes(limit("git-packs-kib", 4 * KIB_OF_GIB, HOUR, "address")), // a clone may be a hundred packages
  // Checking: small enough to be asked with every pause in typing, or up to half a second.
  validate: limit("validate", 240, MINUTE, "caller"),
  validateLarge: limit("validate-large", 30, MINUTE, "caller"),

  // Calling
  call: limit("call", 1200, 10 * MINUTE, "caller"),
  quote: limit("quote", 240, 10 * MINUTE, "caller"),
  get freeRun() {
    return limit("free-run", env().FREE_RUNS_PER_HOUR, HOUR, "caller");
  },
  get freeRunOfAddress() {
    return limit("free-run-address", 10 * env().FREE_RUNS_PER_HOUR, HOUR, "address"); // ten accounts' worth
  },
  mcp: limit("mcp", 1200, 10 * MINUTE, "caller"),
  mcpSession: limit("mcp-session", 60, 10 * MINUTE, "caller"),

  // What is looked for on the chain, whoever names it
  payment: limit("payment", 1200, 10 * MINUTE, "address"),
  deposit: limit("deposit", 240, 10 * MINUTE, "address"),
  wallet: limit("wallet", 120, MINUTE, "address"),
  spendingLimit: limit("spending-limit", 60, HOUR, "address"), // each statement that is taken stays
  faucet: limit("faucet", 60, HOUR, "address"), // the local ledger limits how much each wallet gets

  // Publishing: every version is vetted, every changed text is read anew
  upload: limit("upload", 120, HOUR, "account"),
  uploadOfAddress: limit("upload-address", 1200, HOUR, "address"),
  vetting: limit("vetting-address", 600, HOUR, "address"),
  kept: kibibytes(limit("kept-kib", KIB_OF_GIB, DAY, "address")),
  clawhubUpload: limit("clawhub-upload", 4_000, HOUR, "address"), // two requests for each file of a package
  sets: limit("sets", 120, HOUR, "account"), // each save reads up to 64 skills
  names: limit("skill-names", 60, DAY, "account"), // each question looks whether a name is free

  following: limit("following", 600, HOUR, "account"),

  usernames: limit("usernames", 120, 10 * MINUTE, "account"), // asked with every pause in typing

  // What others read, or an administrator decides; a challenge is an entry of the log for good
  report: limit("report", 10, HOUR, "address"),
  review: limit("review", 10, HOUR, "address"),
  challenge: limit("challenge", 10, HOUR, "address"),
  question: limit("question", 10, HOUR, "account"),
  answer: limit("answer", 60, HOUR, "account"),
  postsOfAddress: limit("posts-address", 120, HOUR, "address"), // an account costs a signature

  // What sends a mail to somebody who may not have asked for it
  join: limit("join", 60, HOUR, "address"), // the first way to sign in, for all who share a network; a mailbox gets six
  register: limit("register", 10, HOUR, "address"),
  passwordReset: limit("password-reset", 10, QUARTER_HOUR, "address"),
  ownMails: limit("own-mails", 10, HOUR, "account"),
  ownMailsOfAddress: limit("own-mails-address", 30, HOUR, "address"),
  maintainers: limit("maintainer-invitations", 30, DAY, "account"),
  readers: limit("reading-rights", 60, HOUR, "account"), // ended ones stay on record, and each is mailed
  transfers: limit("transfer-offers", 10, DAY, "account"),

  // What could be guessed. The owner of an account waits a quarter of an hour, or signs in with a wallet.
  signIn: limit("sign-in", 120, 5 * MINUTE, "address"), // choosing a wallet again asks again
  login: limit("login-caller", 20, QUARTER_HOUR, "address"),
  loginToAccount: limit("login-email", 10, QUARTER_HOUR, "mail"),
  ownPassword: limit("own-password", 10, QUARTER_HOUR, "account"),
  deviceCode: limit("device-code", 20, 10 * MINUTE, "account"),
  registerVerify: limit("register-verify", 60, HOUR, "address"),
  claim: limit("claim", 30, HOUR, "address"),
  claimVerify: limit("claim-verify", 60, HOUR, "address"),
  claimAgent: limit("claim-agent", 60, HOUR, "address"),
  claimComplete: limit("claim-complete", 30, HOUR, "address"),

  // What an account is, and what is kept for it
  walletKeys: limit("wallet-keys", 20, HOUR, "address"),
  walletQuestions: limit("wallet-questions", 60, HOUR, "address"),
  trustedPublishers: limit("trusted-publishers", 60, HOUR, "account"),
  publishTokens: limit("publish-tokens", 60, HOUR, "address"), // signatures are checked
  apiKeys: limit("api-keys", 60, HOUR, "account"), // revoked keys stay on record
  webhooks: limit("webhooks", 60, HOUR, "account"), // each has a server of somebody else's asked
  domainChecks: limit("domain-checks", 20, HOUR, "account"), // questions to the DNS
  refusedForm: kibibytes(limit("refused-form-kib", 1024, 10 * MINUTE, "address")), // as long as it is kept
};

const LARGE_BYTES = 64 * 1024;

/** Counts one check of a package of this size. Throws RATE_LIMITED. Pages and agents share the count. */
export function limitValidation(subject: string, sizeBytes: number): Promise<RateLimitState> {
  return consumeRateLimit(
    sizeBytes > LARGE_BYTES ? REQUEST_LIMITS.validateLarge : REQUEST_LIMITS.validate,
    subject,
  );
}

/** Who runs: an account at an address (`subscriberOf`), or the address alone. */
interface Runner {
  accountId?: string | null | undefined;
  address: string;
}

/** Counts one free run, and tells how many the account, or without one the address, has left. Throws RATE_LIMITED. */
export async function limitFreeRuns({ accountId, address }: Runner): Promise<RateLimitState> {
  const left = await consumeRateLimit(REQUEST_LIMITS.freeRun, accountId ?? address);
  if (accountId) await consumeRateLimit(REQUEST_LIMITS.freeRunOfAddress, address);
  return left;
}

/**
 * Counts a mail that an account at an address (`subscriberOf`) has sent to an address of its choice.
 * Throws RATE_LIMITED.
 */
export async function limitOwnMails({
  accountId,
  address,
}: {
  accountId: string;
  address: string;
}): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.ownMails, accountId);
  await consumeRateLimit(REQUEST_LIMITS.ownMailsOfAddress, address);
}

const KIBIBYTE = 1024;

/** Counts what an address (`subscriberOf`) is about to have kept, under whichever account. Throws RATE_LIMITED. */
export async function limitStoredBytes(address: string, sizeBytes: number): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.kept, address, Math.ceil(sizeBytes / KIBIBYTE));
}

/** An account, and the address it publishes from (`subscriberOf`). */
interface Publisher {
  accountId: string;
  address: string;
}

/**
 * Tells how many versions the account can still publish in this hour. Throws RATE_LIMITED when it, or its address,
 * can none.
 */
export async function assertUploadsLeft({ accountId, address }: Publisher): Promise<RateLimitState> {
  await assertRateLimit(REQUEST_LIMITS.uploadOfAddress, address);
  return assertRateLimit(REQUEST_LIMITS.upload, accountId);
}

/**
 * Publishes and tells how many versions the account has left. Counted before, so that no number of uploads at once gets
 * past a limit; one that is refused does not count in the end. Throws RATE_LIMITED, with nothing published, and what
 * `publish` throws.
 */
export async function countUpload<T>(
  { accountId, address }: Publisher,
  publish: () => Promise<T>,
): Promise<{ published: T; left: RateLimitState }> {
  return counted(REQUEST_LIMITS.uploadOfAddress, address, () =>
    counted(REQUEST_LIMITS.upload, accountId, async (left) => ({ published: await publish(), left })),
  );
}

async function counted<T>(
  limit: RateLimit,
  subject: string,
  work: (left: RateLimitState) => Promise<T>,
): Promise<T> {
  try {
    return await work(await consumeRateLimit(limit, subject));
  } catch (error) {
    await returnRateLimit(limit, subject);
    throw error;
  }
}

/** Counts a vetting that is asked for from an address. Throws RATE_LIMITED. */
export async function limitVettings(address: string): Promise<void> {
  await consumeRateLimit(REQUEST_LIMITS.vetting, address);
}
