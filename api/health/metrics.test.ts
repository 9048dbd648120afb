import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Asks the API from an address, with the settings of this test. */
async function ask(remoteAddress: string, headers: Record<string, string> = {}): Promise<Response> {
  const { app } = await import("@/api/app");
  return app.request("/metrics", { headers }, { incoming: { socket: { remoteAddress } } });
}

test("figures are answered to this machine and to nobody else", async () => {
  for (const here of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    const answer = await ask(here);
    expect([here, answer.status]).toEqual([here, 200]);
    expect(await answer.text()).toContain("emporion_process_cpu_seconds_total");
  }
  for (const elsewhere of ["192.0.2.1", "2001:db8::1", ""]) {
    expect((await ask(elsewhere)).status).toBe(403);
  }
});

test("a page of another site that is open on this machine cannot read them", async () => {
  const origin = "https://evil.example";
  expect((await ask("127.0.0.1", { origin })).headers.has("access-control-allow-origin")).toBe(false);
  expect((await ask("127.0.0.1", { host: "127.0.0.1:3000" })).status).toBe(200);
  // A name of theirs that was pointed here: the answer would be of the page's own origin.
  expect((await ask("127.0.0.1", { host: "evil.example:3000" })).status).toBe(403);
});

test("with a token it alone decides, since behind a proxy everybody comes from this machine", async () => {
  vi.stubEnv("METRICS_TOKEN", "one-token");
  vi.resetModules();
  expect((await ask("127.0.0.1")).status).toBe(403);
  expect((await ask("127.0.0.1", { authorization: "Bearer another" })).status).toBe(403);
  expect((await ask("192.0.2.1", { authorization: "Bearer one-token" })).status).toBe(200);
});
