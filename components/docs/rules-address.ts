import { localizedPath } from "@/lib/platform/i18n/paths";

/** The address of a dialect's rules in one language, for those of the written ones. */
export function rulesAddress(
  locale: string,
  written: readonly { id: string }[],
): (dialect: string) => string | undefined {
  const ids = new Set(written.map(({ id }) => id));
  return (dialect) => (ids.has(dialect) ? localizedPath(locale, `/docs/dialects/${dialect}`) : undefined);
}
