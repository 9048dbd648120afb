/** Solana Actions ask for these on every answer, also to a preflight and to an error. */
export const ACTION_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
  "access-control-allow-headers":
    "Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids",
  "access-control-expose-headers": "X-Action-Version, X-Blockchain-Ids",
  "x-action-version": "2.4",
};

/** True for what wallets and pages of others ask as Solana Actions. */
export const isActionPath = (path: string) => path === "/actions.json" || path.startsWith("/api/actions/");
