import { DomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";

/** What everybody is told who asks for files of a skill that is called here: the address of the call is in it. */
function filesNotGiven(slug: string): DomainError {
  const call = `${env().APP_URL}/v1/skills/${encodeURIComponent(slug)}/call`;
  return new DomainError(
    "FILES_NOT_GIVEN",
    `"${slug}" is called here, not installed: its files are read only by its owner and by whom they let. Call it: POST ${call}`,
    { details: { call } },
  );
}

/** Throws FILES_NOT_GIVEN for a skill whose files whoever asks is not given. */
export function assertFilesGiven({ slug, filesGiven }: { slug: string; filesGiven: boolean }): void {
  if (!filesGiven) throw filesNotGiven(slug);
}
