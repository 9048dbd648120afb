const SHELLS = /^(?:ba|z|da|k|a|fi)?sh$/;

/** True for the name of a command shell. */
export function isShell(name: string): boolean {
  return SHELLS.test(name);
}
