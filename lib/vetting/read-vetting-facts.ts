import { findSkillFile, type SkillPackage } from "@/lib/package";
import { readSkillDocument, toPlain, type SkillManifest } from "@/lib/skill-format";
import type { SkillFacts } from "@/lib/vetting/skill-facts";

/**
 * What vetting compares the code with. The market and the command read it here, from the package alone: from equal
 * bytes come equal facts, and so an equal report digest.
 */
export function readVettingFacts(manifest: SkillManifest, skillPackage: SkillPackage): SkillFacts {
  const { slug, description, permissions } = manifest;
  return {
    name: slug,
    description,
    permissions: declaresPermissions(manifest, skillPackage) ? permissions : null,
  };
}

/** A file that says nothing of permissions cannot be contradicted by its code. */
function declaresPermissions({ permissions }: SkillManifest, { files }: SkillPackage): boolean {
  const { network, filesystem, subprocess, envVars } = permissions;
  if (network || filesystem || subprocess || envVars.length > 0) return true;
  const skillMd = findSkillFile(files);
  const { frontMatter } = readSkillDocument(skillMd?.bytes ?? "");
  return frontMatter !== null && Object.hasOwn(toPlain(frontMatter) as object, "permissions");
}
