import type { CSSProperties } from "react";

/** A letter on a hue that follows from the name, so that one name always looks the same. */
export function Avatar({ name, className = "" }: { name: string; className?: string }) {
  const letter = String.fromCodePoint(name.codePointAt(0) ?? 0x3f).toLocaleUpperCase("en");
  return (
    <span
      className={`avatar ${className}`}
      style={{ "--hue": hueOf(name) } as CSSProperties}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}

function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}
