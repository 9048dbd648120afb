import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ICON_NAMES } from "@/components/ui/icon";

it("the sprite holds every icon that can be asked for, and no other", () => {
  const sprite = fs.readFileSync(path.join(import.meta.dirname, "icons.svg"), "utf8");
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(drawn)).toEqual(new Set(ICON_NAMES));
});
