import { marketAdapter } from "../market/market-process";
import { findDifference } from "../runner/compare";

/** `audit_state`: events of a skill's life, and the audit state of a version after them. */
export const auditStateAdapter = marketAdapter("audit_state", {
  question: ({ input, expect }) => ({ ...input, version: expect["version"] }),
  compare: ({ state_not: forbidden, ...expected }, result) =>
    forbidden !== undefined && result["state"] === forbidden
      ? `state is ${JSON.stringify(forbidden)}`
      : findDifference(expected, result, { subset: true }),
});
