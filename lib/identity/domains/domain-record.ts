import { env } from "@/lib/config/env";
import { keyedHash } from "@/lib/config/server-key";

const TOKEN_CHARACTERS = 32;
/** Some panels store the quotation marks they show. */
const RECORD = /^"?emporion-publisher=[^\s"/]+\/([\w-]+)"?$/;

/** What an account sets in the DNS to prove a domain. */
export interface DomainRecord {
  /** Of the TXT record. */
  name: string;
  value: string;
}

/** Where the record of a domain stands. */
export const recordName = (domain: string) => `_emporion.${domain}`;

/** The record that proves a domain for an account: the same whenever it is asked for, and no secret. */
export function domainRecord(accountId: string, domain: string): DomainRecord {
  const market = new URL(env().APP_URL).host;
  return {
    name: recordName(domain),
    value: `emporion-publisher=${market}/${tokenOf(accountId, domain)}`,
  };
}

/**
 * Whether one of these texts of TXT records is an account's for a domain. Its token alone decides: it holds for this
 * market and this account, and the host beside it, which may have changed, is for people.
 */
export function hasRecord(texts: readonly string[], accountId: string, domain: string): boolean {
  const token = tokenOf(accountId, domain);
  return texts.some((text) => RECORD.exec(text.trim())?.[1] === token);
}

/** Without the market's key nobody knows it before the account shows it, so that none is set ahead. */
const tokenOf = (accountId: string, domain: string) =>
  keyedHash("publisher domains", `${accountId} ${domain}`).toString("base64url").slice(0, TOKEN_CHARACTERS);
