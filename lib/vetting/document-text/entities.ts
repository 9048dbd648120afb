const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["vert", "|"],
  ["sol", "/"],
  ["nbsp", " "],
]);

/** `&#124;` as the character it stands for. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w{2,6}));/gi,
    (whole, decimal, hex, name: string) => {
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
      return Number.isInteger(code) && code <= 0x10ffff
        ? String.fromCodePoint(code)
        : (ENTITIES.get(name) ?? whole);
    },
  );
}
