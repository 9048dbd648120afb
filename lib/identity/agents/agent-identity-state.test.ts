import { expect, test } from "vitest";
import {
  nextIdentityState,
  type AgentIdentityEvent,
  type AgentIdentityState,
} from "@/lib/identity/agents/agent-identity-state";

const EVENTS: readonly AgentIdentityEvent[] = ["upload", "upload_with_email", "link_confirmed"];

// One row for each state: what each event leads to; null where it is refused.
test.each<[AgentIdentityState, (AgentIdentityState | null)[]]>([
  ["no_identity", ["created", "pending_verify", null]],
  ["created", ["created", "pending_verify", null]],
  ["pending_verify", ["pending_verify", "pending_verify", "claimed"]],
  ["claimed", ["claimed", "claimed", null]],
])("from %s", (state, expected) => {
  const found = EVENTS.map((event) => nextIdentityState(state, event));
  expect(found).toEqual(expected.map((next) => ({ state: next ?? state, refused: next === null })));
});
