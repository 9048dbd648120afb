const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/**
 * Controls other than tab and line ends, halves of pairs and the two non-characters: XML 1.0 (2.2) cannot hold them.
 */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** Text for an element or an attribute of an XML document; characters XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
