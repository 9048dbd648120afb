"""회의록에서 결정 사항, 할 일(담당자·기한), 미결 사항을 뽑는다."""
import json
import re
import sys
from datetime import date, timedelta

MAX_BYTES = 400_000
MAX_CHARS = 30_000
MAX_LINES = 2_000
MAX_ITEMS = 200
SECTIONS = [
    ("actions", r"액션\s?아이템|할\s?일|후속\s?조치|조치\s?사항|실행\s?과제|향후\s?(?:계획|일정)|action items?|to-?do"),
    ("decisions", r"결정\s?사항|의결\s?사항|합의\s?사항|확정\s?사항|decisions?"),
    ("open", r"미결\s?사항|보류\s?사항|추후\s?논의|이슈|쟁점|open issues?"),
    ("other", r"안건|논의\s?(?:내용|사항)|회의\s?내용|참석자|개요|공유\s?사항|다음\s?회의"),
]
HEADING = re.compile(r"^(?:#{1,6}\s*|\[|■\s*|□\s*|◆\s*|[0-9]{1,2}[.)]\s*|[가-하][.)]\s*|<)?\s*(.{1,20}?)\s*(?:[\]>:：]|\*\*)?\s*$")
BULLET = re.compile(r"^\s*(?:[-*•·○●▶→☐☑✓]|[0-9]{1,2}[.)]|[가-하][.)]|\([0-9]{1,2}\))\s*(?:\[(?P<box>[ xX✓])\]\s*)?")
ATTENDEES = re.compile(r"^\W*(?:참석자|참석|참석\s?인원)\s*[:：]\s*(.{1,300})$")
TITLE = re.compile(r"^\W*(?:회의명|제목|주제|회의\s?제목)\s*[:：]\s*(.{1,100})$")
# 담당자 표기: "담당: 김민수", "(담당자: 김민수)", "@김민수"
OWNER = re.compile(r"[(\[]?\s*(?:담당자?|책임자?|주관)\s*[:：]\s*(?P<label>[가-힣A-Za-z][가-힣A-Za-z ·,/&]{0,40}?)\s*(?=[)\]/|,;]|\s(?:기한|마감|까지)|\s{2}|$)[)\]]?"
                   r"|@(?P<at>[가-힣A-Za-z]{2,20})")
# "김민수: 보고서 작성", "김민수 팀장 - 보고서 작성", "(김민수)"
LEADING = re.compile(r"^(?P<name>[가-힣]{2,4}(?:\s?(?:님|대리|과장|차장|부장|팀장|이사|대표|매니저|책임|선임|사원|수석|실장|본부장))?|[가-힣A-Za-z]{2,12}팀)\s*[:：]\s*(?=\S)")
DEADLINE = re.compile(r"[(\[]?\s*(?:(?:기한|마감|완료\s?예정|due)\s*[:：]\s*|~\s*)(?P<label>[^)\]|,;]{1,30}?)\s*(?:[)\]]|(?=[|,;]|\s/\s|$))")
BY = re.compile(r"(?P<when>(?:[0-9]{4}[년.\-/]\s?)?[0-9]{1,2}[월.\-/]\s?[0-9]{1,2}일?|오늘|내일|모레|(?:이번|다음|차)\s?주\s?(?:[월화수목금토일]요일|초|중|말)?|(?:이번|다음)\s?달\s?말?|월말|[월화수목금토일]요일)\s*(?:\([월화수목금토일]\))?\s*까지")
TASK_HINT = re.compile(r"까지|하기로|하기$|예정|필요|요청|검토|작성|공유|준비|확인|전달|보고|진행|수정|등록|배포|정리")
DECISION_HINT = re.compile(r"(?:하기로\s?(?:결정|합의|확정|함|했)|로\s?(?:결정|확정|합의|의결)|승인(?:함|됨|했))")
OPEN_HINT = re.compile(r"미정|추후\s?(?:논의|결정|협의)|보류|재논의|\?$")
WEEKDAYS = "월화수목금토일"


class InputError(ValueError):
    """부른 쪽에서 고칠 수 있는 문제."""


def make_date(year, month, day):
    try:
        return date(int(year), int(month), int(day))
    except (ValueError, OverflowError):
        return None


