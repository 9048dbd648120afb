#!/usr/bin/env node
import os from "node:os";
import { systemClock } from "@/lib/kernel/clock";
import { smartHttpRefs } from "@/lib/registry/provenance/smart-http/smart-http-refs";
import { findServingMarket } from "./install/market";
import { runCommandLine } from "./run";

// a reader such as `head` that has seen enough is no failure
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  env: process.env,
  servedBy: () => findServingMarket(import.meta.dirname),
  clock: systemClock,
  onEnded: (act) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => {
        act();
        process.exit(128 + os.constants.signals[signal]);
      });
  },
  remoteRefs: smartHttpRefs(),
});
