/** At most the first 64 KiB of a report, once per file: less than 1 s. */
const OF_BEGINNINGS = [
  String.raw`/<Times\s[^>]{0,1000}\bstart="([^"]{1,60})"/`,
  String.raw`/<assembly\s([^>]{0,4000})>/`,
  String.raw`/<test-run\s[^>]{0,2000}?\bstart-time="([^"]{1,60})"/`,
  String.raw`/<testcase\s[^>]{0,1000}\sclass="/`,
  String.raw`/<testcase\s[^>]{0,1000}name="(?:Test|Fuzz|Example|Benchmark)/`,
  String.raw`/<testsuite\s[^>]{0,1000}name="[\w.-]{1,200}\.[a-z]{1,20}\//`,
  String.raw`/<testsuite\s[^>]{0,1000}name="[^"]+\.(?:dll|exe)"/i`,
  String.raw`/<testsuite\s[^>]{0,1000}name="pytest"|<skipped type="pytest\.|<testsuites name="pytest tests"|<testcase\s[^>]{0,1000}\bfile="[^"]{1,500}\.py"/`,
  String.raw`/<testsuite\s[^>]{0,1000}name="rspec\d*"/`,
  String.raw`/<testsuites?\s[^>]{0,4000}?\btimestamp=["']([^"']{1,60})["']/g`,
  String.raw`/<testsuites\s+name="nextest-run"|<testsuites\s[^>]{0,1000}\buuid="[^"]{0,1000}"[^>]{0,1000}>\s*<testsuite\s[^>]{0,1000}disabled=/`,
  String.raw`/^<(?:test-(?:run|results)[\s>]|test-suite\s(?![^>]*\bxmlns\b))/`,
  String.raw`/^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/`,
]
/** Settings, paths, remotes and help texts of the user's own machine. */
const OF_OWN_MACHINE = [
  String.raw`/ \((?:default|choices): .*$/`,
  String.raw`/[/\\]+$/`,
  String.raw`/[\\/]+$/`,
  String.raw`/\/+$/`,
  String.raw`/\B(?=(\d{3})+$)/g`,
  String.raw`/\\|^[ \t]*\[[ \t]*include|worktreeconfig|^[ \t]*\[[^\]]*\][ \t]*[^ \t\r\n]/im`,
  '/^-+|-+$/g',
  String.raw`/^url\s*=\s*(.*)$/i`,
]
/** Answers and comments of the server, of at most 64 KiB. */
const OF_THE_SERVER = [
  String.raw`/<code>(.*?)<\/code>/g`,
  String.raw`/<details><summary>(.*?)<\/summary>/g`,
  String.raw`/No admin\b.* trusts repository/`,
  '/[0-9a-f]{8}-[0-9a-f-]{27}/g',
  String.raw`/\?.*$/`,
  String.raw`/\bevent\b.* is not among/`,
  String.raw`/\bref\b.* is not among/`,
  String.raw`/\uFFFD+$/`,
]
/** A stack of at most 64 KiB, or a moment of at most 200 characters. */
const OF_SHORT_TEXTS = [
  String.raw`/(?:GMT|UTC|Z|[+-]\d\d:?\d\d|\b[A-Z]{3,4})\s*(?:\([^)]*\))?$/`,
  String.raw`/^\s+at (?:async )?(?:.*? \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/`,
]

/**
 * Expressions that the checker cannot decide within minutes, or rejects without reason, as `/source/flags`, with the
 * reason why their time is linear. Those of `ingest/fingerprint.ts` read at most 4,000 characters of an error.
 */
export const REVIEWED = new Map<string, string>([
  [
    String.raw`/^[ \t]*Call log:[ \t]*\n[ \t]*- (Timeout .* exceeded .*)(?:\n[\s\S]*)?$/im`,
    'Begins only at the start of a line, and each part of it stays within one line.',
  ],
  [
    String.raw`/^-\s*Expected\b.*\n\+\s*Received\b.*(?:\n(?:[-+@\s].*)?)*/gm`,
    'Nothing follows what repeats, so it never backtracks; the runs of spaces of two beginnings do not overlap.',
  ],
  [
    String.raw`/^([ \t]*(?:received|actual)\b[\w ]*:)(?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*/gim`,
    'Begins only at the start of a line, and nothing follows what repeats.',
  ],
  [
    String.raw`/^([ \t]*expected\b[\w ]*:)((?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*)/gim`,
    'Begins only at the start of a line, and nothing follows what repeats.',
  ],
  [
    String.raw`/\b(?:status(?: ?code)?|HTTP(?:\/[\d.]+)?|code|exit(?:ed)?(?: with)?(?: code)?|errno|signal)[ :=]+-?\d{1,3}\b/gi`,
    'Each beginning has a run of spaces of its own.',
  ],
  [
    String.raw`/\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?):? ?50[234]\b|\b50[234] (?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)|\b(?:Bad Gateway|Service (?:Temporarily )?Unavailable)\b|\b(?:page|context|browser|target)\b[\w ,]{0,60} (?:closed|crashed|disconnected)\b|heap out of memory|\bworker (?:process )?(?:was )?(?:terminated|exited|crashed)|\bSIGKILL\b/i`,
    'Its only repeat reads at most 60 characters, of the first 1,000 of an error.',
  ],
  [
    String.raw`/\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|ADDRINUSE|MFILE|NOSPC)\b|\b(?:net::ERR_|NS_ERROR_)[A-Z_]+|socket hang up|other side closed|certificate has expired|heap out of memory|(?:page|context|browser) has been closed|Target closed|[Pp]age crashed|Executable doesn.t exist/`,
    'Nothing follows its only repeat, which never backtracks.',
  ],
  [
    String.raw`/\u001b\][\s\S]*?(?:\u0007|\u001b\\|\u009c)|[\u001b\u009b][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g`,
    'The text ends with the end of a command, so that every beginning of one finds it.',
  ],
  [
    String.raw`/(\p{RGI_Emoji})|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800[\p{Zs}--[ ]]]/gv`,
    'The checker does not know the flag v. Nothing in it repeats: an emoji of a fixed list, or one character.',
  ],
  [
    String.raw`/\u001b\[[\d;?]*[A-LN-Za-ln-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r(?!\n)/g`,
    'Each beginning of a command reads no further than the next one.',
  ],
  [
    String.raw`/\n\s*\n|\n(?=\s*(?:Expected|Received|[-+] ))/`,
    'A run of space that has a second line break matches at once, so no run is read twice.',
  ],
  [
    String.raw`/\]\([^()\s]{0,500}(?:[ \t]+"[^"\n]{0,200}")?\)/`,
    'It reads at most 700 characters besides one run of spaces.',
  ],
  ...listed(OF_BEGINNINGS, 'Reads the beginning of a report, once per file.'),
  ...listed(OF_OWN_MACHINE, "Reads what the user's own machine is set to."),
  ...listed(OF_THE_SERVER, 'Reads a short text of the server.'),
  ...listed(OF_SHORT_TEXTS, 'Its texts are cut before.'),
])

function listed(expressions: string[], why: string): [string, string][] {
  return expressions.map((expression) => [expression, why])
}
