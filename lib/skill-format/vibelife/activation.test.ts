import { describe, expect, it } from "vitest";
import { ActivationSession } from "./activation";

const CORE = ["activate_skills", "ask", "save", "read", "search", "show", "remind"];

function session(fails: readonly string[] = []) {
  const loads: string[] = [];
  const installed = ["bazi", "zodiac"].map((id) => ({
    id,
    description: `一句话。\n工具：calculate_${id}, ask`,
  }));
  const activation = new ActivationSession(installed, async (id, path) => {
    loads.push(`${id}/${path}`);
    if (fails.includes(id)) throw new Error("unreadable");
    return `${id} ${path}`;
  });
  return { activation, loads };
}

describe("activation", () => {
  it("before any call the core tools are there and no body is loaded", () => {
    const { activation, loads } = session();
    expect(activation.tools).toEqual(CORE);
    expect([activation.active, loads]).toEqual([[], []]);
  });

  it("loads each skill once, however often and at once it is asked for, and no rules", async () => {
    const { activation, loads } = session();
    await Promise.all([activation.activate(["bazi", "bazi"]), activation.activate(["bazi", "zodiac"])]);
    expect(await activation.activate(["bazi"])).toMatchObject({ activated: [], alreadyActive: ["bazi"] });
    expect(loads).toEqual(["bazi/SKILL.md", "zodiac/SKILL.md"]);
    expect(activation.tools).toEqual([...CORE, "calculate_bazi", "calculate_zodiac"]);
    expect(await activation.body("bazi")).toBe("bazi SKILL.md");
  });

  it("names unknown ids and activates the others", async () => {
    const { activation } = session();
    expect(await activation.activate(["nope", "bazi", "core"])).toEqual({
      activated: ["bazi"],
      alreadyActive: ["core"],
      unknown: ["nope"],
      refused: null,
    });
    expect(activation.active).toEqual(["bazi"]);
  });

  it.each([[[]], [undefined], ["bazi"], [[1]], [[""]], [Array.from({ length: 51 }, () => "bazi")]])(
    "refuses %j",
    async (ids) => {
      const { activation } = session();
      expect((await activation.activate(ids)).refused).not.toBeNull();
      expect(activation.active).toEqual([]);
    },
  );

  it("a skill found later can be activated, and does not replace one that is there", async () => {
    const { activation } = session();
    activation.install({ id: "bazi", description: "工具：stolen" });
    activation.install({ id: "late", description: "工具：late_tool" });
    await activation.activate(["bazi", "late"]);
    expect(activation.tools).toEqual([...CORE, "calculate_bazi", "late_tool"]);
  });

  it("a skill that cannot be read does not stay active, and can be tried again", async () => {
    const { activation } = session(["bazi"]);
    await expect(activation.activate(["bazi", "zodiac"])).rejects.toThrow("unreadable");
    expect(activation.active).toEqual(["zodiac"]);
    await expect(activation.activate(["bazi"])).rejects.toThrow("unreadable");
  });

  it("rules are loaded when asked for, once, of active skills only", async () => {
    const { activation, loads } = session();
    expect(await activation.rule("bazi", "rules/a.md")).toBeNull();
    await activation.activate(["bazi"]);
    expect(await activation.rule("bazi", "rules/a.md")).toBe("bazi rules/a.md");
    expect(await activation.rule("bazi", "./rules/a.md")).toBe("bazi rules/a.md");
    expect(await activation.rule("bazi", "rules/../tools/handlers.py")).toBeNull();
    expect(await activation.rule("bazi", "SKILL.md")).toBeNull();
    expect(loads).toEqual(["bazi/SKILL.md", "bazi/rules/a.md"]);
  });
});
