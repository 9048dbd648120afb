import { currentActor } from "@/lib/web/auth/current-actor";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { readUpload } from "@/lib/publishing/vetting/get-vetting-job";

export const dynamic = "force-dynamic";

interface UploadParams {
  params: Promise<{ versionId: string }>;
}

/** The package of an upload, published or not, for whoever may read the page of its vetting. */
export async function GET(_request: Request, { params }: UploadParams): Promise<Response> {
  try {
    const actor = await currentActor();
    if (!actor) throw new DomainError("AUTH_REQUIRED", "Sign in to download what was uploaded.");
    const { bytes, fileName } = await readUpload((await params).versionId, actor);
    return new Response(Uint8Array.from(bytes), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}
