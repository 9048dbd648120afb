/** What came of the last change on the settings page, as its address says it: each names a part of the page. */
export interface SettingsOutcome {
  done?: string;
  /** A mail is on its way. */
  sent?: string;
  problem?: string;
  /** With `problem`: the field that was wrong. */
  field?: string;
  /** Its person was led away to confirm that it is them, and is back. */
  confirmed?: string;
  /** Tried too often. */
  limited?: string;
  /** With `limited`: `mails`, `checks` of domains, or guesses at a password. */
  of?: string;
}

/** A field that was refused: its id, and its sentence in `settings.outcome.fields`. */
export interface RefusedField {
  id: string;
  message: string;
}

/** The fields of each part that can be refused, by what the address of the page calls them. */
const FIELDS = {
  name: { username: { id: "username", message: "name.username" } },
  email: {
    email: { id: "own-email", message: "email.email" },
  },
  password: {
    current: { id: "current-password", message: "password.current" },
    password: { id: "next-password", message: "password.password" },
  },
  domains: {
    domain: { id: "new-domain", message: "domains.domain" },
    count: { id: "domains", message: "domains.count" },
    missing: { id: "domains", message: "domains.missing" },
    another: { id: "domains", message: "domains.another" },
    taken: { id: "domains", message: "domains.taken" },
    "no-answer": { id: "domains", message: "domains.no-answer" },
  },
  close: {
    username: { id: "close-username", message: "close.username" },
  },
} as const;

export type RefusablePart = keyof typeof FIELDS;

/** The field of a part that was refused last; null when none was, or the refusal is about no field. */
export function refusedField(part: string, { problem, field = "" }: SettingsOutcome): RefusedField | null {
  if (problem !== part || !isRefusable(part)) return null;
  return new Map<string, RefusedField>(Object.entries(FIELDS[part])).get(field) ?? null;
}

function isRefusable(part: string): part is RefusablePart {
  return Object.hasOwn(FIELDS, part);
}
