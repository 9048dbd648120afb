import { DomainError } from "@/lib/kernel/errors";

/** What a process can be without while nothing in it is wrong. */
export type Outage = "database" | "storage" | "capacity" | "service";

const STORAGE: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);
/** As many files and connections are open as this process, or the machine, may have. */
const CAPACITY: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);
const NETWORK: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** No connection, none in time, or one that was cut, as Prisma names it. */
const PRISMA: ReadonlySet<string> = new Set(["P1001", "P1002", "P1017", "P2024", "P2028", "P2037"]);
/**
 * Classes of PostgreSQL: connections, shutdown and recovery, nothing left of something. A full disk is its storage's.
 */
const POSTGRES = /^(08...|57P0[123]|53[023]..)$/;
const POSTGRES_DISK_FULL = "53100";
/** The driver and its adapter throw these without a code. */
const SENTENCES =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|can't reach database server|client has encountered a connection error/i;
/** Where the code is lost on the way: `connect EMFILE 127.0.0.1:5432`. */
const NO_MORE_FILES = /\b(?:connect|spawn|open|accept)\b.{0,200} (?:EMFILE|ENFILE)\b|\b(?:EMFILE|ENFILE): /;
const KINDS: ReadonlySet<string> = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "TooManyConnections",
  "SocketTimeout",
]);

interface Known {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown } | null;
  syscall?: unknown;
}

/**
 * Tells that something the market needs is away from what was thrown, through its causes; null for a fault of the
 * market itself. What comes of it is the same for whoever asked: nothing they did was wrong, and it works again later.
 */
export function findOutage(error: unknown): Outage | null {
  for (const each of causesOf(error)) {
    const codes = [each.code, each.originalCode].filter((code) => typeof code === "string");
    if (codes.some((code) => STORAGE.has(code) || code === POSTGRES_DISK_FULL)) return "storage";
    if (codes.some((code) => CAPACITY.has(code)) || NO_MORE_FILES.test(String(each.message)))
      return "capacity";
    if (codes.some((code) => PRISMA.has(code) || POSTGRES.test(code))) return "database";
    if (KINDS.has(String(each.kind)) || SENTENCES.test(String(each.message))) return "database";
    if (codes.some((code) => NETWORK.has(code))) return "service";
  }
  return null;
}

const SAID: Record<Outage, string> = {
  database: "The market's database does not answer.",
  storage: "The market cannot write: its disk is full or cannot be written.",
  capacity: "More come to the market at once than it can answer.",
  service: "Something the market needs does not answer.",
};

/** What whoever asked is told of it. */
export function unavailable(away: Outage): DomainError {
  const message = `${SAID[away]} Try again in a moment.`;
  return new DomainError("MARKET_UNAVAILABLE", message, { details: { reason: away } });
}

const MOST_CAUSES = 8;

function causesOf(error: unknown): Known[] {
  const found: Known[] = [];
  for (const waiting = [error]; waiting.length > 0 && found.length < MOST_CAUSES;) {
    const each = waiting.shift();
    if (typeof each !== "object" || each === null) continue;
    found.push(each);
    const { cause, meta } = each as Known;
    waiting.push(cause, meta?.driverAdapterError);
  }
  return found;
}
