const USER_REJECTED = 4001;

/** True when the person said no in the wallet, as against a fault. */
export function isRefusal(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === USER_REJECTED || /reject|denied|declined|cancel/i.test(String(message));
}
