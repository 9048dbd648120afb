import { setTimeout as sleep } from "node:timers/promises";

const LAST_MS = 2_000;

/**
 * Sends the spans of this process to `OTEL_EXPORTER_OTLP_ENDPOINT`, with the further settings of OpenTelemetry
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, …); without that one it loads nothing. A receiver that is away
 * costs the spans, never a request. Returns what sends the last ones, for the end of the process.
 */
export async function startTracing(name: string): Promise<() => Promise<void>> {
  if (!process.env["OTEL_EXPORTER_OTLP_ENDPOINT"]) return () => Promise.resolve();
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": process.env["OTEL_SERVICE_NAME"] ?? `emporion-${name}`,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return async () => {
    await Promise.race([
      provider.shutdown().catch(() => undefined),
      sleep(LAST_MS, undefined, { ref: false }),
    ]);
  };
}
