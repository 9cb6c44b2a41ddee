/** What operating systems and browsers report of networks, memory and disks; no assertion says these. */
const SYSTEM_ERROR =
  /\b(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ESOCKETTIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO)\b|\bnet::(ERR_(?:CONNECTION|NAME|NETWORK|INTERNET|ADDRESS|SOCKET|TIMED)\w*)/

/** Something hung, and nothing says what: a machine that is too slow, or a change that never answers. */
export const TIMED_OUT = /\btim(?:ed?|ing)[ -]?out\b/i

/** A runner gave a test up: unlike "timed out waiting for lock orders" it names nothing that tests may share. */
const GIVEN_UP =
  /^(?:\w+: )?(?:thrown: ")?(?:(?:test|hook) timed out (?:in|after)|(?:test )?timeout of|exceeded timeout of|timeout >) ?\d/i

/** A service says that it is ill, or a process dies: a slow machine, an outage, or what the change asks of it. */
const ILL =
  /\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?):? ?50[234]\b|\b50[234] (?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)|\b(?:Bad Gateway|Service (?:Temporarily )?Unavailable)\b|\b(?:page|context|browser|target)\b[\w ,]*? (?:closed|crashed|disconnected)\b|heap out of memory|\bworker (?:process )?(?:was )?(?:terminated|exited|crashed)|\bSIGKILL\b/i

/** A test's own words on what it found: what answered 503 there is the code that is tested. */
const ASSERTED = /^(?:\w*Error: )?(?:expect|assert)/i

/** Disks, memory and handles of one machine: no service shares them, and hardly any change uses them up. */
const OF_ONE_MACHINE = /^(?:ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO)$/

/** Characters of an error that are searched. */
export const SEARCHED = 1_000

/** Tests, and the files they stand in, that must share an error before it is the surroundings'. */
export const LEAST_TESTS = 3
export const LEAST_FILES = 2

export interface ErrorSign {
  /** The system's error, or null where the error is told by its fingerprint alone. */
  code: string | null
  /** What makes two errors one: what they name of the machine, else the fingerprint. */
  sign: string
  hasTimedOut: boolean
  /** A service answered that it cannot, or a process died. */
  isIll: boolean
  /** By its runner, at the time a test may take. */
  isGivenUp: boolean
}

/** What the beginning of an error's message says of where it comes from. */
export function signOf(fingerprint: string, message: string): ErrorSign {
  const found = SYSTEM_ERROR.exec(message)
  const code = found?.[1] ?? found?.[2] ?? null
  const ill = ASSERTED.test(message) ? null : ILL.exec(message)
  const isGivenUp = GIVEN_UP.test(message)
  // Where in a test it struck says nothing of what is ill.
  const named = code ?? (ill ? `ill: ${ill[0].toLowerCase()}` : isGivenUp ? 'given up' : null)
  return {
    code,
    sign: named ?? fingerprint,
    hasTimedOut: TIMED_OUT.test(message),
    isIll: ill !== null,
    isGivenUp,
  }
}

/** True for errors that name a machine, a network or a service; any other may as well be the code's own. */
export const isOfMachine = ({ code, hasTimedOut, isIll }: ErrorSign): boolean =>
  code !== null || hasTimedOut || isIll

/** True for errors that speak for the machine without a witness. */
export const isOfOneMachine = ({ code }: Pick<ErrorSign, 'code'>): boolean =>
  code !== null && OF_ONE_MACHINE.test(code)
