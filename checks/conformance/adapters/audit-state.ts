import { marketAdapter } from "../market/market-process";
import { compareFacts } from "../runner/conformance-case";
import { refusedAs, type LastRefusal } from "./refused-as";

/** `audit_state`: events of a skill's life, and the audit state of a version after them. */
export const auditStateAdapter = marketAdapter("audit_state", {
  question: ({ input, expect }) => ({ ...input, version: expect["version"] }),
  compare: ({ state_not: forbidden, ...expected }, { last_refusal: refusal, ...result }) => {
    const last_refused = refusedAs(expected["last_refused"], refusal as LastRefusal);
    const isForbidden =
      forbidden !== undefined && [forbidden].flat().some((state) => state === result["state"]);
    return [
      ...(isForbidden ? [`state is ${JSON.stringify(result["state"])}`] : []),
      ...compareFacts(expected, { ...result, last_refused }, STATE_MEMBERS),
    ];
  },
});

const STATE_MEMBERS = ["version", "state", "audit_required", "inherited_from", "signed", "last_refused"];
