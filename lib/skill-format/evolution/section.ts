import type { Evolution } from "./evolution";
import { foldEntry } from "./fold-entry";

/** Heading of the section that stitching writes (Skill Metadata section 5). */
export const SECTION_TITLE = "User-Learned Best Practices & Constraints";

const NOTICE = "> Auto-Generated Section: 由 skill-evolution 维护，请勿手动编辑";

/** Headings of the parts, in the order of section 5. */
export const LIST_TITLES = {
  preferences: "User Preferences",
  fixes: "Known Fixes & Workarounds",
  contexts: "Context-Specific Notes",
} as const;

export const PROMPTS_TITLE = "Custom Instruction Injection";

/**
 * The lines of the section, without line ends. Empty parts are left out; with nothing to say there is no section
 * at all (Skill Metadata §5).
 */
export function writeSection(evolution: Evolution): string[] {
  const parts = (["preferences", "fixes", "contexts"] as const).map((list) =>
    part(
      LIST_TITLES[list],
      foldAll(evolution[list]).map((entry) => `- ${entry}`),
    ),
  );
  parts.push(part(PROMPTS_TITLE, foldAll([evolution.customPrompts ?? ""])));
  const lines = parts.flat();
  return lines.length === 0 ? [] : [`## ${SECTION_TITLE}`, "", NOTICE, ...lines];
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `### ${title}`, ...lines];
}

/** What is the same on one line is written once, where it stands first. */
function foldAll(entries: readonly string[]): string[] {
  return [...new Set(entries.map(foldEntry))].filter((entry) => entry !== "");
}
