/** Lines of PowerShell and of batch files that do harm, told by their words. */

export const SPEAKS_WINDOWS =
  /\b(?:powershell|pwsh|iex|iwr|irm|Invoke-\w+|certutil|bitsadmin|mshta|regsvr32|rundll32|DownloadString|DownloadFile|Set-MpPreference|Remove-Item|Format-Volume|Start-Process|New-ItemProperty|Set-ItemProperty|Register-ScheduledTask|New-Service|schtasks|netsh|vssadmin|reg|rd|rmdir|del|start)\b/i;
export const FETCHES =
  /\b(?:iwr|irm|curl|wget|Invoke-(?:WebRequest|RestMethod)|DownloadString|DownloadFile|DownloadData|Start-BitsTransfer)\b/i;
export const RUNS =
  /(?:\|\s*(?:iex|Invoke-Expression)\b|\b(?:iex|Invoke-Expression)\b\s*[("'$&]|\b(?:iex|Invoke-Expression)\s+\(?\s*(?:iwr|irm|New-Object))/i;
export const ENCODED =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,300}\s-e(?:nc(?:odedcommand)?|c)?\s+["']?[A-Za-z0-9+/=]{40,}/i;
export const LIVING_OFF =
  /\bcertutil(?:\.exe)?\b[^\n]{0,200}-urlcache|\bbitsadmin\b[^\n]{0,200}\/transfer|\bmshta(?:\.exe)?\s+["']?(?:https?:|javascript:|vbscript:)|\bregsvr32\b[^\n]{0,100}\/i:https?:|\brundll32\b[^\n]{0,100}javascript:/i;
/** Takes the protection of the machine away. */
export const DISARMS =
  /\bSet-MpPreference\b[^\n]{0,200}-Disable\w+\s+(?:\$?true|1)|\bnetsh\b[^\n]{0,80}\bfirewall\b[^\n]{0,60}\boff\b|\bvssadmin\b[^\n]{0,40}\bdelete\b/i;
export const EXCLUDES = /\b(?:Set|Add)-MpPreference\b[^\n]{0,200}-Exclusion\w+/i;

const EVERYTHING = String.raw`["']?(?:[A-Z]:\\?|\$HOME|\$env:USERPROFILE|%USERPROFILE%|~|[A-Z]:\\(?:Users|Windows)\\?|\$env:SystemDrive\\?|%SystemDrive%\\?)(?:\\?\*(?:\.\*)?)?["']?`;
/** Deletes a home or a drive. */
export const DELETES_EVERYTHING = new RegExp(
  String.raw`\bRemove-Item\b(?=[^\n]{0,200}-Recurse)[^\n]{0,200}?\s${EVERYTHING}(?:\s|;|$)|(?:^|[\s&|(])(?:del|erase|rd|rmdir)\s(?=[^\n]{0,80}\/s)(?:\/\w\s+){1,5}${EVERYTHING}(?:\s|&|$)|\bFormat-Volume\b|(?:^|[\s&|(])format\s+[a-z]:\s*\/`,
  "i",
);
/** Comes back with the next session. */
export const STAYS =
  /\b(?:New|Set)-ItemProperty\b[^\n]{0,200}\\CurrentVersion\\Run|\breg(?:\.exe)?\s+add\b[^\n]{0,200}\\(?:CurrentVersion\\Run|Winlogon)|\bRegister-ScheduledTask\b|\bschtasks(?:\.exe)?\b[^\n]{0,200}\/create|\bNew-Service\b|\\Start Menu\\Programs\\Startup|\bAdd-Content\b[^\n]{0,80}\$PROFILE|>>?\s*\$PROFILE/i;

/** The file that a line downloads to: `-OutFile x`, `curl -o x`, `DownloadFile("…", "x")`. */
export const SAVES_AS =
  /\b(?:iwr|irm|Invoke-(?:WebRequest|RestMethod)|Start-BitsTransfer)\b[^\n]{0,300}-(?:OutFile|Destination)\s+["']?([^\s"',;)]{1,200})|\b(?:curl|wget)(?:\.exe)?\b[^\n]{0,300}\s-o\s+["']?([^\s"',;)]{1,200})|\bDownloadFile\s*\([^\n,]{1,300},\s*["']?([^\s"',;)]{1,200})/i;
export const STARTS_FILE =
  /(?:\b(?:Start-Process|Invoke-Item|start(?:\s+(?:""|\/\w+))*|call|cmd\s+\/c|msiexec(?:\s+\/\w+)*|rundll32)\s+(?:-FilePath\s+)?|^\s*&?\s*|[;&|]\s*&?\s*)["']?([^\s"',;)|&]{1,200})/gi;
