import { marketAdapter } from "../market/market-process";

/** `audit_signature`: whether a signed statement is accepted after something was changed on its way. */
export const auditSignatureAdapter = marketAdapter("audit_signature");
