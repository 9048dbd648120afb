import { getAuditState } from "@/lib/audits/bond/deposits";
import { currentSettlement, type SettlementContext } from "@/lib/payments/settlement/settlement-context";

/** What a call is quoted and paid with: limits that wallets have signed may ask how well its version was checked. */
export const callSettlement = (): SettlementContext => ({
  ...currentSettlement(),
  auditStateOf: getAuditState,
});
