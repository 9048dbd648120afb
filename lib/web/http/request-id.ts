import { randomUUID } from "node:crypto";

const ID = /^[\w.:=+/@-]{1,128}$/;
/** W3C Trace Context, version 00: version, trace, span, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** What one request is called in its answer, in problems, and in the logs of all it passes through. */
export interface RequestNames {
  requestId: string;
  /** Of the trace that the caller has begun. */
  traceId?: string;
}

/** The id a trusted proxy has given it, as `X-Request-Id`; without a proxy a new one, for anybody could write it. */
export function nameRequest(
  { requestId, traceparent }: { requestId: string | undefined; traceparent: string | undefined },
  trustedHops: number,
): RequestNames {
  const traceId = TRACEPARENT.exec(traceparent ?? "")?.[1];
  const given = trustedHops > 0 && requestId !== undefined && ID.test(requestId);
  return { requestId: given ? requestId : randomUUID(), ...(traceId === undefined ? {} : { traceId }) };
}
