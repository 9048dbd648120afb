import type { Rule } from "../rule";
import { compiledPayload } from "./compiled-payload";
import { credentialExfiltration } from "./credential-exfiltration";
import { cryptoMining } from "./crypto-mining";
import { destructiveCommands } from "./destructive-commands";
import { divertedRepositories } from "./diverted-repositories";
import { documentContents } from "./document-contents";
import { downloadAndExecute } from "./download-and-execute";
import { downloadedCode } from "./downloaded-code";
import { embeddedSecrets } from "./embedded-secrets";
import { fakePrerequisites } from "./fake-prerequisites";
import { hiddenCharacters } from "./hidden-characters";
import { homoglyphs } from "./homoglyphs";
import { loadTimeCommands } from "./load-time-commands";
import { machineTakeover } from "./machine-takeover";
import { obfuscatedCommands } from "./obfuscated-commands";
import { obfuscatedExecution } from "./obfuscated-execution";
import { otherLanguages } from "./other-languages";
import { persistence } from "./persistence";
import { promptInjection } from "./prompt-injection";
import { reverseShell } from "./reverse-shell";
import { sensitiveFileAccess } from "./sensitive-file-access";
import { shellExfiltration } from "./shell-exfiltration";
import { suspiciousHosts } from "./suspicious-hosts";
import { toolConfigOverride } from "./tool-config-override";
import { trustedCertificates } from "./trusted-certificates";
import { undeclaredPermissions } from "./undeclared-permissions";
import { unreadableCode } from "./unreadable-code";
import { unsafeData } from "./unsafe-data";
import { untrustedDependencies } from "./untrusted-dependencies";
import { untrustedInstalls } from "./untrusted-installs";
import { walletDrains } from "./wallet-drains";
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
  otherLanguages,
  credentialExfiltration,
  shellExfiltration,
  sensitiveFileAccess,
  loadTimeCommands,
  obfuscatedExecution,
  obfuscatedCommands,
  unsafeData,
  undeclaredPermissions,
  destructiveCommands,
  machineTakeover,
  trustedCertificates,
  divertedRepositories,
  cryptoMining,
  walletDrains,
  embeddedSecrets,
  compiledPayload,
  documentContents,
  persistence,
  reverseShell,
  suspiciousHosts,
  untrustedDependencies,
  untrustedInstalls,
  toolConfigOverride,
  unreadableCode,
];
