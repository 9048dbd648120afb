/** The plainest orders to an agent in languages other than those of the market. */

export const OVERRIDES_ELSEWHERE: readonly RegExp[] = [
  /\b(?:ignora|olvida|descarta|omite)\w{0,4}\s+(?:todas?\s+)?(?:las?\s+)?instrucciones\s+(?:anteriores|previas)/gi,
  /\b(?:ignor|oubli)\w{1,4}\s+(?:toutes\s+)?(?:les\s+)?(?:instructions|consignes)\s+(?:précédentes|antérieures)/gi,
  /\b(?:ignorier\w{0,4}|vergiss|missachte)\s+(?:alle\s+)?(?:vorherigen|bisherigen|früheren|obigen)\s+(?:Anweisungen|Instruktionen|Regeln)/gi,
  /(?:以前|これまで|上記|前)の(?:すべての|全ての)?(?:指示|命令|ルール|規則)をす?べ?て?全?て?(?:無視|忘れ)/g,
  /\b(?:ignor|esqueç|descart|desconsider)\w{1,4}\s+(?:de\s+)?(?:todas?\s+)?(?:as?\s+)?instruções\s+(?:anteriores|prévias)/gi,
  /\b(?:ignora|dimentica|trascura)\w{0,3}\s+(?:tutte\s+)?(?:le\s+)?istruzioni\s+(?:precedenti|anteriori)/gi,
  /\bnegeer\s+(?:alle\s+)?(?:vorige|eerdere|bovenstaande)\s+(?:instructies|regels)/gi,
  /\bzignoruj\s+(?:wszystkie\s+)?(?:poprzednie|wcześniejsze)\s+(?:instrukcje|polecenia)/gi,
  /\babaikan\s+(?:semua\s+)?(?:instruksi|perintah)\s+(?:sebelumnya|di\s+atas)/gi,
  /\bönceki\s+(?:tüm\s+)?(?:talimat|yönerge)\S{0,8}\s+(?:yok\s+say|görmezden\s+gel|unut)/gi,
  /(?:bỏ\s+qua|phớt\s+lờ|quên)\s+(?:tất\s+cả\s+|mọi\s+)?(?:các\s+)?(?:hướng\s+dẫn|chỉ\s+dẫn|lệnh|quy\s+tắc)\s+(?:trước|ở\s+trên)/gi,
  /(?:تجاهل|انس)\s+(?:جميع\s+|كل\s+)?(?:التعليمات|الأوامر|القواعد)\s+السابقة/g,
  /(?:पिछले|पूर्व|उपरोक्त)\s+(?:सभी\s+)?(?:निर्देश|आदेश|नियम)\S{0,4}\s+को\s+(?:अनदेखा|नज़रअंदाज़|भूल)/g,
];

export const SECRECY_ELSEWHERE: readonly RegExp[] = [
  /\bno\s+(?:se\s+|le\s+){0,2}(?:digas|informes|menciones|reveles|avises)\b[^.\n]{0,40}\busuario\b/gi,
  /\bne\s+(?:dites|dis|informez|mentionnez|révélez|prévenez)\b[^.\n]{0,40}utilisateur\b/gi,
  /\b(?:sag|informier|erwähn|verrat)\w{0,3}\s+(?:es\s+)?(?:dem|den|der)\s+(?:Nutzer|Benutzer|Anwender)\w?\s+(?:nicht|nichts)\b/gi,
  /(?:ユーザー|利用者)には?[^。\n]{0,10}(?:知らせ|伝え|言わ|見せ)(?:ない|ず)/g,
  /\bnão\s+(?:diga|informe|mencione|conte|revele|avise)\b[^.\n]{0,40}usuário/gi,
  /\bnon\s+(?:dire|dirlo|informare|menzionare|rivelare|avvisare)\b[^.\n]{0,40}utente\b/gi,
  /\bvertel\s+(?:het\s+|dit\s+)?(?:aan\s+)?de\s+gebruiker\s+(?:niet|niets)\b/gi,
  /\bnie\s+(?:mów|informuj|wspominaj)\b[^.\n]{0,30}użytkownik/gi,
  /\bjangan\s+(?:beri\s?tahu|katakan|sebutkan)\b[^.\n]{0,30}pengguna/gi,
  /kullanıcıya\s+[^.\n]{0,20}(?:söyleme|bildirme|bahsetme)/gi,
  /(?:không|đừng)\s+(?:nói|thông\s+báo|tiết\s+lộ|cho)[^.\n]{0,30}người\s+dùng/gi,
  /و?لا\s+(?:تخبر|تبلغ|تذكر)[^.\n]{0,20}المستخدم/g,
  /उपयोगकर्ता\s+को\s+[^।.\n]{0,20}(?:न|मत|नहीं)\s+(?:बता|कह)/g,
];

/** Looked for in the text as it is: read as Latin letters, Cyrillic ones make no words. */
export const CYRILLIC_PHRASES = [
  [
    "override",
    [
      /(?:(?:про)?игнорируй|забудь|не\s+обращай\s+внимания\s+на)(?:те)?\s+(?:все\s+|всё\s+)?(?:предыдущие|прежние|прошлые|вышеуказанные)\s+(?:инструкции|указания|правила|команды)/gi,
      /(?:ігноруй|забудь)(?:те)?\s+(?:всі\s+|усі\s+)?(?:попередні)\s+(?:інструкції|вказівки)/gi,
    ],
  ],
  [
    "secrecy",
    [
      /не\s+(?:сообщай|говори|рассказывай|упоминай|показывай|повідомляй|кажи)(?:те)?\s[^.\n]{0,40}(?:пользовател|користувач)/gi,
    ],
  ],
] as const;

/** A phrase of secrecy begins with the word that forbids. */
export const TOLD_NOT_TO =
  /^\W*(?:do|don|never|must|no|ne|sag|informier|erwähn|verrat|vertel|não|nie|jangan|kullan|không|đừng|не|و?لا|उपयोग|不|别|切|无|無|勿|请|請|ユ|利)/i;

/** Words of these languages without which a text holds none of their orders. */
export const MENTIONED_ELSEWHERE =
  /instruç|istruzion|usuário|utente|instructies|gebruiker|instrukcj|użytkownik|instruksi|perintah|pengguna|talimat|yönerge|kullanıc|hướng\s+dẫn|chỉ\s+dẫn|người\s+dùng|تجاهل|المستخدم|التعليمات|निर्देश|उपयोगकर्ता|無視|使用者|用戶|私鑰|密鑰|金鑰|助記詞|秘密鍵|パスワード|認証情報/i;
