import { spawn } from "node:child_process";

/** Runs a program to its end and shows what it says; resolves to its exit code and its output. */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, { env: { ...process.env, NO_COLOR: "1", ...environment } });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += String(chunk);
        process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 1, output: String(error) }));
    child.on("close", (code) => resolve({ code, output }));
  });
}
