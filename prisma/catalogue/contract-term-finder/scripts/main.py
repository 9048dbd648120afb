"""계약서에서 조항을 나누고 기간·대금·해지·손해배상 등 살펴볼 조건과 빠진 조건을 찾는다."""
import json
import re
import sys
from datetime import date

MAX_BYTES = 400_000
MAX_CHARS = 30_000
MAX_ARTICLES = 150
ARTICLE = re.compile(r"^[ \t#*]*제\s?([0-9]{1,3})\s?조(?:의\s?([0-9]{1,2}))?[ \t]*(?:[(（\[【]\s*([^)）\]】\n]{1,40})\s*[)）\]】])?[ \t]*(.*)$", re.M)
PARTY = re.compile(r'[“"\'‘「(（]?\s*(갑|을|병|정)\s*[”"\'’」)）]?\s*[:：]\s*([^\n,，]{1,60})'
                   r"|([^\s\n][^\n,，(（\"“]{0,40}?)\s*[(（]?\s*이하\s*[“\"'‘「]?\s*(갑|을|병|정|[가-힣]{2,8})\s*[”\"'’」]?\s*(?:이?라|으?로)")
DATE = re.compile(r"([0-9]{4})\s?[년.\-/]\s?([0-9]{1,2})\s?[월.\-/]\s?([0-9]{1,2})\s?일?")
AMOUNT = re.compile(r"(?:일금|금|₩)?\s?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})\s?(?:억\s?(?:[0-9,]{1,6}\s?만)?|천만|백만|만|천)?\s?원(?:정)?|(?:일금|금)\s?[가-힣]{2,30}원정")
PERIOD = re.compile(r"(?:[0-9]{1,4}|일|이|삼|육|십이)\s?(?:영업일|개월|년간|년|주일|주|일)\s?(?:간|이내|내|전|후)")
RATE = re.compile(r"(?:연|월|일)?\s?(?:[0-9]{1,3}(?:\.[0-9]{1,4})?\s?(?:%|퍼센트|‰)|(?:100|1,?000|10,?000)\s?분의\s?[0-9.]{1,6}|[0-9]{1,5}(?:\.[0-9]{1,3})?\s?/\s?(?:100|1,?000|10,?000)(?![0-9]))")
# (이름, 찾는 말, 빠졌을 때 알릴 것인가)
TERMS = [
    ("계약기간", r"계약\s?기간|유효\s?기간|임대차\s?기간|용역\s?기간", True),
    ("대금", r"대금|보수|용역비|임대료|차임|계약\s?금액|수수료|보증금", True),
    ("지급기일", r"지급\s?(?:기일|시기)|(?:이내에?|까지|말일에?)\s?[^\n.]{0,20}지급", True),
    ("자동갱신", r"자동\s?(?:으로\s?)?(?:갱신|연장)|묵시적\s?갱신|동일한\s?조건으로\s?(?:갱신|연장)", False),
    ("해지·해제", r"해지|해제", True),
    ("손해배상", r"손해\s?배상|손해를\s?배상", True),
    ("위약금·위약벌", r"위약금|위약벌", False),
    ("지체상금·지연이자", r"지체\s?상금|지연\s?(?:이자|손해금)|연체료", False),
    ("비밀유지", r"비밀\s?유지|기밀|비밀\s?정보|누설", True),
    ("지식재산권", r"지식\s?재산|지적\s?재산|저작권|특허|산출물의\s?(?:소유|귀속)", False),
    ("개인정보", r"개인\s?정보", False),
    ("양도금지", r"양도(?:할\s?수\s?없|하지\s?못|하여서는)|권리의?\s?의무의?\s?양도|양도\s?금지", False),
    ("하자담보", r"하자|담보\s?책임", False),
    ("불가항력", r"불가항력|천재지변", False),
    ("준거법", r"준거법|대한민국\s?법", False),
    ("분쟁해결", r"관할|분쟁|중재|조정", True),
]
# 한쪽에 치우치기 쉬운 표현은 조항을 읽어 보라고 알려 줄 뿐, 유불리를 판정하지 않는다.
CAUTIONS = [
    ("일방적 결정", r"(?:갑|을)의?\s?(?:재량|판단)(?:에\s?따라|으로)|일방적으로"),
    ("이의 제기 제한", r"이의를\s?제기(?:할\s?수\s?없|하지\s?(?:못|않))"),
    ("최고 없는 해지", r"(?:최고|통지)\s?없이.{0,20}(?:해지|해제)|즉시\s?(?:해지|해제)"),
    ("책임 면제", r"(?:일체의?|어떠한|모든)\s?책임(?:을\s?지지|도\s?지지|이\s?없)"),
    ("무제한 배상", r"모든\s?손해를?.{0,10}배상"),
    ("별도 합의 유보", r"별도\s?(?:협의|합의)(?:하여|에\s?따라|로)\s?정"),
]


