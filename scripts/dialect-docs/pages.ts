import { agentSkillsPage, agentSkillsUpstreamPage } from "./agent-skills";
import { exoPage } from "./exo";
import { metadataPage } from "./metadata";
import { renderCodes, renderFields, renderIndex, renderPage } from "./render";
import { uskPage } from "./usk";
import { vibelifePage } from "./vibelife";

/** One page for each profile, in the order of the index. */
export const DIALECT_PAGES = [
  exoPage,
  metadataPage,
  uskPage,
  vibelifePage,
  agentSkillsPage,
  agentSkillsUpstreamPage,
];

/** The files of docs/dialects: name and text, before they are formatted. */
export function renderAll(): Map<string, string> {
  return new Map([
    ["README.md", renderIndex(DIALECT_PAGES)],
    ["issue-codes.md", renderCodes()],
    ["fields.md", renderFields(DIALECT_PAGES)],
    ...DIALECT_PAGES.map((page) => [`${page.profile}.md`, renderPage(page)] as const),
  ]);
}
