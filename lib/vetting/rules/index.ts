import type { Rule } from "../rule";
import { compiledPayload } from "./execution/compiled-payload";
import { credentialExfiltration } from "./exfiltration/credential-exfiltration";
import { cryptoMining } from "./machine/crypto-mining";
import { destructiveCommands } from "./machine/destructive-commands";
import { divertedRepositories } from "./machine/diverted-repositories";
import { documentContents } from "./instructions/document-contents";
import { downloadAndExecute } from "./execution/download-and-execute";
import { downloadedCode } from "./execution/downloaded-code";
import { embeddedSecrets } from "./exfiltration/embedded-secrets";
import { fakePrerequisites } from "./instructions/fake-prerequisites";
import { hiddenCharacters } from "./instructions/hidden-characters";
import { homoglyphs } from "./instructions/homoglyphs";
import { loadTimeCommands } from "./execution/load-time-commands";
import { machineTakeover } from "./machine/machine-takeover";
import { obfuscatedCommands } from "./execution/obfuscated-commands";
import { obfuscatedExecution } from "./execution/obfuscated-execution";
import { otherLanguages } from "./execution/other-languages";
import { persistence } from "./machine/persistence";
import { promptInjection } from "./instructions/prompt-injection";
import { reverseShell } from "./execution/reverse-shell";
import { sendingHooks } from "./exfiltration/sending-hooks";
import { sensitiveFileAccess } from "./exfiltration/sensitive-file-access";
import { shellExfiltration } from "./exfiltration/shell-exfiltration";
import { suspiciousHosts } from "./exfiltration/suspicious-hosts";
import { DEED_RULES } from "./told-and-done";
import { trustedCertificates } from "./machine/trusted-certificates";
import { undeclaredPermissions } from "./undeclared-permissions";
import { unsaidAccess } from "./unsaid-access";
import { unreadableCode } from "./execution/unreadable-code";
import { unsafeData } from "./execution/unsafe-data";
import { untrustedDependencies } from "./untrusted-dependencies";
import { untrustedInstalls } from "./untrusted-installs";
import { walletDrains } from "./instructions/wallet-drains";
import { windowsPayload } from "./execution/windows-payload";

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
  unsaidAccess,
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
  sendingHooks,
  unreadableCode,
  ...DEED_RULES,
];
