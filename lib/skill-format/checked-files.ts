import { HANDLERS_FILE, ROUTING_FILE, TOOLS_FILE } from "./dialects/vibelife-rules";
import { EVOLUTION_FILE } from "./evolution/evolution";
import { overlayPaths } from "./overlays";
import { CHECK_PROFILES } from "./profiles";

const CHECKED: ReadonlySet<string> = new Set([
  "SKILL.md",
  "skill.md",
  EVOLUTION_FILE,
  TOOLS_FILE,
  HANDLERS_FILE,
  ROUTING_FILE,
  ...CHECK_PROFILES.flatMap(overlayPaths),
]);

/** True for the files whose content a check reads. Of every other file only its being there counts. */
export function isCheckedFile(path: string): boolean {
  return CHECKED.has(path);
}
