const RealDate = Date;
let offsetMs = 0;

/** Lets this process see another time: cases say `advance` where people would wait for days. */
export function shiftClock(ms: number): void {
  offsetMs += ms;
  globalThis.Date = ShiftedDate;
}

/** Back to the real time. */
export function resetClock(): void {
  offsetMs = 0;
  globalThis.Date = RealDate;
}

const shiftedNow = () => RealDate.now() + offsetMs;

const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given: unknown[], self) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, self) as Date,
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name) => (name === "now" ? shiftedNow : (Reflect.get(target, name) as unknown)),
});

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const UNIT_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000] as const;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds. Throws for any other text. */
export function durationMs(text: string): number {
  const parts = DURATION.exec(text)?.slice(1);
  if (!parts) throw new Error(`not a duration: ${text}`);
  return parts.reduce((total, part, index) => total + Number(part ?? 0) * (UNIT_MS[index] ?? 0), 0);
}
