import type { Operation } from "@/api/context";
import { healthOperation, readinessOperation } from "@/api/health/route";
import { checkClaimLinkOperation } from "@/api/drafts/[page]/route";
import { claimDraftOperation } from "@/api/drafts/claim/route";
import { completeAccountOperation } from "@/api/drafts/claim-agent-complete/route";
import { claimAgentOperation } from "@/api/drafts/claim-agent/route";
import { verifyClaimOperation } from "@/api/drafts/verify/route";
import { takeTestMoneyOperation } from "@/api/v1/faucet/route";
import { checkOwnerLinkOperation, verifyOwnerOperation } from "@/api/owners/verify/route";
import { getMetricsOperation } from "@/api/metrics/route";
import { getAgentIdentityStatsOperation } from "@/api/v1/agent-authors/[name]/identity-stats/route";
import { getAgentAuthorStatsOperation } from "@/api/v1/agent-authors/[name]/stats/route";
import { listCategoriesOperation } from "@/api/v1/agent/categories/route";
import { suggestSkillsOperation } from "@/api/v1/agent/suggestions/route";
import { getInfoOperation } from "@/api/v1/agent/info/route";
import { listPlatformsOperation } from "@/api/v1/agent/platforms/route";
import { listAvailableSkillsOperation } from "@/api/v1/agent/available-skills/route";
import { searchOperation } from "@/api/v1/agent/search/route";
import { downloadForAgentOperation } from "@/api/v1/agent/skills/[id]/download/route";
import { getCallSchemaOperation } from "@/api/v1/agent/skills/[id]/schema/route";
import { listAuditQueueOperation } from "@/api/v1/audit-queue/route";
import { markReviewItemOperation } from "@/api/v1/audit-queue/[version]/checklist/route";
import { markReviewFilesOperation } from "@/api/v1/audit-queue/[version]/files/route";
import { decideFindingOperation } from "@/api/v1/audit-queue/[version]/findings/route";
import {
  releaseReviewOperation,
  reserveReviewOperation,
} from "@/api/v1/audit-queue/[version]/reservation/route";
import { getReviewOfVersionOperation } from "@/api/v1/audit-queue/[version]/route";
import { signAuditOperation } from "@/api/v1/audit-queue/[version]/signature/route";
import { prepareAuditOperation } from "@/api/v1/audit-queue/[version]/statement/route";
import { revokeAuditOperation } from "@/api/v1/audits/[id]/revocation/route";
import { getAuditOperation } from "@/api/v1/audits/[id]/route";
import { listCategoryNamesOperation } from "@/api/v1/categories/route";
import { listMostWantedOperation } from "@/api/v1/demand/most-wanted/route";
import { getDraftStatusOperation } from "@/api/v1/drafts/status/route";
import { uploadDraftOperation } from "@/api/v1/drafts/upload/route";
import { getOwnAccountOperation } from "@/api/v1/account/route";
import { getEarningsOperation } from "@/api/v1/account/earnings/route";
import { listNoticesOperation } from "@/api/v1/account/notices/route";
import { exportPaymentsOperation } from "@/api/v1/account/payments.csv/route";
import { listPaymentsOperation } from "@/api/v1/account/payments/route";
import { listPurchasesOperation } from "@/api/v1/account/purchases/route";
import { listOwnSkillsOperation } from "@/api/v1/account/skills/route";
import { appealOperation, listAppealsOperation } from "@/api/v1/skills/[id]/appeals/route";
import { checkDomainOperation } from "@/api/v1/account/domains/[domain]/check/route";
import { removeDomainOperation } from "@/api/v1/account/domains/[domain]/route";
import { addDomainOperation, listDomainsOperation } from "@/api/v1/account/domains/route";
import { revokeApiKeyOperation } from "@/api/v1/keys/api/[id]/route";
import { createApiKeyOperation, listApiKeysOperation } from "@/api/v1/keys/api/route";
import { listPlatformKeysOperation } from "@/api/v1/keys/route";
import { listPlatformNamesOperation } from "@/api/v1/platforms/route";
import { registerOwnerOperation } from "@/api/v1/owners/register/route";
import { askWalletOperation } from "@/api/v1/owners/wallet-question/route";
import { makeKeyWithWalletOperation } from "@/api/v1/owners/wallet-key/route";
import { makePaidCallOperation } from "@/api/v1/quotes/[id]/calls/[number]/route";
import { getLogCheckpointOperation } from "@/api/v1/log/checkpoint/route";
import { listLogEntriesOperation } from "@/api/v1/log/entries/route";
import { proveLogConsistencyOperation } from "@/api/v1/log/proof/consistency/route";
import { proveLogEntryOperation } from "@/api/v1/log/proof/inclusion/route";
import { createPackageLinkOperation } from "@/api/v1/quotes/[id]/package-link/route";
import {
  getDistantLogTileOperation,
  getLogTileOperation,
  getPartialLogTileOperation,
} from "@/api/v1/log/tile/[...path]/route";
import { payQuoteOperation } from "@/api/v1/quotes/[id]/payment/route";
import { getQuoteOperation } from "@/api/v1/quotes/[id]/route";
import { runPaidCallOperation } from "@/api/v1/quotes/[id]/run/route";
import { createQuoteOperation } from "@/api/v1/quotes/route";
import { getReceiptOperation } from "@/api/v1/receipts/[id]/route";
import { getRunnerOperation } from "@/api/v1/runner/route";
import { getRunOperation } from "@/api/v1/runs/[id]/route";
import { callSkillOperation } from "@/api/v1/skills/[id]/call/route";
import { getBondOperation } from "@/api/v1/bonds/[vault]/route";
import { prepareBondMoveOperation } from "@/api/v1/bonds/[vault]/moves/route";
import { signBondMoveOperation } from "@/api/v1/bonds/[vault]/signatures/route";
import { openBondOperation } from "@/api/v1/skills/[id]/bonds/opening/route";
import { observeBondOperation } from "@/api/v1/skills/[id]/bonds/route";
import { inviteMaintainerOperation } from "@/api/v1/skills/[id]/maintainers/route";
import { endMaintainerOperation } from "@/api/v1/skills/[id]/maintainers/[username]/route";
import { askForNameOperation } from "@/api/v1/skills/[id]/names/route";
import { askForAuditOperation } from "@/api/v1/skills/[id]/audit-request/route";
import { listChallengesOperation, openChallengeOperation } from "@/api/v1/skills/[id]/challenges/route";
import { downloadSkillOperation } from "@/api/v1/skills/[id]/download/route";
import { reportSkillOperation } from "@/api/v1/skills/[id]/reports/route";
import { getReportOperation } from "@/api/v1/reports/[id]/route";
import { listReviewsOperation, writeReviewOperation } from "@/api/v1/skills/[id]/reviews/route";
import { getInstallGuideOperation } from "@/api/v1/skills/[id]/install-guide/route";
import { getSkillOperation } from "@/api/v1/skills/[id]/route";
import { runSkillOperation } from "@/api/v1/skills/[id]/run/route";
import { checkCompatibilityOperation } from "@/api/v1/skills/[id]/validate/route";
import { listVersionsOperation } from "@/api/v1/skills/[id]/versions/route";
import { yankVersionOperation } from "@/api/v1/skills/[id]/versions/[version]/yank/route";
import { listSkillsOperation } from "@/api/v1/skills/route";
import { uploadSkillOperation } from "@/api/v1/skills/upload/route";
import { getVettingStatusOperation } from "@/api/v1/skills/versions/[version]/vetting-status/route";
import { getVettingJobOperation } from "@/api/v1/skills/vetting/[job]/route";
import { getTallyOperation } from "@/api/v1/tally/route";
import { getWalletOperation } from "@/api/v1/wallets/[address]/route";
import { validateSkillOperation } from "@/api/v1/validate/route";

