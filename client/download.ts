import { createHash } from "node:crypto";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "../lib/package";
import { AnswerInvalid, oneOf, versionNumber } from "../lib/kernel/json/read-answer";
import { MarketError } from "./market-error";
import { part, type MarketConnection } from "./request";
import type { DownloadedSkill, Publisher } from "./types";

const PUBLISHER_WORD = /^[\w-]{1,64}$/;
const trustWord = oneOf("sandbox", "community", "verified");

/**
 * A version's package as it was published: the archive is read as strictly as a market reads uploads, and
 * both its own digest and the package's must be the ones that were named. Throws MarketError with
 * DIGEST_MISMATCH or ARCHIVE_INVALID.
 */
export async function downloadSkill(
  connection: MarketConnection,
  skill: string,
  { version, digest }: { version?: string; digest?: string } = {},
): Promise<DownloadedSkill> {
  const { bytes, headers } = await connection.send({
    path: `/v1/agent/skills/${part(skill)}/download`,
    query: { version, digest },
    maxBytes: SKILL_ARCHIVE_LIMITS.maxArchiveBytes,
  });
  const expected = `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
  if (headers.get("repr-digest") !== expected)
    throw new MarketError("DIGEST_MISMATCH", `${skill}: the bytes were changed on their way.`);
  const read = readArchive(bytes, SKILL_ARCHIVE_LIMITS);
  if (!read.ok) throw new MarketError("ARCHIVE_INVALID", `${skill}: ${read.issue.message}`);
  const wanted = digest ?? headers.get("x-skill-package-digest");
  if (read.package.digest !== wanted) {
    throw new MarketError(
      "DIGEST_MISMATCH",
      `${skill}: the package is ${read.package.digest}, not ${wanted}.`,
    );
  }
  return {
    name: skill,
    ...readVersion(headers),
    publisher: readPublisher(headers),
    withdrawn: readWithdrawn(headers),
    package: read.package,
  };
}

function readVersion(headers: Headers): { version: string; trustLevel: string } {
  try {
    const version = versionNumber(headers.get("x-skill-version"), "x-skill-version");
    const trustLevel = trustWord(headers.get("x-skill-trust") ?? "sandbox", "x-skill-trust");
    return { version, trustLevel };
  } catch (error) {
    if (!(error instanceof AnswerInvalid)) throw error;
    throw new MarketError("ANSWER_INVALID", `The market's answer is not understood: ${error.message}.`);
  }
}

/** Why its publisher withdrew it. */
function readWithdrawn(headers: Headers): string | null {
  const reason = headers.get("x-skill-withdrawn");
  try {
    return reason === null ? null : decodeURIComponent(reason);
  } catch {
    return reason; // of a market that writes it otherwise
  }
}

/** Both or none: one alone says nothing that could be compared later. */
function readPublisher(headers: Headers): Publisher | null {
  const [id, name] = [headers.get("x-skill-publisher-id"), headers.get("x-skill-publisher")];
  return id && name && PUBLISHER_WORD.test(id) && PUBLISHER_WORD.test(name) ? { id, name } : null;
}
