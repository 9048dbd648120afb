import { statedPermissions, type SkillManifest } from "@/lib/skill-format";
import type { SkillFacts } from "@/lib/vetting/skill-facts";

/**
 * What vetting compares the code with. The market and the command read it here, from the package alone: from equal
 * bytes come equal facts, and so an equal report digest.
 */
export function readVettingFacts(manifest: SkillManifest): SkillFacts {
  const { slug, description } = manifest;
  const { origins, network, filesystem, subprocess, envVars } = statedPermissions(manifest);
  const isSilent = Object.values(origins).every((origin) => origin === "not_declared");
  return {
    name: slug,
    description,
    permissions: isSilent ? null : { network, filesystem, subprocess, envVars },
  };
}
