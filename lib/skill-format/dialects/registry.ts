import type { CheckProfile } from "../profiles";
import { agentSkills } from "./agent-skills/agent-skills";
import { agentSkillsUpstream } from "./agent-skills/agent-skills-upstream";
import type { DialectDefinition } from "./dialect";
import { exo } from "./exo/exo";
import { metadata } from "./metadata";
import { usk } from "./usk/usk";
import { vibelife } from "./vibelife/vibelife";

/** Every dialect and profile a skill can be checked against. */
export const DEFINITIONS: Readonly<Record<CheckProfile, DialectDefinition>> = {
  exo,
  metadata,
  usk,
  vibelife,
  "agent-skills": agentSkills,
  "agent-skills-upstream": agentSkillsUpstream,
};

/** The name of a dialect's document, for people. */
export function dialectTitle(profile: CheckProfile): string {
  return DEFINITIONS[profile].title;
}
