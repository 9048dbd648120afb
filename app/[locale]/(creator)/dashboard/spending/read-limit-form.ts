import type { WantedLimit } from "@/lib/payments/limits/set-limit";
import {
  LEAST_AUDIT_STATES,
  MAX_SCOPES,
  SCOPE_KINDS,
  spendingTerms,
  type ScopeKind,
} from "@/lib/payments/limits/spending-statement";
import { DAY_MS } from "@/lib/kernel/clock";

/** What was written into the form of a limit, as it was written. */
export interface EnteredLimit {
  perCall: string;
  perDay: string;
  lastDay: string;
  leastAuditState: string;
  askAbove: string;
  scopes: string;
}

/** A field of the form that cannot be read; each has its sentence (`spending.limit.problems`). */
export type WrongField = keyof EnteredLimit;

type Read = { ok: true; wanted: Exclude<WantedLimit, { removed: true }> } | { ok: false; field: WrongField };

const { perCallLamports: AMOUNT } = spendingTerms.shape;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** A kind, a name or `*` for each one, and an amount. */
const LINE = /^(\S+)\s+(\S+)\s+(\S+)$/;
const MAX_NAME_CHARACTERS = 64;

/**
 * The limit that a form asks for, or the first of its fields that cannot be read. People may write the digits of an
 * amount in groups. The last day counts whole, in UTC. Pure.
 */
export function readLimitForm(entered: EnteredLimit): Read {
  const perCallLamports = readAmount(entered.perCall);
  if (perCallLamports === null) return { ok: false, field: "perCall" };
  const perDayLamports = readAmount(entered.perDay);
  if (perDayLamports === null) return { ok: false, field: "perDay" };
  const until = entered.lastDay.trim() === "" ? null : endOfDay(entered.lastDay.trim());
  if (until === undefined) return { ok: false, field: "lastDay" };
  const leastAuditState = LEAST_AUDIT_STATES.find((state) => state === entered.leastAuditState);
  if (leastAuditState === undefined) return { ok: false, field: "leastAuditState" };
  const askAboveLamports = entered.askAbove.trim() === "" ? null : readAmount(entered.askAbove);
  if (askAboveLamports === null && entered.askAbove.trim() !== "") return { ok: false, field: "askAbove" };
  const scopes = readScopes(entered.scopes);
  if (scopes === null) return { ok: false, field: "scopes" };
  return {
    ok: true,
    wanted: { perCallLamports, perDayLamports, until, leastAuditState, askAboveLamports, scopes },
  };
}

/** Whole lamports; null for anything else. */
function readAmount(text: string): string | null {
  const digits = text.trim().replaceAll(/[,\s_]/g, "");
  return AMOUNT.safeParse(digits).success ? digits : null;
}

function endOfDay(text: string): string | undefined {
  const day = DATE.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text) return undefined;
  return new Date(day + DAY_MS).toISOString();
}

interface Scope {
  kind: ScopeKind;
  name: string;
  perDayLamports: string;
}

function readScopes(text: string): Scope[] | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const scopes = lines.map(readScope);
  return scopes.length > MAX_SCOPES || scopes.includes(null)
    ? null
    : scopes.filter((scope) => scope !== null);
}

function readScope(line: string): Scope | null {
  const [, word = "", name = "", amount = ""] = LINE.exec(line) ?? [];
  const kind = SCOPE_KINDS.find((each) => each === word);
  const perDayLamports = readAmount(amount);
  if (kind === undefined || perDayLamports === null || name.length > MAX_NAME_CHARACTERS) return null;
  return { kind, name, perDayLamports };
}
