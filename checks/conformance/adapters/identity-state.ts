import {
  nextIdentityState,
  type AgentIdentityEvent,
  type AgentIdentityState,
} from "@/lib/identity/agents/agent-identity-state";
import type { Adapter } from "../runner/conformance-case";
import { checkTransition } from "./state-transition";

const STATES: readonly AgentIdentityState[] = ["no_identity", "created", "pending_verify", "claimed"];
const EVENTS: readonly (readonly [RegExp, AgentIdentityEvent])[] = [
  [/e-?mail(?!.*(?:link|verif|confirm))/, "upload_with_email"],
  [/upload/, "upload"],
  [/link|verif|claim/, "link_confirmed"],
];

/** `identity_state`: how far an agent's name has come. */
export const identityState: Adapter = {
  kind: "identity_state",
  check: (testCase) => checkTransition(testCase, { states: STATES, events: EVENTS, next: nextIdentityState }),
};
