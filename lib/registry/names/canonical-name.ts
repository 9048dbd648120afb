/** Two names that differ only by hyphens are one name. */
export function canonicalName(slug: string): string {
  return slug.replaceAll("-", "");
}
