import fs from "node:fs";
import { SANDBOX_ID } from "./limits";

/** From `SANDBOX_ID` on; neither systemd nor a distribution gives these numbers to anybody. */
export const SKILL_USERS = 13;
/** `name:password:uid:…`, one account a line. */
const ACCOUNT_ID = /^[^:]*:[^:]*:(\d+):/gm;

/**
 * The user that skills are on the machine when root starts the market: one that has no account and owns nothing, neither
 * of the market and its database nor of anybody. Undefined where each of the range has an account in `accounts`.
 */
export function findSkillUser(accounts = readAccounts()): number | undefined {
  const taken = new Set([...accounts.matchAll(ACCOUNT_ID)].map(([, id]) => Number(id)));
  return Array.from({ length: SKILL_USERS }, (_, index) => SANDBOX_ID + index).find((id) => !taken.has(id));
}

const readAccounts = () => (fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8") : "");
