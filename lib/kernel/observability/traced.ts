import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from "@opentelemetry/api";
import { isDomainError } from "@/lib/kernel/errors";

// Asked for each time: whoever takes the spans may come later, and the pages are bundled apart.
const tracer = () => trace.getTracer("emporion");

/**
 * Does `work` as one span of the trace under way. `facts` are ids of the market, never an input, an output or a key.
 * Without somebody who takes spans (`processes/observing/start-tracing.ts`) it costs next to nothing.
 */
export function traced<T>(name: string, facts: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes: facts }, (span) => ended(span, work));
}

interface Asked {
  method: string;
  traceparent: string | undefined;
  tracestate: string | undefined;
  facts: Attributes;
}

/**
 * The same for a request, in the trace of whoever sent it (W3C Trace Context). `work` gives its status, and the route
 * that it turned out to be, which names the span.
 */
export function tracedRequest(
  { method, traceparent, tracestate, facts }: Asked,
  work: () => Promise<{ status: number; route: string }>,
): Promise<void> {
  const theirs = propagation.extract(context.active(), { traceparent, tracestate });
  const attributes = { ...facts, "http.request.method": method };
  return tracer().startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, theirs, (span) =>
    ended(span, async () => {
      const { status, route } = await work();
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    }),
  );
}

/** What failed is told by its code: the message may hold what the caller sent. */
async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const said = isDomainError(error) ? error.code : error instanceof Error ? error.name : "failed";
    span.setAttribute("error.type", said).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
