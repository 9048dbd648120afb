// WCAG 2.2 명암비 계산과, 기준을 넘는 가장 가까운 글자색 제안.
const MAX_BYTES = 20_000;
const NAMED = { black: "#000000", white: "#ffffff", red: "#ff0000", green: "#008000", blue: "#0000ff", gray: "#808080", yellow: "#ffff00", orange: "#ffa500", purple: "#800080", navy: "#000080", teal: "#008080", maroon: "#800000" };

class InputError extends Error {}

/** [r, g, b, a], 색 성분 0–255, 불투명도 0–1. */
function parseColour(text, name) {
  const colour = typeof text === "string" && text.length <= 60 ? text.trim().toLowerCase() : "";
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(Object.hasOwn(NAMED, colour) ? NAMED[colour] : colour);
  if (hex) {
    const digits = hex[1].length <= 4 ? [...hex[1]].map((digit) => digit + digit).join("") : hex[1];
    const parts = digits.match(/../g).map((pair) => parseInt(pair, 16));
    return [parts[0], parts[1], parts[2], (parts[3] ?? 255) / 255];
  }
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*(\d?\.\d{1,4}|[01]|\d{1,3}%))?\s*\)$/.exec(colour);
  const alpha = rgb?.[4] === undefined ? 1 : rgb[4].endsWith("%") ? parseInt(rgb[4], 10) / 100 : Number(rgb[4]);
  if (!rgb || rgb.slice(1, 4).some((part) => Number(part) > 255) || alpha > 1) {
    throw new InputError(`${name}: 색은 #1a2b3c, #abc, rgb(26, 43, 60), rgba(0,0,0,.5) 또는 기본 색이름으로 적어 주세요`);
  }
  return [...rgb.slice(1, 4).map(Number), alpha];
}

const blend = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
const toHex = (colour) => "#" + colour.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");

function luminance(colour) {
  const [r, g, b] = colour.slice(0, 3).map((part) => {
    const channel = part / 255;
    // WCAG 본문의 0.03928 대신 sRGB 표준값 0.04045; 8비트 색에서는 결과가 같다
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

// 4.499:1은 4.5:1을 통과하지 못하므로 올림하지 않고 버린다
const shown = (value) => Math.floor(value * 100 + 1e-9) / 100;

/** 검정이나 흰색 쪽으로 1%씩 옮겨, 목표를 넘는 가장 가까운 색을 찾는다. */
function suggest(foreground, background, target) {
  const candidates = [[0, 0, 0], [255, 255, 255]].flatMap((goal) => {
    for (let percent = 1; percent <= 100; percent += 1) {
      const mixed = foreground.map((part, i) => Math.round(part + ((goal[i] - part) * percent) / 100));
      if (ratio(mixed, background) >= target) return [{ percent, mixed }];
    }
    return [];
  });
  if (!candidates.length) return null;
  const { mixed } = candidates.sort((a, b) => a.percent - b.percent)[0];
  return { foreground: toHex(mixed), ratio: shown(ratio(mixed, background)) };
}

function run(payload) {
  const { font_size_px: size = 16, bold = false, level = "AA" } = payload;
  if (typeof size !== "number" || !(size >= 6 && size <= 300)) throw new InputError("font_size_px는 6 이상 300 이하의 수여야 합니다");
  if (typeof bold !== "boolean") throw new InputError("bold는 true 또는 false여야 합니다");
  if (level !== "AA" && level !== "AAA") throw new InputError('level은 "AA" 또는 "AAA"여야 합니다');
  // 배경이 비치면 그 아래는 흰 종이로 본다
  const background = blend(parseColour(payload.background, "background"), [255, 255, 255]);
  const foreground = blend(parseColour(payload.foreground, "foreground"), background);
  const value = ratio(foreground, background);
  const large = size >= 24 || (bold && size >= 18.66);
  const target = large ? { AA: 3, AAA: 4.5 }[level] : { AA: 4.5, AAA: 7 }[level];
  return {
    ratio: shown(value),
    foreground: toHex(foreground),
    background: toHex(background),
    large_text: large,
    required: target,
    passes: value >= target,
    checks: {
      aa_normal: value >= 4.5, aa_large: value >= 3, aaa_normal: value >= 7, aaa_large: value >= 4.5, ui_component: value >= 3,
    },
    suggestion: value >= target ? null : suggest(foreground, background, target),
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
