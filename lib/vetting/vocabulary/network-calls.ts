/** Names of calls, as `indexCode` resolves them, that reach the network. */

const PYTHON_SENDS =
  /^(?:requests(?:\.(?:Session|session)\(\))?\.(?:post|put|patch|get|request|head|delete|options)|(?:requests\.api\.\w+)|httpx(?:\.(?:Client|AsyncClient)\(\))?\.(?:post|put|patch|get|request|stream|delete|head)|aiohttp(?:\.ClientSession\(\))?\.(?:post|put|patch|get|request|ws_connect)|urllib\.request\.(?:urlopen|Request|urlretrieve)|urllib2\.(?:urlopen|Request)|urllib3\.(?:PoolManager\(\)\.)?(?:request|urlopen)|http\.client\.HTTPS?Connection\(\)\.(?:request|send|putrequest)|socket\.(?:socket|create_connection)\(\)\.(?:send|sendall|sendto|sendmsg)|socket\.(?:gethostbyname|getaddrinfo|gethostbyname_ex)|smtplib\.SMTP(?:_SSL)?\(\)\.(?:sendmail|send_message)|ftplib\.FTP(?:_TLS)?\(\)\.(?:storbinary|storlines)|paramiko\..{0,80}\.(?:put|putfo)|websockets?\..{0,60}\.send|boto3\..{0,60}\.(?:put_object|upload_file|upload_fileobj|publish|send_message)|dns\.resolver\.(?:query|resolve)|pycurl\.Curl\(\)\.setopt|telegram\.Bot\(\)\.send_\w+|discord_webhook\.\w+|http\.client\.HTTPS?Connection)$/;
const PYTHON_REACHES =
  /^(?:socket\.(?:socket|create_connection)|urllib\.request\.build_opener|http\.client\.HTTPS?Connection|ftplib\.FTP(?:_TLS)?|smtplib\.SMTP(?:_SSL)?|imaplib\.IMAP4(?:_SSL)?|poplib\.POP3(?:_SSL)?|telnetlib\.Telnet|paramiko\.SSHClient|websockets?\.(?:connect|create_connection|WebSocketApp)|aiohttp\.ClientSession|httpx\.(?:Client|AsyncClient)|requests\.(?:Session|session)|urllib3\.PoolManager|xmlrpc\.client\.ServerProxy|asyncio\.open_connection|boto3\.(?:client|resource|Session)|openai\.(?:OpenAI|AsyncOpenAI)|anthropic\.(?:Anthropic|AsyncAnthropic)|google\.cloud\..{1,60}|slack_sdk\.\w+|stripe\..{1,60}|yfinance\.\w+|feedparser\.parse|tweepy\.\w+|praw\.\w+|pandas\.read_html)$/;
const SCRIPT_SENDS =
  /^(?:fetch|axios(?:\.(?:post|put|patch|get|request|delete))?|axios\.create\(\)\.(?:post|put|patch|get|request)|got(?:\.(?:post|put|patch|get))?|node-fetch(?:\.default)?|needle(?:\.\w+)?|superagent\.(?:post|put|get)(?:\(\)\.send)?|request(?:\.(?:post|put|get))?|undici\.(?:fetch|request)|https?\.(?:request|get)(?:\(\)\.(?:write|end))?|(?:net|tls)\.(?:connect|createConnection)\(\)\.(?:write|end)|net\.Socket\(\)\.(?:write|end|connect)|dgram\.createSocket\(\)\.send|WebSocket\(\)\.send|ws(?:\.WebSocket)?\(\)\.send|XMLHttpRequest\(\)\.(?:send|open)|navigator\.sendBeacon|nodemailer\.createTransport\(\)\.sendMail|dns\.(?:lookup|resolve\w*|promises\.\w+)|EventSource|Deno\.connect|Bun\.connect)$/;
const SCRIPT_REACHES =
  /^(?:WebSocket|ws(?:\.WebSocket)?|XMLHttpRequest|(?:net|tls)\.(?:connect|createConnection)|net\.Socket|dgram\.createSocket|http2\.connect|nodemailer\.createTransport|socket\.io-client(?:\.io)?|openai(?:\.OpenAI)?|@anthropic-ai\/sdk(?:\.\w+)?)$/;

/** True for a call that sends its arguments somewhere. */
export function isSendingCall(names: readonly string[]): boolean {
  return names.some((name) => PYTHON_SENDS.test(name) || SCRIPT_SENDS.test(name));
}

