import type { Probe } from "../load/probe";
import type { Service } from "../load/services";
import type { Topology } from "../topology";

/** What stands in the table. */
export interface Promised {
  /** What `--only` takes. */
  name: string;
  /** What is broken. */
  broken: string;
  /** No request may fail. */
  failsNothing?: true;
  /** It is served again within this time. */
  mostSeconds?: number;
}

export interface Row extends Promised {
  /** By which the time until it is served is measured. */
  service: Service;
  /** The balancer has nothing but its defaults. */
  byDefault?: true;
  /** It goes on until so many requests were sent. */
  leastRequests?: number;
  /** Breaks it and mends it, while people come. */
  act: (topology: Topology, probe: Probe) => Promise<void>;
}

export interface Outcome {
  row: Promised;
  sent: number;
  failed: number;
  acknowledged: number;
  lost: readonly string[];
  /** The longest time in which nobody was served; null where it was not looked at. */
  seconds: number | null;
  /** How often each way of failing was seen. */
  reasons: ReadonlyMap<string, number>;
}

/** What a row promised and did not hold, in a sentence each. */
export function findBroken({ row, sent, failed, lost, seconds }: Outcome): string[] {
  const { name, failsNothing, mostSeconds = Infinity } = row;
  return [
    ...(lost.length > 0 ? [`${name} lost ${lost.join(", ")}.`] : []),
    ...(failsNothing && failed > 0 ? [`${name}: ${failed} of ${sent} requests failed.`] : []),
    ...((seconds ?? 0) > mostSeconds ? [`${name}: nobody was served for ${seconds} s.`] : []),
  ];
}
