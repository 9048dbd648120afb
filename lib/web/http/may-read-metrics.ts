import { env } from "@/lib/platform/config/env";
import { isLoopbackHost } from "@/lib/web/http/is-loopback-request";
import { isSameSecret } from "@/lib/kernel/is-same-secret";

const BEARER = /^Bearer +(\S+)$/i;
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^(?:0:0:0:0::\/64|::1)$/;

/**
 * Whether whoever asks may read the figures of a process. With METRICS_TOKEN it alone decides: behind a proxy on the
 * same machine everybody comes from it. Without one this machine may. A page of another site in the operator's browser
 * comes from this machine too: where its name was pointed here, the name tells.
 */
export function mayReadMetrics(
  asked: { address: string; host: string; authorization: string | undefined },
  token = env().METRICS_TOKEN,
): boolean {
  if (token === undefined) return LOOPBACK.test(asked.address) && isLoopbackHost(asked.host);
  return isSameSecret(BEARER.exec(asked.authorization ?? "")?.[1] ?? "", token);
}
