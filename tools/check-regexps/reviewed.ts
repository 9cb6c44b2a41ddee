/**
 * Expressions that the checker cannot decide within minutes, or rejects without reason, as `/source/flags`, with the
 * reason why their time is linear. Those of `ingest/fingerprint.ts` read at most 4,000 characters of an error.
 */
export const REVIEWED = new Map([
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
])
