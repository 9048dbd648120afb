import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SkillMark } from "@/components/marks/skill-mark";
import { skillSign } from "@/components/marks/skill-sign";

const named = { slug: "reader", category: "Documents" };

test("a skill shows its own icon, or else the sign of its name; neither is read aloud", () => {
  const icon = renderToStaticMarkup(<SkillMark skill={{ ...named, iconPath: "/icons/0.png" }} />);
  expect(icon).toContain('src="/icons/0.png"');
  expect(icon).toContain('alt=""');
  const sign = renderToStaticMarkup(<SkillMark skill={{ ...named, iconPath: null }} />);
  expect(sign).toContain(skillSign(named));
  expect(sign).toContain('aria-hidden="true"');
});
