/** Statements a connection may keep: each costs the server memory, and lists of varying length make ever new ones. */
const MAX_NAMED = 400;

/**
 * Gives each SQL text a name, so that a connection prepares it once: planning our larger statements takes the database
 * longer than running them. Texts beyond the limit get no name ("") and are planned each time.
 */
export function statementNamer({ maxNamed = MAX_NAMED, prefix = "e" } = {}): (query: {
  sql: string;
}) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNamed) return "";
    const name = `${prefix}${names.size}`;
    names.set(sql, name);
    return name;
  };
}