class InputError(ValueError):
    """부른 쪽에서 고칠 수 있는 문제."""


def unique(items, limit=30):
    return list(dict.fromkeys(re.sub(r"\s+", " ", item).strip() for item in items))[:limit]


def excerpt(text, match):
    """찾은 말이 든 문장을 앞뒤로 잘라 보여 준다."""
    start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start()), match.start() - 80) + 1
    end = text.find("\n", match.end())
    end = min(len(text) if end < 0 else end, match.end() + 80)
    return re.sub(r"\s+", " ", text[start:end]).strip()


def split_articles(text):
    marks = [match for match in ARTICLE.finditer(text)
             # "제3조에 따라"로 시작하는 줄은 조문 머리가 아니라 인용이다
             if match.group(3) or not re.match(r"(?:에|의|를|와|과|및|부터|제)", match.group(4))]
    articles = []
    for mark, following in zip(marks, [*marks[1:], None]):
        body = (mark.group(4) + text[mark.end():following.start() if following else len(text)]).strip()
        label = f"제{mark.group(1)}조" + (f"의{mark.group(2)}" if mark.group(2) else "")
        articles.append({"article": label, "title": mark.group(3), "text": f"{mark.group(3) or ''}\n{body}"})
    return articles


def find_all(patterns, places):
    found = []
    for name, pattern in patterns:
        for place in places:
            title, _, body = place["text"].partition("\n")
            match = re.search(pattern, body)
            if match or re.search(pattern, title):
                # 제목에만 있는 말이면 본문의 첫머리를 보여 준다
                shown = excerpt(body, match) if match else re.sub(r"\s+", " ", body[:160]).strip()
                found.append({"term": name, "article": place["article"], "title": place["title"], "excerpt": shown})
    return found


def run(payload):
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text에 계약서 본문을 넣어 주세요")
    if len(text) > MAX_CHARS:
        raise InputError(f"text가 {len(text)}자입니다. {MAX_CHARS}자까지 받을 수 있으니 나누어 보내 주세요")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    articles = split_articles(text)
    places = articles[:MAX_ARTICLES] or [{"article": None, "title": None, "text": "\n" + text}]
    terms = find_all([(name, pattern) for name, pattern, _ in TERMS], places)
    present = {item["term"] for item in terms}
    warnings = [] if articles else ["'제○조' 형식의 조항이 없어 전체를 한 덩어리로 보았습니다"]
    labels = [article["article"] for article in articles]
    warnings += [f"{label}가 {labels.count(label)}번 나옵니다" for label in dict.fromkeys(labels) if labels.count(label) > 1]
    days = []
    for match in DATE.finditer(text):
        try:
            days.append(date(*map(int, match.groups())).isoformat())
        except ValueError:
            warnings.append(f"없는 날짜입니다: {match.group().strip()}")
    parties = {}
    for short, name, long_name, alias in PARTY.findall(text[:3000]):
        # "…(이하 갑이라 한다)과 이도윤(이하 을…"처럼 한 줄에 이어 쓴 앞부분을 떼어 낸다
        clean = re.sub(r"^.*[)）]\s*(?:과|와|및)?\s*", "", name or long_name)
        parties.setdefault(short or alias, clean.strip())
    return {
        "parties": [{"role": role, "name": name} for role, name in list(parties.items())[:10]],
        "articles": [{"article": item["article"], "title": item["title"]} for item in articles[:MAX_ARTICLES]],
        "terms": terms[:200],
        "missing": [name for name, _, needed in TERMS if needed and name not in present],
        "cautions": find_all(CAUTIONS, places)[:50],
        "dates": unique(days), "amounts": unique(AMOUNT.findall(text)),
        "periods": unique(PERIOD.findall(DATE.sub(" ", text))), "rates": unique(RATE.findall(text)),
        "warnings": unique(warnings, 50),
    }


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