/** Every operation of the agent API. Fixed paths stand before those with a parameter in the same place. */
export const OPERATIONS: readonly Operation[] = [
  searchOperation,
  listAvailableSkillsOperation,
  getCallSchemaOperation,
  downloadForAgentOperation,
  getInfoOperation,
  suggestSkillsOperation,
  listCategoriesOperation,
  listPlatformsOperation,
  listCategoryNamesOperation,
  listPlatformNamesOperation,
  getAgentAuthorStatsOperation,
  getAgentIdentityStatsOperation,
  listMostWantedOperation,
  getTallyOperation,
  listSkillsOperation,
  uploadSkillOperation,
  validateSkillOperation,
  getVettingJobOperation,
  getVettingStatusOperation,
  downloadSkillOperation,
  listVersionsOperation,
  getInstallGuideOperation,
  checkCompatibilityOperation,
  runSkillOperation,
  listReviewsOperation,
  writeReviewOperation,
  reportSkillOperation,
  getReportOperation,
  callSkillOperation,
  getSkillOperation,
  createQuoteOperation,
  payQuoteOperation,
  runPaidCallOperation,
  makePaidCallOperation,
  createPackageLinkOperation,
  getQuoteOperation,
  getRunOperation,
  getRunnerOperation,
  getReceiptOperation,
  getWalletOperation,
  takeTestMoneyOperation,
  listPlatformKeysOperation,
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  getOwnAccountOperation,
  listOwnSkillsOperation,
  listNoticesOperation,
  getEarningsOperation,
  listPaymentsOperation,
  exportPaymentsOperation,
  listPurchasesOperation,
  listDomainsOperation,
  addDomainOperation,
  checkDomainOperation,
  removeDomainOperation,
  getAuditOperation,
  uploadDraftOperation,
  getDraftStatusOperation,
  claimDraftOperation,
  verifyClaimOperation,
  claimAgentOperation,
  completeAccountOperation,
  checkClaimLinkOperation,
  registerOwnerOperation,
  askWalletOperation,
  makeKeyWithWalletOperation,
  verifyOwnerOperation,
  checkOwnerLinkOperation,
  revokeAuditOperation,
  listAuditQueueOperation,
  getReviewOfVersionOperation,
  reserveReviewOperation,
  releaseReviewOperation,
  markReviewItemOperation,
  markReviewFilesOperation,
  decideFindingOperation,
  prepareAuditOperation,
  signAuditOperation,
  observeBondOperation,
  openBondOperation,
  getBondOperation,
  prepareBondMoveOperation,
  signBondMoveOperation,
  askForAuditOperation,
  askForNameOperation,
  inviteMaintainerOperation,
  endMaintainerOperation,
  appealOperation,
  listAppealsOperation,
  yankVersionOperation,
  openChallengeOperation,
  listChallengesOperation,
  getLogCheckpointOperation,
  listLogEntriesOperation,
  proveLogEntryOperation,
  getLogTileOperation,
  getPartialLogTileOperation,
  getDistantLogTileOperation,
  proveLogConsistencyOperation,
  healthOperation,
  readinessOperation,
  getMetricsOperation,
];
