/** The lines `NAME=value` of a file that systemd reads; a value may stand between single quotes. */
export function readEnv(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name, value = ""] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings[name] = value.replace(/^'(.*)'$/, "$1");
  }
  return settings;
}
