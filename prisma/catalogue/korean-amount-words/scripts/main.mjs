// 금액을 한글·한자로 읽어 계약서와 영수증에 쓰는 모양으로 만든다.
const MAX_BYTES = 20_000;
const MAX_AMOUNTS = 100;
const DIGITS = { hangul: [..."영일이삼사오육칠팔구"], hanja: [..."零壹貳參四五六七八九"] };
const UNITS = { hangul: ["", "십", "백", "천"], hanja: ["", "拾", "百", "千"] };
const GROUPS = { hangul: ["", "만", "억", "조", "경"], hanja: ["", "萬", "億", "兆", "京"] };

class InputError extends Error {}

/**
 * 계약서 표기(formal)는 고쳐 쓰지 못하도록 '일'을 빠짐없이 적고,
 * 읽는 말(spoken)은 십·백·천 앞의 '일'과 맨 앞 '일만'의 '일'을 뺀다.
 */
function words(amount, script, spoken) {
  if (amount === 0n) return DIGITS[script][0];
  const digits = amount.toString();
  let out = "";
  for (let start = 0, group = Math.ceil(digits.length / 4) - 1; group >= 0; group -= 1) {
    const end = digits.length - group * 4;
    const part = digits.slice(start, end);
    start = end;
    let text = "";
    [...part].forEach((char, index) => {
      const position = part.length - 1 - index;
      if (char === "0") return;
      const bare = spoken && char === "1" && position > 0;
      text += (bare ? "" : DIGITS[script][Number(char)]) + UNITS[script][position];
    });
    if (!text) continue;
    const manAlone = spoken && group === 1 && text === "일" && out === "";
    out += (manAlone ? "" : text) + GROUPS[script][group];
  }
  return out;
}

function parse(raw, index) {
  const text = typeof raw === "string" ? raw.trim().replace(/^(?:₩|￦|KRW\s?)/i, "").replace(/\s?원(?:정)?$/, "") : "";
  if (!/^(?:\d{1,20}|\d{1,3}(?:,\d{3}){1,6})$/.test(text)) {
    throw new InputError(`amounts[${index}]: 원 단위 정수만 받습니다(예: "1234567" 또는 "1,234,567원"). 쉼표는 세 자리마다 있어야 합니다`);
  }
  const amount = BigInt(text.replaceAll(",", ""));
  if (amount >= 10n ** 20n) throw new InputError(`amounts[${index}]: 20자리까지 쓸 수 있습니다`);
  return amount;
}

const grouped = (amount) => amount.toString().replace(/\B(?=(\d{3})+$)/g, ",");

function describe(amount) {
  return {
    amount: amount.toString(),
    grouped: `₩${grouped(amount)}`,
    contract: `일금 ${words(amount, "hangul", false)}원정 (₩${grouped(amount)})`,
    hanja: `金 ${words(amount, "hanja", false)}원整`,
    spoken: `${words(amount, "hangul", true)} 원`,
  };
}

function run(payload) {
  const { amounts, vat = "none" } = payload;
  if (!Array.isArray(amounts) || amounts.length < 1 || amounts.length > MAX_AMOUNTS) {
    throw new InputError(`amounts는 1개 이상 ${MAX_AMOUNTS}개 이하의 금액 목록이어야 합니다`);
  }
  if (!["none", "included", "excluded"].includes(vat)) throw new InputError('vat는 "none", "included", "excluded" 가운데 하나여야 합니다');
  const parsed = amounts.map(parse);
  const total = parsed.reduce((sum, amount) => sum + amount, 0n);
  if (total >= 10n ** 20n) throw new InputError("합계가 20자리를 넘습니다");
  return { results: parsed.map(describe), total: describe(total), vat: taxOf(total, vat) };
}

/** 부가가치세 10%. 원 미만은 버린다(포함 금액은 공급가액을 반올림해 나눈다). */
function taxOf(total, vat) {
  if (vat === "none") return null;
  const supply = vat === "excluded" ? total : (total * 20n + 11n) / 22n;
  const tax = vat === "excluded" ? total / 10n : total - supply;
  return { supply: supply.toString(), tax: tax.toString(), sum: (supply + tax).toString() };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`입력이 ${MAX_BYTES}바이트를 넘습니다`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("표준 입력은 JSON 객체 하나여야 합니다");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("입력은 JSON 객체여야 합니다");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
