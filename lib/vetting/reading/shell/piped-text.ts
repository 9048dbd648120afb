import { decodeText } from "../decode-text";
import type { ShellCommand } from "./shell-commands";
import { isShell } from "./shells";

/**
 * The text that a pipeline hands to a shell, where it stands in plain sight: `echo "…" | sh`,
 * `cat <<EOF | sh`, `echo Y3Vy… | base64 -d | sh`. Null where it is not known.
 */
export function textPipedToShell(commands: readonly ShellCommand[]): string | null {
  const last = commands.at(-1);
  if (commands.length < 2 || last === undefined || !isShell(last.name)) return null;
  let text = textOf(commands[0]);
  for (const command of commands.slice(1, -1)) {
    if (text === null) return null;
    text = applyFilter(command, text);
  }
  return text;
}

function textOf(command: ShellCommand | undefined): string | null {
  if (command === undefined) return null;
  if (command.heredoc !== null) return command.heredoc;
  const here = command.redirects.find((redirect) => redirect.operator === "<<<");
  if (here !== undefined) return here.target.text;
  if (command.name !== "echo" && command.name !== "printf") return null;
  return command.words
    .slice(1)
    .map((word) => word.text)
    .filter((text, at) => at > 0 || !/^-[neE]+$/.test(text))
    .join(" ");
}

function applyFilter(command: ShellCommand, text: string): string | null {
  const options = command.words.slice(1).map((word) => word.text);
  if (command.name === "cat" || command.name === "tee") return text;
  if (command.name === "rev") return Array.from(text.trim()).reverse().join("");
  if (isDecoder(command))
    return decodeText(text.trim(), command.name.startsWith("xxd") ? "hex" : decoderOf(command));
  if (command.name === "tr" && options.length === 2 && /n-za-m/i.test(options[1] ?? ""))
    return decodeText(text, "rot13");
  return null;
}

function decoderOf(command: ShellCommand): "base64" | "base32" {
  return command.name === "base32" ? "base32" : "base64";
}

/** True for a command that turns an encoded text back: `base64 -d`, `openssl base64 -d`, `xxd -r`. */
export function isDecoder(command: ShellCommand): boolean {
  const options = command.words.slice(1).map((word) => word.text);
  if (/^(?:base64|base32|basenc)$/.test(command.name))
    return options.some((text) => /^(?:-[a-z]*[dD][a-z]*|--decode)$/.test(text));
  if (command.name === "openssl")
    return options.includes("-d") && options.some((text) => /^(?:base64|enc|-base64|-a)$/.test(text));
  if (command.name === "xxd") return options.some((text) => /^-[a-z]*r/.test(text));
  return command.name === "uudecode";
}
