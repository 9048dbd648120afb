import { startBehaviour } from "./start";

/** Written in by the build: the style sheet of the Chinese and Korean faces. */
declare const HAN_AND_HANGUL_FACES: string;

// The whole script of a plain page (processes/pages/page-policy.ts); other pages run the same from a component.
startBehaviour(() => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = HAN_AND_HANGUL_FACES;
  document.head.append(sheet);
});
if (document.querySelector("[data-island]"))
  void import("./islands").then(({ wakeIslands }) => wakeIslands());
