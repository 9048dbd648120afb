/**
 * From now on an abort lets go of the frames of its reason. V8 keeps them until somebody reads the error's stack, and
 * React ends each render with an error that nobody reads: its frames hold the task that wrote the page, and that task
 * the next page's, so that every page which was made under load stays in memory
 * (https://github.com/react/react/issues/37288).
 */
export function dropFramesOfAborts(): void {
  const abort = Object.getOwnPropertyDescriptor(AbortController.prototype, "abort")?.value as (
    reason: unknown,
  ) => void;
  AbortController.prototype.abort = function (this: AbortController, why?: unknown): void {
    abort.call(this, why);
    const { reason: kept } = this.signal as { reason: unknown };
    if (kept instanceof Error) void kept.stack; // reading it replaces the frames by their text
  };
}
