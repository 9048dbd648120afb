import { Resolver } from "node:dns/promises";
import { env } from "@/lib/config/env";
import type { TxtAnswer, TxtLookup } from "@/lib/identity/domains/txt-lookup";

/** For one question to one server. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** For all of it, however many servers there are. */
const OVERALL_MS = 6_000;
/**
 * A domain may have as many TXT records as it likes; ours is short, and among the first of a name that is only for it.
 */
const MAX_RECORDS = 64;
const MAX_CHARACTERS = 512;
/** The DNS says so itself: no such name (NXDOMAIN), or a name without such a record (NODATA). */
const NONE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the name servers of `DNS_SERVERS`, else those of this machine. */
export const dnsLookup: TxtLookup = { lookUp: (name) => askDns(name, env().DNS_SERVERS) };

/** The TXT records of a name, as these servers (or those of this machine) tell them. */
export async function askDns(
  name: string,
  servers: readonly string[] | undefined,
  overallMs = OVERALL_MS,
): Promise<TxtAnswer> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const over = setTimeout(() => resolver.cancel(), overallMs);
  try {
    const records = await resolver.resolveTxt(name);
    const texts = records.slice(0, MAX_RECORDS).map((pieces) => pieces.join(""));
    return { kind: "texts", texts: texts.filter(({ length }) => length <= MAX_CHARACTERS) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code !== undefined && NONE.has(code) ? "none" : "no-answer" };
  } finally {
    clearTimeout(over);
  }
}
