import { type Adapter, compareFacts, expandText, assertKnown, readFiles } from "../runner/conformance-case";
import { activation } from "./activation";
import {
  allowedTools,
  authorAgent,
  badge,
  convert,
  detect,
  discovery,
  lamportsToSol,
  lifecycle,
  migrationReport,
  toPrompt,
  validatorOutput,
  versionChangeAdapter,
} from "./format-adapters";
import { archive } from "./archive";
import { convertOutput } from "./convert-output";
import { exec } from "./exec";
import { hintPolicyAdapter } from "./hint-policy";
import { identityState } from "./identity-state";
import { loading } from "./loading";
import { settlement } from "./settlement/adapter";
import { skillMd } from "./skill-md";
import { stitch } from "./stitch";
import { marketAdapter } from "../market/market-process";
import { acceptedAs } from "./accepted-as";
import { refusedAs, type LastRefusal } from "./refused-as";
import { isDomainError } from "@/lib/kernel/errors";
import { parseJsonBody } from "@/lib/web/http/read-body";
import { acceptInput } from "@/lib/running/calls/check-input";
import { nextClaimState, type ClaimEvent, type ClaimState } from "@/lib/registry/claim-state";
import { checkTransition } from "./state-transition";
import {
  cutExamples,
  type JsonSchema,
  checkSkill,
  decideStatus,
  type VettingFinding,
} from "@/lib/skill-format";
import { listUnreported } from "../runner/issue-expectation";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { readJsonUpload } from "@/lib/package";
import path from "node:path";
import { CaseProcess } from "../runner/case-process";

const market = new CaseProcess(path.join(import.meta.dirname, "api", "market-process.ts"));

/**
 * `api`: a sequence of requests against a whole market with a settable clock and an outbox. The market is a process of
 * its own: its settings and its time are not ours.
 */
const api: Adapter = {
  kind: "api",
  start: () => market.start(),
  check: async (testCase) => (await market.ask(testCase)) as string[],
  stop: () => market.stop(),
};

/** `status`: the decision on an upload. */
const status: Adapter = {
  kind: "status",
  check({ input, expect }) {
    const check = checkSkill({ files: readFiles(input["files"]) });
    const decision = decideStatus(check, (input["vetting_findings"] ?? []) as VettingFinding[]);
    const { status_in: allowed, ...exact } = expect;
    const actual = { status: decision.status, spec: decision.spec, auto_convert: decision.autoConvert };
    const failures = compareFacts(exact, actual).map((line) => `${line} (${decision.reasons.join("; ")})`);
    if (Array.isArray(allowed) && !allowed.includes(decision.status))
      failures.push(`status is ${decision.status}`);
    return failures;
  },
};

/** `json_upload`: the body of `POST /v1/skills/upload` (USK v1.0 AG1). */
const jsonUpload: Adapter = {
  kind: "json_upload",
  check({ input, expect }) {
    const result = readJsonUpload(expandText(input["body"]));
    const found = result.ok ? "accepted" : `${result.issue.code}: ${result.issue.message}`;
    assertKnown(expect, ["accepted", "error_code"]);
    const failures: string[] = [];
    if (typeof expect["accepted"] === "boolean" && expect["accepted"] !== result.ok) failures.push(found);
    const code = expect["error_code"];
    if (typeof code === "string" && (result.ok || result.issue.code !== code)) {
      failures.push(`expected ${code}, got ${found}`);
    }
    return failures;
  },
};

// Reads to the end of input: it answers at all only because the input is closed.
const ECHO = `
const text = require("node:fs").readFileSync(0, "utf8");
console.log(JSON.stringify({ stdin_json: JSON.parse(text), stdin_closed: true }));
`;

/** Gives an input to a real skill in a real sandbox and returns what the skill read. */
async function run(input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const runner = new BubblewrapRunner();
  try {
    const outcome = await runner.run({
      packageDigest: "",
      files: [{ path: "main.cjs", bytes: new TextEncoder().encode(ECHO) }],
      entryPoint: "main.cjs",
      runtime: "node",
      stdin: JSON.stringify(input["input"]),
      timeoutMs: 10_000,
    });
    if (outcome.exitCode !== 0) throw new Error(`the skill did not answer: ${JSON.stringify(outcome)}`);
    return JSON.parse(outcome.stdout) as Record<string, unknown>;
  } finally {
    await runner.close();
  }
}

