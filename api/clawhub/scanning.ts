import { z } from "@hono/zod-openapi";
import type { Hono } from "hono";
import { sendJson } from "@/api/frame/answer";
import { getActor } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { moderationOf, securityOf, toSecurityJson } from "@/api/clawhub/documents";
import { assertOwner, getAskedSkill, readClientJson } from "@/api/clawhub/requests";
import { lookupText } from "@/api/schemas/parameters";
import { hasUpheldChallenge } from "@/lib/audits/challenges";
import { findYankReason } from "@/lib/catalogue/assert-not-yanked";
import { getPackageOfVersion } from "@/lib/catalogue/discovery/get-package-of-version";
import { isDomainError } from "@/lib/kernel/errors";
import { writeArchive } from "@/lib/package";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { FindingView, SkillDetail } from "@/lib/registry/views";
import { getVettingOfVersion, type VettingJobView } from "@/lib/publishing/vetting/get-vetting-job";

const request = z.looseObject({
  source: z.looseObject({
    kind: z.literal("published"),
    slug: lookupText(100).min(1),
    ownerHandle: lookupText(100).optional(),
    version: lookupText(64).optional(),
  }),
  update: z.boolean().optional(),
});

/**
 * `clawhub scan`: every version is vetted before it is published, so a scan is the report of that vetting. Whoever
 * publishes can ask for a version that still waits, by the id the publication gave.
 */
export function addScanning(clawhub: Hono<ApiEnv>): void {
  clawhub.post("/skills/-/scan", async (c) => {
    await getActor(c);
    const { source, update = false } = await readClientJson(c, request);
    const detail = await getSkill(source.slug, source.version ? { version: source.version } : {});
    assertOwner(detail, source.ownerHandle);
    const { versionId } = detail;
    return sendJson(c, {
      ok: true,
      scanId: versionId,
      jobId: versionId,
      status: "succeeded",
      sourceKind: "published",
      update,
      alreadyQueued: true,
    });
  });
  clawhub.get("/skills/-/scan/download/:slug", async (c) => {
    await getActor(c);
    return sendReport(c, await getAskedSkill(c));
  });
  clawhub.get("/skills/:slug/scan", sendScan);
  clawhub.get("/skills/-/scan/:id", async (c) => sendJson(c, await getStatus(c)));
  clawhub.get("/skills/-/scan/:id/download", async (c) => {
    await getActor(c);
    return sendReport(c, await getPackageOfVersion(c.req.param("id")));
  });
}

/** What the market's scanner said of a version, and what it found; open to everybody, as its page is. */
async function sendScan(c: ApiContext): Promise<Response> {
  const detail = await getAskedSkill(c);
  const { slug, version, latestVersion, findings, vetting, vettingStatus } = detail;
  const upheldChallenge = await hasUpheldChallenge(detail.versionId);
  const security = securityOf(detail, { upheldChallenge, yankReason: await findYankReason(detail) });
  const scanner = { ...vetting, scannedAt: vetting.finishedAt };
  return sendJson(c, {
    slug,
    version,
    reasons: security.reasons,
    security: {
      ...toSecurityJson(security, scanner, detail),
      hasScanResult: security.scan !== "pending",
    },
    moderation: {
      ...moderationOf(detail, security),
      sourceVersion: version,
      matchesRequestedVersion: true,
      latestVersion,
    },
    report: reportOf({ findings, ...vetting, verdict: vettingStatus }),
  });
}

async function getStatus(c: ApiContext) {
  const { accountId } = await getActor(c);
  const id = c.req.param("id") ?? "";
  try {
    return ofJob(await getVettingOfVersion(id, accountId));
  } catch (error) {
    if (!isDomainError(error, "VETTING_JOB_NOT_FOUND")) throw error;
    return ofVersion(await getPackageOfVersion(id));
  }
}

/** The report of one's own version, published or not. */
function ofJob(job: VettingJobView) {
  const running = { queued: "queued", running: "running", done: "succeeded", failed: "failed" } as const;
  return {
    ...frame({ id: job.versionId, slug: job.slug, version: job.version, at: job.startedAt }),
    status: running[job.jobStatus],
    ...(job.finishedAt === null ? {} : { completedAt: new Date(job.finishedAt).getTime() }),
    ...(job.isDone ? { report: reportOf({ ...job, verdict: job.vettingStatus }) } : {}),
    ...(job.jobStatus === "failed" ? { lastError: job.summary ?? "The vetting failed." } : {}),
  };
}

function ofVersion({ versionId, slug, version, publishedAt, findings, vetting, vettingStatus }: SkillDetail) {
  return {
    ...frame({ id: versionId, slug, version, at: publishedAt }),
    status: "succeeded" as const,
    completedAt: new Date(vetting.finishedAt ?? publishedAt).getTime(),
    report: reportOf({ findings, ...vetting, verdict: vettingStatus }),
  };
}

function frame({ id, slug, version, at }: { id: string; slug: string; version: string; at: string }) {
  const moment = new Date(at).getTime();
  return {
    ok: true,
    scanId: id,
    jobId: id,
    sourceKind: "published",
    update: false,
    writtenBack: true,
    artifact: { slug, displayName: slug, version },
    createdAt: moment,
    updatedAt: moment,
  };
}

interface Vetting {
  findings: readonly FindingView[];
  verdict: string;
  summary: string | null;
  engineVersion: string | null;
  reportDigest: string | null;
}

/** Our one engine stands in the two sections it fits; what we do not run is left out. */
function reportOf({ findings, verdict, summary, engineVersion, reportDigest }: Vetting) {
  return {
    clawscan: { verdict, summary, confidence: engineVersion },
    staticAnalysis: {
      status: verdict,
      reasonCodes: [...new Set(findings.map(({ code }) => code))],
      summary: reportDigest === null ? null : `report ${reportDigest}`,
      findings: findings.map(({ code, severity, file, message, remedy }) => ({
        code,
        severity,
        file,
        message,
        remediation: remedy,
      })),
    },
  };
}

function sendReport(c: ApiContext, detail: SkillDetail): Response {
  const text = `${JSON.stringify(ofVersion(detail), null, 2)}\n`;
  const bytes = writeArchive([{ path: "report.json", bytes: Buffer.from(text) }]);
  return c.body(Uint8Array.from(bytes), 200, {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${detail.slug}-scan.zip"`,
  });
}
