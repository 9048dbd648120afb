import type { CoreTool } from "@/api/mcp/core-tool";
import { activateSkills } from "@/api/mcp/tools/activate-skills";
import { ask } from "@/api/mcp/tools/ask";
import { read } from "@/api/mcp/tools/read";
import { remind } from "@/api/mcp/tools/remind";
import { save } from "@/api/mcp/tools/save";
import { search } from "@/api/mcp/tools/search";
import { show } from "@/api/mcp/tools/show";

/** The core layer of VibeLife V9: always there, in the order in which the document names it. */
export const CORE_TOOLS: readonly CoreTool[] = [activateSkills, ask, save, read, search, show, remind];
