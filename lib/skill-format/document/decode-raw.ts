import { decodeSource, LONE_SURROGATE } from "./decode-source";

/** The text byte for byte, a byte order mark and line ends included; undefined when it is no UTF-8. */
export function decodeRaw(source: string | Uint8Array | undefined): string | undefined {
  if (source === undefined || decodeSource(source, "SKILL.md").text === undefined) return undefined;
  const raw =
    typeof source === "string" ? source : new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
  return LONE_SURROGATE.test(raw) ? undefined : raw;
}
