import { api } from "./api/adapter";
import type { Adapter } from "../runner/conformance-case";
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
import { auditSignatureAdapter } from "./audit-signature";
import { auditStateAdapter } from "./audit-state";
import { claimState } from "./claim-state";
import { callInput } from "./call-input";
import { convertOutput } from "./convert-output";
import { examples } from "./examples";
import { exec } from "./exec";
import { execInput } from "./exec-input";
import { hintPolicyAdapter } from "./hint-policy";
import { identityState } from "./identity-state";
import { jsonUpload } from "./json-upload";
import { loading } from "./loading";
import { settlement } from "./settlement/adapter";
import { skillMd } from "./skill-md";
import { status } from "./status";
import { stitch } from "./stitch";

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
