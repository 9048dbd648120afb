import { createHash } from "node:crypto";
import { DomainError } from "@/lib/kernel/errors";
import { keyOfSearch, type PlannedCriteria } from "@/lib/catalogue/search/plan-criteria";

const FORM = /^(\d{1,6})\.([\w-]{11})$/;

/** A place in the results of one search, opaque to callers. */
export function writeCursor(criteria: PlannedCriteria, offset: number): string {
  return Buffer.from(`${offset}.${fingerprint(criteria)}`).toString("base64url");
}

/** @throws DomainError REQUEST_INVALID for a cursor that is none, or that belongs to another search. */
export function readCursor(criteria: PlannedCriteria, cursor: string): number {
  const [, offset, of] = FORM.exec(Buffer.from(cursor.slice(0, 60), "base64url").toString("latin1")) ?? [];
  if (of !== fingerprint(criteria)) {
    throw new DomainError(
      "REQUEST_INVALID",
      "The cursor does not belong to this search: ask for the first page again.",
      {
        details: { parameter: "cursor" },
      },
    );
  }
  return Number(offset);
}

function fingerprint(criteria: PlannedCriteria): string {
  return createHash("sha256").update(keyOfSearch(criteria)).digest("base64url").slice(0, 11);
}
