import path from "node:path";
import { readKeypair, type Keypair } from "@/client";
import { InputError, type CommandContext } from "./command";
import { readAtMost } from "./read-input";

const MAX_KEYPAIR_BYTES = 4_096;

/** The wallet of a keypair file of the Solana command line. @throws InputError */
export async function openKeypair(file: string, { cwd }: CommandContext): Promise<Keypair> {
  const bytes = await readAtMost(path.resolve(cwd, file), MAX_KEYPAIR_BYTES);
  try {
    return readKeypair(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`${file}: ${error.message}`);
    throw error;
  }
}
