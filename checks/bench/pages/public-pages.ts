/** The public pages whose bytes and paint are measured: one of each kind. */
export const MEASURED_PAGES = [
  "/",
  "/skills",
  "/skills/json-diff",
  "/skills/contract-clause-extractor", // has a price
  "/skills/json-diff/examples",
  "/skills/json-diff/security",
  "/skills/json-diff/versions",
  "/skills/json-diff/api",
  "/skills/json-diff/files",
  "/compare?skill=json-diff&skill=contract-clause-extractor",
  "/examples",
  "/audits",
  "/wanted",
  "/validate",
  "/docs",
  "/docs/publish-skill", // has pictures
  "/docs/payment",
  "/sign-in",
  "/no-such-page",
] as const;
