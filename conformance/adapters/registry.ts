import type { Adapter } from "../runner/conformance-case";
import { activation } from "./activation";
import { allowedTools } from "./allowed-tools";
import { auditSignatureAdapter } from "./audit-signature";
import { auditStateAdapter } from "./audit-state";
import { authorAgent } from "./author-agent";
import { badge } from "./badge";
import { convert } from "./convert";
import { callInput } from "./call-input";
import { detect } from "./detect";
import { discovery } from "./discovery";
import { examples } from "./examples";
import { exec } from "./exec";
import { execInput } from "./exec-input";
import { hintPolicyAdapter } from "./hint-policy";
import { lamportsToSol } from "./lamports-to-sol";
import { lifecycle } from "./lifecycle";
import { loading } from "./loading";
import { migrationReport } from "./migration-report";
import { skillMd } from "./skill-md";
import { status } from "./status";
import { stitch } from "./stitch";
import { toPrompt } from "./to-prompt";
import { validatorOutput } from "./validator-output";
import { versionChangeAdapter } from "./version-change";

/** One adapter per kind; a kind without one is listed by the runner as not yet supported. */
export const ADAPTERS: readonly Adapter[] = [
  skillMd,
  detect,
  status,
  convert,
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
  auditStateAdapter,
  auditSignatureAdapter,
];
