"""사업자등록번호 검증: 형식, 검증번호, 가운데 두 자리로 본 사업자 구분."""
import json
import re
import sys

MAX_BYTES = 40_000
MAX_NUMBERS = 200
WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)
CORPORATE = {
    81: "영리법인의 본점", 82: "비영리법인의 본점·지점", 83: "국가·지방자치단체", 84: "외국법인의 본점·지점",
    85: "영리법인의 지점", 86: "영리법인의 본점", 87: "영리법인의 본점", 88: "영리법인의 본점",
}


class InputError(ValueError):
    """부른 쪽에서 고칠 수 있는 문제."""


def check_digit(first9):
    """앞 아홉 자리에 가중치를 곱해 더하고, 아홉째 자리 곱의 십의 자리를 한 번 더 더한다."""
    total = sum(int(digit) * weight for digit, weight in zip(first9, WEIGHTS))
    total += int(first9[8]) * 5 // 10
    return (10 - total % 10) % 10


def kind_of(code):
    """(구분, 설명). 80·89처럼 법인이 아닌 단체에 주는 번호도 있다."""
    if 1 <= code <= 79:
        return "개인", "개인 과세사업자"
    if code == 80:
        return "개인", "소득세법상 법인이 아닌 단체(아파트 관리사무소 등) 또는 다단계판매원"
    if code in CORPORATE:
        return "법인", CORPORATE[code]
    if code == 89:
        return "개인", "법인이 아닌 종교단체"
    if 90 <= code <= 99:
        return "개인", "개인 면세사업자"
    return None, None


def check(raw):
    digits = re.sub(r"[\s-]", "", raw)
    result = {"input": raw, "formatted": None, "valid": False, "kind": None, "kind_detail": None,
              "expected_check_digit": None, "reason": None}
    if not re.fullmatch(r"[0-9]{10}", digits):
        result["reason"] = "숫자 10자리여야 합니다(예: 123-45-67891). 주민등록번호·법인등록번호는 13자리입니다"
        return result
    result["formatted"] = f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
    if int(digits[:3]) < 101:
        result["reason"] = "앞 세 자리(세무서 코드)는 101 이상이어야 합니다"
        return result
    result["kind"], result["kind_detail"] = kind_of(int(digits[3:5]))
    if result["kind"] is None:
        result["reason"] = "가운데 두 자리 00은 쓰이지 않습니다"
        return result
    expected = check_digit(digits[:9])
    result["expected_check_digit"] = expected
    if int(digits[9]) != expected:
        result["reason"] = f"검증번호(끝자리)가 {expected}이어야 하는데 {digits[9]}입니다"
        return result
    result["valid"] = True
    return result


def run(payload):
    numbers = payload.get("numbers")
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= MAX_NUMBERS:
        raise InputError(f"numbers는 1개 이상 {MAX_NUMBERS}개 이하의 번호 목록이어야 합니다")
    for index, number in enumerate(numbers):
        if not isinstance(number, str) or len(number) > 40:
            raise InputError(f"numbers[{index}]는 40자 이하의 문자열이어야 합니다(숫자로 보내면 형식을 알 수 없습니다)")
    results = [check(number) for number in numbers]
    return {"results": results, "valid_count": sum(result["valid"] for result in results)}


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
