import { expect, test } from "vitest";
import { checkPath } from "@/lib/package";
import { AGENTS, SHARED_FOLDER } from "./agents";

test("the table knows at least twenty agents, each once, with the page that says where it reads", () => {
  const names = AGENTS.flatMap(({ name, also }) => [name, ...also]);
  expect(AGENTS.length).toBeGreaterThanOrEqual(20);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, source, signs, userSigns } of AGENTS) {
    expect(name).toMatch(/^[a-z][a-z-]{1,20}$/);
    expect(source).toMatch(/^https:\/\//);
    expect(signs.length).toBeGreaterThan(0);
    if (name !== "agents") expect(userSigns.length).toBeGreaterThan(0);
  }
});

test("no folder of it leads out of a project or a home", () => {
  for (const { project, user, signs, userSigns } of AGENTS)
    for (const place of [project, user, ...signs, ...userSigns]) {
      expect(place).not.toMatch(/\\|^\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)/);
      expect(checkPath(place.replaceAll("/.", "/").replace(/^\./, ""))).toBeNull();
    }
});

test("who installs into the shared folder of a project is said to read it", () => {
  for (const { project, readsShared } of AGENTS)
    if (project === SHARED_FOLDER) expect(readsShared).toBe(true);
});
