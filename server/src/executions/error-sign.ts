/** What operating systems and browsers report of networks, memory and disks; no assertion says these. */
const SYSTEM_ERROR =
  /\b(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ESOCKETTIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO)\b|\bnet::(ERR_(?:CONNECTION|NAME|NETWORK|INTERNET|ADDRESS|SOCKET|TIMED)\w*)/

/** Something hung, and nothing says what: a machine that is too slow, or a change that never answers. */
export const TIMED_OUT = /\btim(?:ed?|ing)[ -]?out\b/i

/** A runner gave a test up: unlike "timed out waiting for lock orders" it names nothing that tests may share. */
const GIVEN_UP =
  /^(?:\w+: )?(?:thrown: ")?(?:(?:test|hook) timed out (?:in|after)|(?:test )?timeout of|exceeded timeout of|timeout >) ?\d/i

/** Characters of an error that are searched. */
export const SEARCHED = 1_000

/** Tests, and the files they stand in, that must share an error before it is the surroundings'. */
export const LEAST_TESTS = 3
export const LEAST_FILES = 2

export interface ErrorSign {
  /** The system's error, or null where the error is told by its fingerprint alone. */
  code: string | null
  /** What makes two errors one: the system's error, else the fingerprint. */
  sign: string
  hasTimedOut: boolean
  /** By its runner, at the time a test may take. */
  isGivenUp: boolean
}

/** What the beginning of an error's message says of where it comes from. */
export function signOf(fingerprint: string, message: string): ErrorSign {
  const found = SYSTEM_ERROR.exec(message)
  const code = found?.[1] ?? found?.[2] ?? null
  return {
    code,
    sign: code ?? fingerprint,
    hasTimedOut: TIMED_OUT.test(message),
    isGivenUp: GIVEN_UP.test(message),
  }
}
