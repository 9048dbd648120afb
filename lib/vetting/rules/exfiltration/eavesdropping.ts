import { isSendingCall } from "../../vocabulary/network-calls";
import type { CodeUnit } from "../../reading/units";
import { HIGH_WEAK, MEDIUM_STRONG } from "../../grade";
import { lineText, type Place } from "../../match-places";

const LISTENS =
  /^(?:pynput\.keyboard\.Listener|keyboard\.(?:on_press|on_release|hook|record)|iohook(?:\.\w+)?|uiohook-napi(?:\.\w+){0,3}|node-global-key-listener(?:\.\w+)?)$/;
/** Each key goes into a list or a text: a short cut is compared and forgotten. */
const COLLECTS_KEYS =
  /(?:\.(?:append|push|write)\(|\+=)\s*(?:f["'`]\{|str\(\s*|`\$\{|String\(\s*)?(?:key\b(?!\s*[=.](?!char|name))|(?:event|e|evt)\.(?:name|key|keycode|char)\b)/;
const COPIES_MAIL =
  /\bbcc["'\]]{0,2}\s*[:=]\s*\[?\s*["'`][\w.+-]{1,60}@(?!example\.(?:com|org|net)\b)[\w-]{1,60}\.[\w.-]{2,60}["'`]/i;

/**
 * What a person types, or writes to others, goes to somebody whom the code names: a key logger, a hidden copy of
 * each mail.
 */
export function findEavesdropping(unit: CodeUnit, code: string): Place[] {
  const at = (offset: number) => ({ unit, offset, code, evidence: lineText(unit.text, offset) });
  const found: Place[] = [];
  const { references, tokens } = unit.index;
  const listens = references.find(
    ({ call, names }) => call !== null && names.some((name) => LISTENS.test(name)),
  );
  const sends = references.some(({ call, names }) => call !== null && isSendingCall(names));
  if (listens !== undefined && sends && COLLECTS_KEYS.test(unit.text)) {
    const message = "Every key that is pressed is collected, and the code sends to the network.";
    found.push({ ...at(tokens[listens.token]?.start ?? 0), grade: HIGH_WEAK, message });
  }
  const copies = COPIES_MAIL.exec(unit.text);
  if (copies !== null && (unit.origin === "script" || unit.origin === "embedded")) {
    const message = "A hidden copy of every mail goes to an address that stands in the code.";
    found.push({ ...at(copies.index), grade: MEDIUM_STRONG, message });
  }
  return found;
}
