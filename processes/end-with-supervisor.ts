/**
 * Ends this process when the supervisor that started it is gone, however it went: then the other end of our standard
 * input closes. Without it a killed supervisor would leave a market running that nobody can stop with Ctrl-C.
 */
export function endWithSupervisor(): void {
  if (process.env["SUPERVISED"] !== "1") return;
  process.stdin.once("end", () => process.kill(process.pid, "SIGTERM"));
  process.stdin.resume();
  process.stdin.unref();
}