def resolve(text, base):
    """기한 표현을 날짜로. 연도가 없거나 '다음 주' 같은 말은 회의일이 있어야만 풀린다."""
    full = re.search(r"([0-9]{4})\s?[년.\-/]\s?([0-9]{1,2})\s?[월.\-/]\s?([0-9]{1,2})", text)
    if full:
        return make_date(*full.groups())
    if base is None:
        return None
    short = re.search(r"(?<![0-9])([0-9]{1,2})\s?[월.\-/]\s?([0-9]{1,2})", text)
    if short:
        found = make_date(base.year, *short.groups())
        # 12월 회의에서 말한 "1월 5일"은 이듬해다
        return make_date(base.year + 1, *short.groups()) if found and (base - found).days > 180 else found
    monday = base - timedelta(days=base.weekday())
    day = re.search(rf"([{WEEKDAYS}])요일", text)
    week = 7 if re.search(r"(?:다음|차)\s?주", text) else 0
    if day:
        found = monday + timedelta(days=WEEKDAYS.index(day.group(1)) + week)
        return found if week or re.search(r"이번\s?주", text) or found >= base else found + timedelta(days=7)
    if re.search(r"주\s?말|주\s?중|주\s?초|[번음차]\s?주", text):
        return monday + timedelta(days=week + (0 if "초" in text else 2 if "중" in text else 4))
    for word, days in (("오늘", 0), ("내일", 1), ("모레", 2)):
        if word in text:
            return base + timedelta(days=days)
    if re.search(r"월말|달\s?말|[번음]\s?달", text):
        month = base.month + (1 if "다음" in text else 0)
        following = date(base.year + month // 12, month % 12 + 1, 1)
        return following - timedelta(days=1)
    return None


def section_of(line):
    match = HEADING.match(line)
    if match and not re.search(r"(?:다|함|음|됨)\.?$", match.group(1)):
        for name, pattern in SECTIONS:
            if re.fullmatch(rf"(?:{pattern})(?:\s?(?:및|/|·|,)\s?.{{1,10}})?", match.group(1), re.I):
                return name
    return None


def parse_action(text, base, done):
    owner = deadline = None
    if match := OWNER.search(text):
        owner = (match.group("label") or match.group("at")).strip()
        text = text[:match.start()] + " " + text[match.end():]
    elif match := LEADING.match(text):
        owner, text = match.group("name"), text[match.end():]
    if match := DEADLINE.search(text):
        deadline = match.group("label").strip()
        text = text[:match.start()] + " " + text[match.end():]
    elif match := BY.search(text):
        deadline = match.group("when").strip()
        text = text[:match.start()] + " " + text[match.end():]
    due = resolve(deadline, base) if deadline else None
    task = re.sub(r"\(\s*\)|\[\s*\]", " ", text)
    task = re.sub(r"\s+", " ", task).strip(" ,;/|-–·")
    return {"task": task, "owner": owner, "deadline": deadline, "due_date": due.isoformat() if due else None, "done": done}


def meeting_date(lines, given):
    if given is not None:
        found = make_date(*given.split("-")) if isinstance(given, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", given) else None
        if found is None:
            raise InputError("meeting_date는 2026-01-31 같은 실제 날짜여야 합니다")
        return found
    for line in lines[:15]:  # 회의일은 머리글에 있다; 본문의 날짜는 기한일 때가 많다
        if re.search(r"일시|날짜|일자|회의일", line):
            return resolve(line, None)
    return None


def run(payload):
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text에 회의록 본문을 넣어 주세요")
    if len(text) > MAX_CHARS:
        raise InputError(f"text가 {len(text)}자입니다. {MAX_CHARS}자까지 받을 수 있습니다")
    lines = [line.strip()[:500] for line in text.splitlines() if line.strip()][:MAX_LINES]
    base = meeting_date(lines, payload.get("meeting_date"))
    result = {"title": None, "meeting_date": base.isoformat() if base else None, "attendees": [],
              "actions": [], "decisions": [], "open_items": []}
    section = None
    for line in lines:
        if match := TITLE.match(line):
            result["title"] = match.group(1).strip()
        elif match := ATTENDEES.match(line):
            result["attendees"] = [name.strip() for name in re.split(r"[,、，/]", match.group(1)) if name.strip()][:100]
        elif found := section_of(line):
            section = found
        else:
            mark = BULLET.match(line)
            body = line[mark.end():].strip() if mark else line
            box = mark.group("box") if mark else None
            sort_line(result, section, body, box, base)
    missing = sum(1 for item in result["actions"] if not item["owner"] or not item["deadline"])
    return {**result, "incomplete_actions": missing}


def sort_line(result, section, body, box, base):
    """줄 하나를 알맞은 목록에. 할 일·결정·미결 구역이 아니면 표현을 보고 가린다."""
    if not body:
        return
    if section == "actions" or box is not None or (section not in ("decisions", "open") and (
            OWNER.search(body) or (LEADING.match(body) and BY.search(body) and TASK_HINT.search(body)))):
        result["actions"].append(parse_action(body, base, (box or " ") in "xX✓"))
    elif section == "decisions" or (section != "open" and DECISION_HINT.search(body)):
        result["decisions"].append(body)
    elif section == "open" or OPEN_HINT.search(body):
        result["open_items"].append(body)
    for key in ("actions", "decisions", "open_items"):
        del result[key][MAX_ITEMS:]


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
