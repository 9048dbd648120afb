import type { Rule } from "../rule";
import { compiledPayload } from "./compiled-payload";
import { credentialExfiltration } from "./credential-exfiltration";
import { cryptoMining } from "./crypto-mining";
import { destructiveCommands } from "./destructive-commands";
import { downloadAndExecute } from "./download-and-execute";
import { downloadedCode } from "./downloaded-code";
import { embeddedSecrets } from "./embedded-secrets";
import { fakePrerequisites } from "./fake-prerequisites";
import { hiddenCharacters } from "./hidden-characters";
import { homoglyphs } from "./homoglyphs";
import { obfuscatedCommands } from "./obfuscated-commands";
import { obfuscatedExecution } from "./obfuscated-execution";
import { persistence } from "./persistence";
import { promptInjection } from "./prompt-injection";
import { reverseShell } from "./reverse-shell";
import { sensitiveFileAccess } from "./sensitive-file-access";
import { shellExfiltration } from "./shell-exfiltration";
import { suspiciousHosts } from "./suspicious-hosts";
import { toolConfigOverride } from "./tool-config-override";
import { undeclaredPermissions } from "./undeclared-permissions";
import { unreadableCode } from "./unreadable-code";
import { untrustedDependencies } from "./untrusted-dependencies";
import { windowsPayload } from "./windows-payload";

/**
 * Every rule that vetting applies. A changed rule changes reports: raise `ENGINE_VERSION` with it, so that old
 * reports stay reproducible under their own number.
 */
export const RULES: readonly Rule[] = [
  promptInjection,
  hiddenCharacters,
  homoglyphs,
  fakePrerequisites,
  downloadAndExecute,
  downloadedCode,
  windowsPayload,
  credentialExfiltration,
  shellExfiltration,
  sensitiveFileAccess,
  obfuscatedExecution,
  obfuscatedCommands,
  undeclaredPermissions,
  destructiveCommands,
  cryptoMining,
  embeddedSecrets,
  compiledPayload,
  persistence,
  reverseShell,
  suspiciousHosts,
  untrustedDependencies,
  toolConfigOverride,
  unreadableCode,
];
