import { isKnownSpender } from "../../vocabulary/known-spenders";

const TOLD =
  /\b(?:approve|increaseAllowance)\s?\(\s?["'`]?(0x[0-9a-fA-F]{40})["'`]?\s?,[^)\n]{0,60}(?:max|2\s?(?:\*\*|\^)\s?256|0xf{16}|unlimited|115792089\d{9})|\bsetApprovalForAll\s?\(\s?["'`]?(0x[0-9a-fA-F]{40})["'`]?\s?,\s?true|\bcast\s+send\b[^\n]{0,120}["'](?:approve\(address,uint256\)|setApprovalForAll\(address,bool\))["']\s+(0x[0-9a-fA-F]{40})\s+(?:"?\$\(cast\s|true|0xf{16}|115792089\d{9})/gi;
/** What an allowance is not. */
const AS_SOMETHING_ELSE =
  /\bread[\s-]?only\b|\b(?:only|just|merely|simply)\s+(?:a\s+)?(?:reads?|checks?|verif\w+|views?|signs?\s+in|looks?)\b|\bno\s+(?:funds|tokens|money)\s+(?:are\s+|is\s+)?(?:move|moved|leave|spent)|\bdoes\s+not\s+(?:move|spend|cost|transfer)\b|\bto\s+(?:check|verify|confirm|show|prove|read|see)\s+(?:the|their|your|its|who|that|whether)\b[^\n.]{0,40}\b(?:balances?|eligib\w+|ownership|owns?|holds?|wallet|allocation|identity)\b|(?:只是|仅仅?|只)(?:是)?(?:读取|查询|验证|检查|签到)|不会(?:转移|花费|动用|移动)|(?:验证|检查|确认|查询)(?:用户)?(?:的)?(?:余额|资格|所有权|钱包|身份)|(?:단순|단지|그저)[^\n.]{0,10}(?:조회|확인|읽기|인증)|읽기\s?전용|(?:자금|토큰)[^\n.]{0,6}(?:이동|나가)[^\n.]{0,4}않|(?:잔액|자격|소유권|지갑)[^\n.]{0,8}(?:확인|조회|검증|인증)/i;
const REACH = 300;

/** Where a text has a stranger's address approved for everything and calls it something else. */
export function findDisguisedAllowances(text: string): { start: number; text: string }[] {
  return Array.from(text.matchAll(TOLD)).flatMap((match) => {
    const address = match[1] ?? match[2] ?? match[3] ?? "";
    const before = text.slice(Math.max(0, match.index - REACH), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + REACH);
    // The paragraph it stands in and, for a block of code, those around it.
    const around = `${before.slice(before.lastIndexOf("\n#") + 1)}\n${after.split("\n#", 1)[0] ?? ""}`;
    const disguised = AS_SOMETHING_ELSE.test(around) && !isKnownSpender(address) && !/^0x0{30}/.test(address);
    return disguised ? [{ start: match.index, text: match[0] }] : [];
  });
}
