/**
 * What lines of Ruby, Perl, PHP, Lua, R, Go, Rust, PowerShell, VBScript and their like bring in and do, told by
 * their words.
 */

/** The answer of a server, or what somebody sends to a page. */
export const DOWNLOADS =
  /\bNet::HTTP\.(?:get|start|post)\w*|\bURI(?:\.parse\([^)\n]{0,200}\))?\.(?:open|read)\b|\bopen\s*\(?\s*['"]https?:|\b(?:HTTParty|Faraday|RestClient)\.get\b|\bLWP::|\bHTTP::Tiny\b|\bget\s*\(?\s*['"]https?:|\bfile_get_contents\s*\(\s*['"](?:https?|ftp|php):|\bcurl_exec\s*\(|\bfopen\s*\(\s*['"]https?:|\$_(?:POST|GET|REQUEST|COOKIE)\b|\bhttps?\.request\s*\(|\burl\s*\(\s*['"]https?:|\breadLines\s*\(\s*['"]https?:|\bsource\s*\(\s*['"]https?:|\bhttr::(?:GET|content)\b|\bhttp\.Get\s*\(|\breqwest::(?:blocking::)?get\b|\.Download(?:String|Data)\s*\(|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b|\.response(?:Text|Body)\b/i;
export const DECODES =
  /\b(?:base64_decode|gzinflate|gzuncompress|str_rot13|hex2bin|convert_uudecode|decode_base64|(?:strict_|urlsafe_)?decode64|FromBase64String|unb64|base64decode)\b|\bunpack1?\s*\(?\s*['"](?:u|H|m)|\b(?:string\.char|chr)\s*\(\s*\d{2,3}\s*[,)]\s*(?:\d|[.&+]\s*chr)/i;
export const WHOLE_ENVIRONMENT =
  /\bENV\.(?:to_h|to_hash|to_a|inspect|map|each\w*|select|collect)\b|%ENV\b(?!%)|\$_ENV\b(?!\s*\[)|\bgetenv\s*\(\s*\)|\bSys\.getenv\s*\(\s*\)|\bos\.Environ\s*\(\s*\)|\benv::vars\s*\(|\bSystem\.getenv\s*\(\s*\)|\b(?:Get-ChildItem|gci|dir|ls)\s+(?:-Path\s+)?["']?env:|::GetEnvironmentVariables\s*\(/i;

/** Its argument is run as a program in the same language. `eval {` only catches errors. */
export const RUNS_CODE =
  /(?<![.\w])eval\b(?!\s*\{)|\b(?:instance|class|module)_eval\b|(?<![.\w:>])(?:load|loadstring|dofile|source)\s*\(|\bcreate_function\s*\(|\bassert\s*\(\s*\$|\b(?:include|require)(?:_once)?\s*\(?\s*['"]https?:|(?:^|[\s|(;&])(?:iex|Invoke-Expression)\b|(?<![.\w>])Execute(?:Global)?[\s(]|\[ScriptBlock\]::Create|Assembly\]::Load\b/i;
/** The Windows form of `curl | sh`, which known projects publish installers for. */
export const INVOKES = /(?:^|[\s|(;&])(?:iex|Invoke-Expression)\b/i;
/** Makes objects of any kind out of bytes, which runs what the bytes name. */
export const UNPACKS_OBJECTS =
  /\bMarshal\.load\b|\bunserialize\s*\(|\bYAML\.(?:unsafe_load|load)\b|\breadRDS\s*\(|\bBinaryFormatter\b/;
/**
 * Names of calls that are put together, or words that are cut out of variables: nobody writes so who wants to be read.
 */
export const DISGUISES =
  /&\s*\(\s*["'][^"'\n]{0,20}["']\s*(?:\+|-f\b)|(?:\[char\]\s*(?:0x)?\d{2,3}\s*\+\s*){2}|-join\s*\(?\s*\(?\s*(?:\d{2,3}\s*,\s*){3}|\b[a-z](?:\^[a-z]){3}|(?:%\w+:~-?\d+,-?\d+%){2}|\$(\w+)\s*=\s*["']\w{1,12}["']\s*\.\s*["']\w{1,12}["'];?(?=[^]{0,200}\$\1\s*\()/i;
export const SPAWNS =
  /(?<![.\w>])(?:system|exec|shell_exec|passthru|proc_open|popen|spawn)\s*[( ]|\bIO\.popen\b|\bOpen3\.|\bos\.execute\s*\(|\bio\.popen\s*\(|\bexec\.Command\s*\(|\bCommand::new\s*\(|\bProcess(?:Builder)?\b\.?(?:Start|\()|\bStart-Process\b|\bRuntime\.getRuntime\(\)\.exec|\bdo shell script\b|\bWScript\.Shell\b|\bsystem2\s*\(/i;
export const SENDS =
  /\bNet::(?:HTTP(?:\.post\w*|::Post|\.get)|SMTP)|\b(?:HTTParty|RestClient|Faraday)\.(?:post|put|get)\b|\b(?:TCP|UDP)Socket\b|->(?:post|put|request|send)\s*\(|\bIO::Socket\b|\bcurl_(?:setopt|exec)|\bstream_context_create\b|\bfsockopen\b|(?<![.\w])mail\s*\(|\bfile_get_contents\s*\(\s*['"]https?:|\bhttps?\.request\s*\(|\b(?:httr::)?POST\s*\(|\bhttp\.(?:Post\w*|NewRequest|Get)\s*\(|\bnet\.Dial\s*\(|\breqwest::|\bureq::|\.(?:PostAsync|Upload(?:String|Data|File|Values))\s*\(|\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm|Send-MailMessage)\b/i;

/** Reaches the network in any way. */
export const REACHES_NETWORK =
  /\bNet::(?:HTTP|FTP|SMTP|SSH)\b|\bURI\.open\b|\b(?:TCP|UDP)Socket\b|\b(?:HTTParty|RestClient|Faraday)\b|\bLWP::|\bHTTP::Tiny\b|\bIO::Socket\b|\bcurl_init\b|\bfsockopen\b|\bfile_get_contents\s*\(\s*['"]https?:|\bsocket\.http\b|\bhttp\.(?:Get|Post|NewRequest)\s*\(|\bnet\.Dial\s*\(|\b(?:reqwest|ureq)::|\bInvoke-(?:WebRequest|RestMethod)\b|\bNet\.WebClient\b|\bhttr::|\bdownload\.file\s*\(|\bHttpClient\b|\bXMLHTTP\b/i;

export const OPENS_SOCKET =
  /\bTCPSocket\.(?:open|new)\b|\bIO::Socket::INET\b|\bsocket\s*\(\s*\w+\s*,\s*PF_INET|\bfsockopen\s*\(|\bsocket\.(?:tcp|connect)\s*\(|\bnet\.Dial\s*\(|\bTcpStream::connect\b|\bSockets\.TCPClient\b|\bnew\s+Socket\s*\(/i;
export const STARTS_SHELL =
  /\b(?:exec|system|spawn|popen|proc_open|shell_exec|Command|new|Process|ProcessBuilder|Start)\b[^\n]{0,60}['"](?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)(?:['"]|\s+-i)|\b(?:iex|Invoke-Expression)\b/i;
/** Input and output of a program given to something else. */
export const TIES_STREAMS =
  /\bopen\s*\(?\s*STD(?:IN|OUT)|\bin:\s*\w|\$(?:stdin|stdout)\.reopen|=>\s*\$sock|\.Std(?:in|out)\b|array\s*\(\s*0\s*=>|GetStream\s*\(|redirectErrorStream|<&\d|>&\d/i;
