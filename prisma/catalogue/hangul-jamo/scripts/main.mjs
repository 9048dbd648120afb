// 한글 자모 분해·초성 추출·모아쓰기.
const MAX_BYTES = 100_000;
const MAX_CHARS = 10_000;
const INITIALS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];
const VOWELS = [..."ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"];
const FINALS = ["", ..."ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"];
// 두벌식 자판에서 두 번 눌러 만드는 겹낱자
const COMPOUND = Object.fromEntries(
  "ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ"
    .split(" ").map(([whole, ...parts]) => [whole, parts]),
);
const JOINED = new Map(Object.entries(COMPOUND).map(([whole, parts]) => [parts.join(""), whole]));

class InputError extends Error {}

function split(char) {
  const code = char.codePointAt(0) - 0xac00;
  if (code < 0 || code > 11171) return null;
  return [INITIALS[Math.floor(code / 588)], VOWELS[Math.floor(code / 28) % 21], FINALS[code % 28]].filter(Boolean);
}

const build = (initial, vowel, final) =>
  String.fromCodePoint(0xac00 + (INITIALS.indexOf(initial) * 21 + VOWELS.indexOf(vowel)) * 28 + FINALS.indexOf(final));

function decompose(text, splitCompound) {
  return [...text].map((char) => {
    const parts = split(char) ?? [char];
    return parts.flatMap((part) => (splitCompound ? (COMPOUND[part] ?? part) : part)).join("");
  }).join("");
}

/** 낱자를 왼쪽부터 읽어 모은다. 뒤에 모음이 오면 받침은 다음 음절의 첫소리가 된다. */
function compose(text) {
  const jamo = [...text].flatMap((char) => split(char) ?? [char]).flatMap((part) => COMPOUND[part] ?? part);
  const isVowel = (part) => VOWELS.includes(part);
  let out = "";
  let index = 0;
  while (index < jamo.length) {
    const initial = jamo[index];
    if (!INITIALS.includes(initial) || !isVowel(jamo[index + 1])) {
      // 홀로 쓰인 모음도 겹모음으로 모은다 (ㅗㅏ → ㅘ)
      const pair = isVowel(initial) ? JOINED.get(initial + jamo[index + 1]) : undefined;
      out += pair ?? initial;
      index += pair ? 2 : 1;
      continue;
    }
    let vowel = jamo[index + 1];
    index += 2;
    const compound = JOINED.get(vowel + jamo[index]);
    if (compound) {
      vowel = compound;
      index += 1;
    }
    let final = "";
    if (jamo[index] && FINALS.includes(jamo[index]) && !isVowel(jamo[index + 1])) {
      final = jamo[index];
      index += 1;
      const double = JOINED.get(final + jamo[index]);
      if (double && FINALS.includes(double) && !isVowel(jamo[index + 1])) {
        final = double;
        index += 1;
      }
    }
    out += build(initial, vowel, final);
  }
  return out;
}

/** 조합형 자모(U+1100)와 반각 자모까지 호환 자모로 고른다. */
function normalise(text) {
  const compatible = { 0x1100: INITIALS, 0x1161: VOWELS, 0x11a8: FINALS.slice(1) };
  return [...text.normalize("NFC")].map((char) => {
    const code = char.codePointAt(0);
    for (const [start, table] of Object.entries(compatible)) {
      const found = table[code - Number(start)];
      if (found && code >= Number(start)) return found;
    }
    return char;
  }).join("");
}

function run(payload) {
  const { text, mode = "decompose", split_compound: splitCompound = false, keep_other: keepOther = true } = payload;
  if (typeof text !== "string" || !text || [...text].length > MAX_CHARS) {
    throw new InputError(`text는 1자 이상 ${MAX_CHARS}자 이하의 글이어야 합니다`);
  }
  if (!["decompose", "initials", "compose"].includes(mode)) throw new InputError('mode는 "decompose", "initials", "compose" 가운데 하나여야 합니다');
  if (typeof splitCompound !== "boolean" || typeof keepOther !== "boolean") throw new InputError("split_compound와 keep_other는 true 또는 false여야 합니다");
  const clean = normalise(text);
  const chars = [...clean];
  const syllables = chars.filter((char) => split(char)).length;
  let result;
  if (mode === "decompose") result = decompose(clean, splitCompound);
  else if (mode === "compose") result = compose(clean);
  else result = chars.map((char) => split(char)?.[0] ?? (keepOther || INITIALS.includes(char) ? char : "")).join("");
  return {
    result, syllables, length: [...result].length,
    with_final: chars.filter((char) => (split(char)?.length ?? 0) === 3).length,
  };
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
