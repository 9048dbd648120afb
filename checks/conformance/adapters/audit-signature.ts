import { marketAdapter } from "../market/market-process";
import { compareFacts } from "../runner/conformance-case";
import { acceptedAs } from "./accepted-as";

/** `audit_signature`: whether a signed statement is accepted after something was changed on its way. */
export const auditSignatureAdapter = marketAdapter("audit_signature", {
  compare: (expected, { accepted, error_code = null }) => {
    const count = accepted === true ? 1 : 0;
    return compareFacts(expected, { accepted: acceptedAs(expected["accepted"], count), error_code });
  },
});