/** `exec_input`: what a skill process is given. */
const execInput: Adapter = {
  kind: "exec_input",
  async check({ input, expect }) {
    return compareFacts(expect, await run(input));
  },
};

/** `examples`: which examples are exposed, and what is said about the others. */
const examples: Adapter = {
  kind: "examples",
  check({ input, expect }) {
    const list = expandText(input["examples"]);
    const { kept, issues } = cutExamples(
      list,
      (input["input_schema"] ?? undefined) as JsonSchema | undefined,
    );
    const { issues: reported, ...exact } = expect;
    return [...compareFacts(exact, { kept }), ...listUnreported(reported, issues, "examples")];
  },
};

const STATES: readonly ClaimState[] = ["none", "registered", "draft", "claimed", "expired"];
/** Fewer days than it waits for: nothing happens to it. */
type CaseEvent = ClaimEvent | "nothing";

const EVENTS: readonly (readonly [RegExp, CaseEvent])[] = [
  [/draft[ _]upload|upload[ _](?:as[ _])?(?:a[ _])?draft/, "draft_upload"],
  [/upload/, "account_upload"],
  [/claim/, "claim_completed"],
  [/^[12]?\d[ _]?days/, "nothing"],
  [/days|expir|deadline/, "claim_ran_out"],
];

function next(state: ClaimState, event: CaseEvent): { state: ClaimState; refused: boolean } {
  return event === "nothing" ? { state, refused: false } : nextClaimState(state, event);
}

/** `claim_state`: what becomes of `Skills.claim_status`. */
const claimState: Adapter = {
  kind: "claim_state",
  check: (testCase) => checkTransition(testCase, { states: STATES, events: EVENTS, next }),
};

/** As a call does it: JSON text, which stands under `raw_json`, is read like the body of a request. */
async function isAccepted(input: Record<string, unknown>): Promise<boolean> {
  try {
    const raw = input["input"] as { raw_json?: unknown } | null;
    const given =
      typeof raw?.raw_json === "string" ? parseJsonBody(Buffer.from(raw.raw_json)) : input["input"];
    await acceptInput(given, input["input_schema"]);
    return true;
  } catch (error) {
    if (isDomainError(error, "INPUT_INVALID") || isDomainError(error, "REQUEST_INVALID")) return false;
    throw error;
  }
}

/**
 * `call_input`: whether an input is accepted. A call is quoted, paid for and run with what `acceptInput` has returned
 * (lib/running/calls/check-input.ts), so what it throws for reaches none of them.
 */
const callInput: Adapter = {
  kind: "call_input",
  async check({ input, expect }) {
    const accepted = await isAccepted(input);
    return compareFacts(expect, { accepted, executed: accepted, charged: accepted });
  },
};

/** `audit_state`: events of a skill's life, and the audit state of a version after them. */
const auditStateAdapter = marketAdapter("audit_state", {
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

/** `audit_signature`: whether a signed statement is accepted after something was changed on its way. */
const auditSignatureAdapter = marketAdapter("audit_signature", {
  compare: (expected, { accepted, error_code = null }) => {
    const count = accepted === true ? 1 : 0;
    return compareFacts(expected, { accepted: acceptedAs(expected["accepted"], count), error_code });
  },
});

/** One adapter per kind; a kind without one is listed by the runner as not yet supported. */
export const ADAPTERS: readonly Adapter[] = [
  skillMd,
  detect,
  status,
  convert,
  convertOutput,
  examples,
  authorAgent,
  badge,
  versionChangeAdapter,
  lifecycle,
  allowedTools,
  lamportsToSol,
  hintPolicyAdapter,
  exec,
  execInput,
  callInput,
  stitch,
  validatorOutput,
  toPrompt,
  discovery,
  loading,
  activation,
  migrationReport,
  claimState,
  identityState,
  archive,
  jsonUpload,
  api,
  settlement,
  auditStateAdapter,
  auditSignatureAdapter,
];
