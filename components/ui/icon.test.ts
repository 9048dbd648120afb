import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowRightToLine from "lucide-react/icons/arrow-right-to-line";
import ArrowUp from "lucide-react/icons/arrow-up";
import Bot from "lucide-react/icons/bot";
import Braces from "lucide-react/icons/braces";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDot from "lucide-react/icons/circle-dot";
import CircleUser from "lucide-react/icons/circle-user";
import CircleX from "lucide-react/icons/circle-x";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import FileDigit from "lucide-react/icons/file-digit";
import FilePenLine from "lucide-react/icons/file-pen-line";
import FileText from "lucide-react/icons/file-text";
import Flag from "lucide-react/icons/flag";
import Folder from "lucide-react/icons/folder";
import GitCommitHorizontal from "lucide-react/icons/git-commit-horizontal";
import Globe from "lucide-react/icons/globe";
import Hourglass from "lucide-react/icons/hourglass";
import Info from "lucide-react/icons/info";
import KeyRound from "lucide-react/icons/key-round";
import Languages from "lucide-react/icons/languages";
import LayoutList from "lucide-react/icons/layout-list";
import Lock from "lucide-react/icons/lock";
import Menu from "lucide-react/icons/menu";
import MessageSquareWarning from "lucide-react/icons/message-square-warning";
import Package from "lucide-react/icons/package";
import PlugZap from "lucide-react/icons/plug-zap";
import ReceiptText from "lucide-react/icons/receipt-text";
import Repeat2 from "lucide-react/icons/repeat-2";
import Search from "lucide-react/icons/search";
import Settings2 from "lucide-react/icons/settings-2";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Star from "lucide-react/icons/star";
import SunMoon from "lucide-react/icons/sun-moon";
import Terminal from "lucide-react/icons/terminal";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import Upload from "lucide-react/icons/upload";
import Wallet from "lucide-react/icons/wallet";
import X from "lucide-react/icons/x";
import type { LucideIcon } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ICON_NAMES, type IconName } from "@/components/ui/icon";

const SHAPES: Record<IconName, LucideIcon> = {
  account: CircleUser,
  agent: Bot,
  alert: TriangleAlert,
  arrow: ArrowRight,
  bad: CircleX,
  binary: FileDigit,
  check: Check,
  chevron: ChevronDown,
  close: X,
  code: Braces,
  commit: GitCommitHorizontal,
  copy: Copy,
  dot: CircleDot,
  down: ArrowDown,
  download: Download,
  draft: FilePenLine,
  file: FileText,
  filters: SlidersHorizontal,
  flag: Flag,
  folder: Folder,
  globe: Globe,
  good: CircleCheck,
  hourglass: Hourglass,
  info: Info,
  key: KeyRound,
  languages: Languages,
  lock: Lock,
  menu: Menu,
  message: MessageSquareWarning,
  overview: LayoutList,
  package: Package,
  plug: PlugZap,
  proven: Repeat2,
  receipt: ReceiptText,
  search: Search,
  settings: Settings2,
  star: Star,
  terminal: Terminal,
  theme: SunMoon,
  up: ArrowUp,
  upload: Upload,
  use: ArrowRightToLine,
  wallet: Wallet,
};
const HEAD = "<!-- Icon shapes: Lucide 1.75.0, ISC licence. Stroke and size come from the page (.icon). -->";
const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">';

/** Our sprite is drawn from the library, which no page has to load; `vitest -u` draws it anew. */
it("the sprite holds every icon that can be asked for, as Lucide draws it, and no other", async () => {
  const symbols = ICON_NAMES.map(
    (name) => `<symbol id="${name}" viewBox="0 0 24 24">${shapeOf(SHAPES[name])}</symbol>`,
  );
  await expect([HEAD, OPEN, ...symbols, "</svg>", ""].join("\n")).toMatchFileSnapshot("icons.svg");
});

function shapeOf(icon: LucideIcon): string {
  const [, shape = ""] = /^<svg[^>]*>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(icon))) ?? [];
  return shape.replaceAll(/><\/\w+>/g, "/>");
}
