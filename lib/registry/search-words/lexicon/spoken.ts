/**
 * What people say for things of study, work and home, mostly in Korean, for which there is no dictionary as there is
 * for Chinese, and foreign names as they are written in Chinese; in the form of `LEXICON`. Compiled by hand by the
 * makers of this market.
 */
export const SPOKEN_LEXICON = `
spotify | 声田 |
tron trx | 波场 | 트론
binance | 币安 | 바이낸스
wecom | 企业微信 |
amap | 高德 |
whatsapp | 瓦次普 | 와츠앱
adobe | 奥多比 | 어도비
reddit | 红迪 | 레딧
trello | 特雷洛 | 트렐로
yuque | 语雀 |
evernote | 印象笔记 | 에버노트
object | | 물체 사물
detection detect | | 검출 탐지
translator | | 번역기
interpreter interpretation | | 통역 통역사
speaking speech | | 말하기 스피치
listening; writing; reading | | 듣기; 쓰기; 읽기
french; spanish; german | | 프랑스어 불어; 스페인어; 독일어
exercise practice drill | | 연습 반복연습
swimming; golf; baseball; basketball; tennis; marathon | | 수영; 골프; 야구; 농구; 테니스; 마라톤
strength muscle; posture | | 근력; 자세
athlete player; scoreboard score; betting bet | | 선수; 점수판; 베팅
delivery; cafe | | 배달; 카페
sober alcohol_free quit_drinking; addiction | | 금주; 중독
commitment | | 다짐 결심
performance | | 실적
grade rank level | | 등급
citation cite reference | | 인용 출처
bond; exchange | | 채권; 거래소
lease rent; moving relocation | | 전세; 이사
cleaning clean; housework chore | | 청소; 집안일
customer guest; customer_service support reply | | 손님; 응대 고객응대
counseling consultation; counselor; inquiry question | | 상담; 상담사; 문의
survey questionnaire poll | | 설문조사
experience | | 경험
color; palette | | 색깔; 팔레트
illustration | | 삽화
resolution; enlarge zoom upscale; shrink reduce | | 해상도; 확대; 축소
document paperwork form | | 서류
video_conference video_call meeting | | 화상회의
attend attendance | | 참석
work_hours shift; salary wage payroll | | 근무; 월급
job employment career; business; business_plan | | 취업; 사업; 사업계획서
campaign; content; visitor; conversion; conversion_rate | | 캠페인; 콘텐츠; 방문자; 전환; 전환율
search_engine; optimization optimize | | 검색엔진; 최적화
loss; financial_statement | | 손실; 재무제표
breaking_news; radio | | 속보; 라디오
sheet_music score; perform | | 악보; 연주
temperature; currency exchange | | 기온; 환전
festival; event | | 축제; 이벤트
book; fairy_tale children_story | | 책; 동화
slides presentation deck | | 발표자료 프레젠테이션
priority prioritize; owner assignee | | 우선순위; 담당자
communication communicate; draft | | 소통; 초안
congratulation celebrate | | 축하
workflow | | 작업흐름
coding; programming program; function; index | | 코딩; 프로그래밍; 함수; 인덱스
anonymize anonymization deidentify | | 익명화 비식별화
antivirus vaccine | | 백신
plugin; screen display; mouse; sensor; drone; fuel | | 플러그인; 화면; 마우스; 센서; 드론; 연료
training_data dataset; machine_learning; deep_learning; neural_network | | 학습데이터; 기계학습 머신러닝; 딥러닝; 신경망
embedding; vector; knowledge_base | | 임베딩; 벡터; 지식베이스
gene genetic; logic; university college | | 유전자; 논리; 대학 대학교
eco environmental; carbon emission; electricity electric; solar | | 환경보호; 탄소; 전기; 태양광
architecture building; drawing blueprint; interior; furniture | | 건축; 도면; 인테리어; 가구
3d; rendering render; character; tone timbre | | 삼차원 입체; 렌더링; 캐릭터; 음색
synthesis synthesize; copy clone; forgery counterfeit | | 합성; 복제; 위조
report; allow permit; access; contrast | | 신고; 허용; 접근; 고대비
multilingual; localization localize | | 다국어; 현지화 로컬라이징
parents; wedding_invitation; neighbor; alumni | | 부모님; 청첩장; 이웃; 동창
christmas; holiday | | 크리스마스; 명절 설날 추석
gift; flower; shoes; glasses; size | | 선물추천; 꽃; 신발; 안경; 사이즈
repair mend; hair_salon; nail; perfume | | 수선; 미용실; 네일; 향수
noodle; vegetable; fruit; meat; fish; bread; snack | | 라면; 채소 야채; 과일; 고기; 생선; 빵; 과자 간식
side_dish; breakfast; lunch; dinner | | 반찬; 아침식사; 점심; 저녁식사
pill medication; vaccination; treatment therapy; emergency | | 알약 복용; 예방접종; 치료; 응급
headache; cold flu; nursing care; funeral; will testament | | 두통; 감기; 간병; 장례; 유언
divorce; nationality citizenship; public_institution | | 이혼; 국적; 공공기관
vote voting; parliament congress; policy; law legal; compliance comply; standard | | 투표; 국회; 정책; 법; 준수; 표준
fire; police; military; volunteer; fundraising | | 화재; 경찰; 군대; 봉사; 모금
views; youtuber; editor | | 조회수; 유튜버; 편집자
planning plan; delivery; partner; salesperson sales; prospect lead | | 기획 기획서; 납품; 협력사; 영업사원; 잠재고객
business_card; branch; store; opening_hours | | 명함; 지점; 매장; 영업시간
distance; time_difference timezone; standard_time; stopwatch | | 거리; 시차; 표준시; 초시계
quote saying; quiz | | 격언 명언; 퀴즈쇼
username id; nickname; lock; unlock release; key | | 아이디; 닉네임; 잠금; 해제; 열쇠
serverless; microservice microservices; requirement; specification spec; prototype | | 서버리스; 마이크로서비스; 요구사항; 명세 명세서; 시제품
connection connect; speed_test; slow; broken failure malfunction | | 접속; 속도측정; 느려요; 고장 오작동
restart reboot; reset initialize; compatible compatibility | | 재시작; 초기화; 호환
preprocessing; missing; missing_value; outlier; sample; probability | | 전처리; 누락; 결측값; 이상치; 표본; 확률
clustering cluster; correlation; hypothesis; hypothesis_test; experiment | | 군집; 상관관계; 가설; 검정; 실험
shortest_path; algorithm; data_structure; reinforcement_learning | | 최단경로; 알고리즘; 자료구조; 강화학습
interview; coding_test; ocr | | 면접문제; 코딩테스트; 글자인식
typing; speed_reading; memorize memorization; flashcard | | 타자; 속독; 암기; 플래시카드
timetable schedule; credit; scholarship; study_abroad; admission | | 시간표; 학점; 장학금; 유학; 입시
certificate certification; textbook; workbook; online_course; syllabus; attendance | | 자격증; 교과서; 문제집; 온라인강의; 강의계획서; 출석부
toy; animal; fish; insect; dinosaur | | 장난감; 동물; 물고기; 곤충; 공룡
telescope; satellite; lottery; second_hand used; rental rent | | 망원경; 위성; 로또; 중고거래; 렌트 대여
electricity_bill; gas; water; phone_plan plan | | 전기요금; 가스; 수도; 요금제
tablet; laptop; monitor; hard_drive; router; vpn | | 태블릿; 노트북; 모니터; 외장하드; 공유기; 브이피엔
history; cookie; ringtone; vibration; do_not_disturb focus_mode; dark_mode | | 방문기록; 쿠키; 벨소리; 진동; 방해금지; 야간모드 다크모드
`;
