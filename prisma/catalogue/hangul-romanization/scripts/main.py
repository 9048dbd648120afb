"""한글 로마자 변환: 국어의 로마자 표기법(전사법)과 제3장 제8항의 전자법."""
import json
import sys

MAX_BYTES = 80_000
MAX_CHARS = 5_000
INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
FINALS = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]
VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
ONSET = {**dict(zip(INITIALS, "g kk n d tt r m b pp s ss - j jj ch k t p h".split())), "ㅇ": ""}
# 받침의 대표음: 끝소리에서는 일곱 소리만 난다.
NEUTRAL = {"ㄱ": "ㄱ", "ㄲ": "ㄱ", "ㅋ": "ㄱ", "ㄷ": "ㄷ", "ㅅ": "ㄷ", "ㅆ": "ㄷ", "ㅈ": "ㄷ", "ㅊ": "ㄷ", "ㅌ": "ㄷ", "ㅎ": "ㄷ",
           "ㅂ": "ㅂ", "ㅍ": "ㅂ", "ㄴ": "ㄴ", "ㄹ": "ㄹ", "ㅁ": "ㅁ", "ㅇ": "ㅇ", "": ""}
CODA = {"ㄱ": "k", "ㄷ": "t", "ㅂ": "p", "ㄴ": "n", "ㄹ": "l", "ㅁ": "m", "ㅇ": "ng", "": ""}
# 겹받침: (모음 앞에서 남는 소리, 넘어가는 소리), 자음 앞이나 어말에서는 대표음.
CLUSTERS = {"ㄳ": ("ㄱ", "ㅅ", "ㄱ"), "ㄵ": ("ㄴ", "ㅈ", "ㄴ"), "ㄶ": ("ㄴ", "ㅎ", "ㄴ"), "ㄺ": ("ㄹ", "ㄱ", "ㄱ"), "ㄻ": ("ㄹ", "ㅁ", "ㅁ"),
            "ㄼ": ("ㄹ", "ㅂ", "ㄹ"), "ㄽ": ("ㄹ", "ㅅ", "ㄹ"), "ㄾ": ("ㄹ", "ㅌ", "ㄹ"), "ㄿ": ("ㄹ", "ㅍ", "ㅂ"), "ㅀ": ("ㄹ", "ㅎ", "ㄹ"),
            "ㅄ": ("ㅂ", "ㅅ", "ㅂ")}
ASPIRATED = {"ㄱ": "ㅋ", "ㄷ": "ㅌ", "ㅂ": "ㅍ", "ㅈ": "ㅊ"}
# 전자법(제3장 제8항): 글자마다 정해진 글자로, 받침도 대표음으로 바꾸지 않는다.
LETTERS = {**ONSET, "ㄹ": "l", "ㅇ": ""}
FINAL_LETTERS = {**LETTERS, "ㅇ": "ng", "": "", "ㄳ": "gs", "ㄵ": "nj", "ㄶ": "nh", "ㄺ": "lg", "ㄻ": "lm", "ㄼ": "lb",
                 "ㄽ": "ls", "ㄾ": "lt", "ㄿ": "lp", "ㅀ": "lh", "ㅄ": "bs"}


class InputError(ValueError):
    """부른 쪽에서 고칠 수 있는 문제."""