/** True for a call that reaches the network in any way. */
export function isNetworkCall(names: readonly string[]): boolean {
  return isSendingCall(names) || names.some((name) => PYTHON_REACHES.test(name) || SCRIPT_REACHES.test(name));
}

const DOWNLOADS =
  /^(?:requests(?:\.(?:Session|session)\(\))?\.(?:get|request|post)|httpx(?:\.(?:Client|AsyncClient)\(\))?\.(?:get|request)|urllib\.request\.(?:urlopen|urlretrieve)|urllib2\.urlopen|urllib3\.PoolManager\(\)\.request|aiohttp\.ClientSession\(\)\.get|socket\.(?:socket|create_connection)\(\)\.recv|fetch|axios(?:\.(?:get|request))?|got(?:\.get)?|node-fetch(?:\.default)?|undici\.(?:fetch|request)|https?\.(?:request|get)|request(?:\.get)?|dns\.resolver\.(?:query|resolve)|dns\.(?:promises\.)?resolve(?:Txt)?)$/;

/** True for a call whose result comes from the network. */
export function isDownloadCall(names: readonly string[]): boolean {
  return names.some((name) => DOWNLOADS.test(name));
}

const SPAWNS =
  /^(?:ctypes\.(?:CDLL|PyDLL|WinDLL|cdll\.LoadLibrary)\(\)\.(?:system|popen|exec\w*)|ctypes\.cdll\.\w+\.(?:system|popen)|subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|os\.(?:system|popen\d?|exec\w+|spawn\w+|posix_spawnp?|fork|forkpty)|commands\.getoutput|pty\.spawn|asyncio\.create_subprocess_(?:exec|shell)|pexpect\.(?:spawn|run)|plumbum\..{1,40}|fabric\..{1,40}|invoke\.run|sh\.\w+|child_process(?:\.promises)?\.(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)|execa(?:\.\w+)?|shelljs\.exec|cross-spawn(?:\.\w+)?|zx\.\$|Deno\.(?:run|Command)|Bun\.(?:spawn|spawnSync|\$))$/;

/** True for a call that starts another program. */
export function isSpawningCall(names: readonly string[]): boolean {
  return names.some((name) => SPAWNS.test(name));
}

const RUNS_CODE =
  /^(?:exec|eval|compile|execfile|runpy\.run_\w+|code\.InteractiveInterpreter\(\)\.runcode|types\.FunctionType|marshal\.loads|Function|AsyncFunction|vm\.(?:runInThisContext|runInNewContext|runInContext|Script|compileFunction)|constructor\.constructor|module\._compile|\w+\._compile|timeit\.(?:timeit|repeat|Timer)|(?:cProfile|profile)\.run(?:ctx)?|pdb\.run(?:eval)?|worker_threads\.Worker)$/;
/** `[]["filter"]["constructor"]` is `Function`. */
const FUNCTION_IN_DISGUISE =
  /\.(?:constructor|filter|map|find|at|flat|sort|concat|reduce|slice|push|bind|call|apply|toString|valueOf)\.constructor$/;

/** True for a call that runs its argument as code. */
export function isCodeRunningCall(names: readonly string[]): boolean {
  return names.some((name) => RUNS_CODE.test(name)) || isFunctionInDisguise(names);
}

/** True for a call that makes a function of a text without naming the function that does so. */
export function isFunctionInDisguise(names: readonly string[]): boolean {
  return names.some((name) => FUNCTION_IN_DISGUISE.test(name));
}

const UNPACKS =
  /^(?:(?:pickle|cPickle|_pickle|dill|cloudpickle|joblib|torch)\.loads?|pandas\.read_pickle|yaml\.(?:load|load_all|unsafe_load|unsafe_load_all)|jsonpickle\.decode|node-serialize\.unserialize)$/;

/** True for a call that makes objects of any kind of its argument, and so runs what it names. */
export function isUnpackingCall(names: readonly string[]): boolean {
  return names.some((name) => UNPACKS.test(name));
}

const LOADS_FILE =
  /^(?:importlib\.util\.spec_from_file_location|importlib\.machinery\.SourceFileLoader|imp\.load_source|runpy\.run_path|zipimport\.zipimporter)$/;

/** True for a call that runs a file as a module. */
export function isModuleLoadingCall(names: readonly string[]): boolean {
  return names.some((name) => LOADS_FILE.test(name));
}
