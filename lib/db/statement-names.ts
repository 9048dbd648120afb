import { createHash } from "node:crypto";

/** Statements a connection may keep: each costs the server memory, and lists of varying length make ever new ones. */
const MAX_NAMED = 400;
const NAME_CHARACTERS = 22; // 132 bits; PostgreSQL keeps 63 characters of a name

/**
 * Gives each SQL text a name, so that a connection prepares it once: planning our larger statements takes the database
 * longer than running them. The name follows from the text: the agent API and the pages are bundled apart and each have
 * a namer of their own, but share the connections. Texts beyond the limit get no name ("") and are planned each time.
 */
export function statementNamer({ maxNamed = MAX_NAMED, prefix = "e" } = {}): (query: {
  sql: string;
}) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNamed) return "";
    const name = prefix + createHash("sha256").update(sql).digest("base64url").slice(0, NAME_CHARACTERS);
    names.set(sql, name);
    return name;
  };
}