def split(syllable):
    code = ord(syllable) - 0xAC00
    return INITIALS[code // 588], code // 28 % 21, FINALS[code % 28]


def join_sounds(final, initial, vowel, keep_h):
    """앞 음절의 받침과 뒤 음절의 첫소리가 만나 실제로 나는 (받침, 첫소리)."""
    stay, move, alone = CLUSTERS.get(final, ("", final, None))
    iotized = vowel in (2, 6, 12, 17, 20)  # ㅑ ㅕ ㅛ ㅠ ㅣ
    if initial == "ㅇ":
        if move == "ㅎ":  # 많이, 싫어, 좋아: ㅎ은 소리 나지 않고 겹받침의 앞소리가 넘어간다
            return "", stay or "ㅇ"
        if move in ("ㄷ", "ㅌ") and iotized:  # 구개음화: 굳이, 같이
            return stay, "ㅈ" if move == "ㄷ" else "ㅊ"
        if move == "ㅇ" or not final:
            return final, "ㅇ"
        return stay, move  # 연음
    if initial == "ㅎ" and final and not keep_h:
        if move == "ㄷ" and vowel in (6, 20):  # 굳히다, 닫혀
            return stay, "ㅊ"
        base = move if move in ASPIRATED else NEUTRAL[move] if not stay else None
        if base in ASPIRATED:  # 잡혀, 놓다와 같은 거센소리되기
            return stay, ASPIRATED[base]
    if move == "ㅎ" and initial in ASPIRATED:  # 놓다, 많고
        return stay, ASPIRATED[initial]
    if move == "ㅎ" and initial == "ㅅ":
        return stay, "ㅅ"
    coda = NEUTRAL[alone if alone is not None else final]
    if final == "ㄺ" and initial == "ㄱ":  # 맑게
        coda = "ㄹ"
    if initial in ("ㄴ", "ㅁ"):  # 비음화
        coda = {"ㄱ": "ㅇ", "ㄷ": "ㄴ", "ㅂ": "ㅁ"}.get(coda, coda)
        if coda == "ㄹ" and initial == "ㄴ":
            return "ㄹ", "ㄹ"
    elif initial == "ㄹ" and coda:
        if coda in ("ㄴ", "ㄹ"):  # 유음화: 신라, 대관령
            return "ㄹ", "ㄹ"
        return {"ㄱ": "ㅇ", "ㄷ": "ㄴ", "ㅂ": "ㅁ"}.get(coda, coda), "ㄴ"  # 종로, 독립
    return coda, initial


def by_sound(word, keep_h):
    parts = [list(split(syllable)) for syllable in word]
    for part, following in zip(parts, [*parts[1:], ["", 0, ""]]):
        if part == ["ㅂ", 0, "ㄼ"] and following[0] not in ("ㅇ", "ㅎ"):
            part[2] = "ㅂ"  # 밟다만은 다른 ㄼ 받침과 달리 자음 앞에서 [밥]으로 소리 난다
    codas = [NEUTRAL[CLUSTERS[part[2]][2] if part[2] in CLUSTERS else part[2]] for part in parts]
    onsets = [part[0] for part in parts]
    for i in range(len(parts) - 1):
        codas[i], onsets[i + 1] = join_sounds(parts[i][2], parts[i + 1][0], parts[i + 1][1], keep_h)
        codas[i] = NEUTRAL[codas[i]]
    out = ""
    for i, part in enumerate(parts):
        onset = "l" if onsets[i] == "ㄹ" and i and codas[i - 1] == "ㄹ" else ONSET[onsets[i]]
        out += onset + VOWELS[part[1]] + CODA[codas[i]]
    return out


def by_letter(word):
    out = ""
    for i, (initial, vowel, final) in enumerate(map(split, word)):
        onset = LETTERS[initial]
        # 음가 없는 ㅇ은 붙임표로 나타내되 어두에서는 생략한다. 없었습니다처럼 된소리와 헷갈리는 곳도 끊는다
        hyphen = i and (not onset or (onset[0] in "skjtp" and out[-1] == onset[0]))
        out += ("-" if hyphen else "") + onset + VOWELS[vowel] + FINAL_LETTERS[final]
    return out


def words_of(text):
    """(조각, 한글 음절인가)의 나열."""
    pieces = []
    for char in text:
        hangul = "가" <= char <= "힣"
        if pieces and pieces[-1][1] == hangul:
            pieces[-1][0] += char
        else:
            pieces.append([char, hangul])
    return pieces


def run(payload):
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip() or len(text) > MAX_CHARS:
        raise InputError(f"text는 1자 이상 {MAX_CHARS}자 이하의 글이어야 합니다")
    mode = payload.get("mode", "pronunciation")
    capitalize = payload.get("capitalize", "none")
    keep_h = payload.get("keep_h", True)
    if mode not in ("pronunciation", "letters") or capitalize not in ("none", "words") or type(keep_h) is not bool:
        raise InputError('mode는 "pronunciation"·"letters", capitalize는 "none"·"words", keep_h는 참·거짓이어야 합니다')
    words, out = [], ""
    for piece, hangul in words_of(text):
        if hangul:
            roman = by_sound(piece, keep_h) if mode == "pronunciation" else by_letter(piece)
            roman = roman[0].upper() + roman[1:] if capitalize == "words" else roman
            words.append({"hangul": piece, "roman": roman})
            piece = roman
        out += piece
    return {"result": out, "words": words[:500]}


def read_input():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"입력이 {MAX_BYTES}바이트를 넘습니다")
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        raise InputError("표준 입력은 JSON 객체 하나여야 합니다") from None
    if not isinstance(payload, dict):
        raise InputError("입력은 JSON 객체여야 합니다")
    return payload


def main():
    try:
        result, code = run(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
