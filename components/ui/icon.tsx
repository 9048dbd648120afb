/// <reference types="next/image-types/global" />
import sprite from "@/components/ui/icons.svg";

// Next types every SVG import as `any`.
const SPRITE = (sprite as { src: string }).src;

export const ICON_NAMES = [
  "account",
  "agent",
  "alert",
  "arrow",
  "bad",
  "binary",
  "check",
  "chevron",
  "close",
  "code",
  "commit",
  "copy",
  "dot",
  "down",
  "download",
  "draft",
  "file",
  "filters",
  "flag",
  "folder",
  "globe",
  "good",
  "hourglass",
  "info",
  "key",
  "languages",
  "lock",
  "menu",
  "message",
  "overview",
  "package",
  "plug",
  "proven",
  "receipt",
  "search",
  "settings",
  "star",
  "terminal",
  "theme",
  "up",
  "upload",
  "use",
  "wallet",
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** A decorative icon from the shared sprite; the words beside it carry the meaning. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} width={size} height={size} aria-hidden="true">
      <use href={`${SPRITE}#${name}`} />
    </svg>
  );
}
