import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { beforeAll } from "vitest";
import { app } from "@/api/app";
import { Workbench } from "./run-cli";

/** The market of a test file, over HTTP on a port of this machine; its address is there once the tests have begun. */
export function servedMarket(): () => string {
  let port = 0;
  beforeAll(async () => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    ({ port } = server.address() as AddressInfo);
    return () => void server.close();
  });
  return () => `http://127.0.0.1:${port}`;
}

/** A project with an agent in it, which talks to a market. */
export function newProject(market: string): Workbench {
  const bench = new Workbench();
  bench.env = { EMPORION_MARKET: market };
  bench.write({ ".claude/settings.json": "{}" });
  return bench;
}

interface LockJson {
  skills: Record<
    string,
    {
      version: string;
      packageDigest: string;
      folders: string[];
      executables?: string[];
      market: string;
      publisher?: { id: string; name: string };
    }
  >;
}

/** The lock file of a project. */
export const lockOf = (bench: Workbench) => JSON.parse(bench.read("emporion.lock.json")) as LockJson;

/** What a command that installs has said on stderr besides what it shows of each skill, and how it is used. */
export const warningsIn = ({ stderr }: { stderr: string }): string =>
  stderr
    .split(/(?<=\n)/)
    .filter((line) => !/^(?: {2}|\S+ \S+ {2}|not asked|Ask your agent)/.test(line))
    .join("");
