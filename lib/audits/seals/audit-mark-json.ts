import type { AuditMark } from "@/lib/registry/views";

/** An audit mark as every document of the agent API names its members. */
export function toAuditMarkJson(mark: AuditMark | null) {
  return (
    mark && {
      scope: mark.scope,
      base_version: mark.baseVersion,
      carried_from: mark.carriedFrom,
      sealed_at: mark.sealedAt,
      verifier_name: mark.verifierName,
      verifier_address: mark.verifierAddress,
    }
  );
}
