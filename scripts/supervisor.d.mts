export function stopGraceMs(drainSeconds: string | undefined, delaySeconds?: string): number;
export class Supervisor {
  constructor(options?: { onGiveUp?: (name: string, reason: number | string) => void; graceMs?: number });
  start(
    name: string,
    script: string,
    options: { env?: Record<string, string>; ready: string; timeoutMs?: number },
  ): Promise<void>;
  pid(name: string): number | undefined;
  stop(): Promise<void>;
}
