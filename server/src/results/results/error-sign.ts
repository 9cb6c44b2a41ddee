/**
 * Codes that operating systems and browsers report for networks, memory and disks; assertions never contain
 * them.
 */
const SYSTEM_ERROR =
  /\b(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ESOCKETTIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO)\b|\bnet::(ERR_(?:CONNECTION|NAME|NETWORK|INTERNET|ADDRESS|SOCKET|TIMED)\w*)/

/** A hang without a named cause: a slow machine, or a change that never answers. */
export const TIMED_OUT = /\btim(?:ed?|ing)[ -]?out\b/i

/**
 * A runner's own timeout: unlike "timed out waiting for lock orders", it names nothing that tests may share.
 */
const GIVEN_UP =
  /^(?:\w+: )?(?:thrown: ")?(?:(?:test|hook) timed out (?:in|after)|(?:test )?timeout of|exceeded timeout of|timeout >) ?\d/i

/**
 * A service reports an internal failure, or a process dies: because of a slow machine, an outage,
 * or the change.
 */
const ILL =
  /\b(?:status(?: code)?|HTTP(?:\/\d(?:\.\d)?)?):? ?50[234]\b|\b50[234] (?:Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)|\b(?:Bad Gateway|Service (?:Temporarily )?Unavailable)\b|\b(?:page|context|browser|target)\b[\w ,]{0,60} (?:closed|crashed|disconnected)\b|heap out of memory|\bworker (?:process )?(?:was )?(?:terminated|exited|crashed)|\bSIGKILL\b/i

/** A test's own assertion message: the tested code returned the 503 that it mentions. */
const ASSERTED = /^(?:\w*Error: )?(?:expect|assert)/i

/** A machine has no network or no names of hosts: an application that crashed refuses connections instead. */
const OF_NETWORK =
  /^(?:EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ERR_(?:NAME|NETWORK|INTERNET|ADDRESS)_\w+)$/

/** Disks, memory and handles of one machine: services do not share them, and changes rarely exhaust them. */
const OF_ONE_MACHINE = /^(?:ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM|EIO)$/

/** The number of characters of an error that are searched. */
export const SEARCHED = 1_000

/**
 * The number of tests, and of files, that must share an error before their environment counts as
 * the cause.
 */
export const LEAST_TESTS = 3
export const LEAST_FILES = 2

export interface ErrorSign {
  /** The system's error, or null if only the fingerprint identifies the error. */
  code: string | null
  /** Equal for two errors of one kind: the code or service they name, else the fingerprint. */
  sign: string
  /** The host and port that did not answer; null if the error names none, or a port that changes from run to run. */
  address: string | null
  hasTimedOut: boolean
  /** A service reported that it cannot answer, or a process died. */
  isIll: boolean
  /** Its runner stopped the test at its time limit. */
  isGivenUp: boolean
}

/** The origin of an error, according to the start of its message. */
export function signOf(fingerprint: string, message: string): ErrorSign {
  const match = SYSTEM_ERROR.exec(message)
  const code = match?.[1] ?? match?.[2] ?? null
  const ill = ASSERTED.test(message) ? null : ILL.exec(message)
  const isGivenUp = GIVEN_UP.test(message)
  const address = match ? addressIn(message.slice(match.index + match[0].length)) : null
  // The position in a test says nothing about the failing service.
  const named = code ?? (ill ? `ill: ${ill[0].toLowerCase()}` : isGivenUp ? 'given up' : null)
  return {
    code,
    sign: named ?? fingerprint,
    address,
    hasTimedOut: TIMED_OUT.test(message),
    isIll: ill !== null,
    isGivenUp,
  }
}

/** Equal for two errors of one cause: a service that one test misses is not the one that another misses. */
export const causeOfError = ({ sign, address }: Pick<ErrorSign, 'sign' | 'address'>): string =>
  address === null ? sign : `${sign} ${address}`

/** Follows the code: `connect ECONNREFUSED 10.0.0.5:5432`, `getaddrinfo ENOTFOUND db.internal`. */
const ADDRESS = /^ (?:at )?([\w.[\]:-]{0,254}[\w\]])/
/** The first of the ports that systems assign by themselves. */
const EPHEMERAL = 32_768

function addressIn(rest: string): string | null {
  const address = ADDRESS.exec(rest)?.[1]
  if (!address || !/[.:]/.test(address)) return null
  if (OWN.test(address)) return 'localhost'
  const at = address.lastIndexOf(':')
  const port = at < 0 ? Number.NaN : Number(address.slice(at + 1))
  if (Number.isNaN(port)) return address
  // Both families of the machine's own addresses lead to one service.
  const host = address.slice(0, at)
  return port >= EPHEMERAL ? null : `${OWN.test(host) ? 'localhost' : host}:${port}`
}

/** The addresses of the machine itself, without a port. */
const OWN = /^(?:\[?(?:::ffff:)?127(?:\.\d{1,3}){3}\]?|\[?::1?\]?|0\.0\.0\.0|(?:[\w-]+\.)*localhost)$/i

/** True for errors that name a machine, a network or a service; the code may cause any other. */
export const isOfMachine = ({ code, hasTimedOut, isIll }: ErrorSign): boolean =>
  code !== null || hasTimedOut || isIll

/**
 * True for errors of the way to another machine: no network, or another host that does not answer. A refusal of the
 * machine itself is no such error, because a change that ends the tested application causes it.
 */
export const isOfWay = ({ code, address }: Pick<ErrorSign, 'code' | 'address'>): boolean =>
  isOfNetwork({ code }) || (code !== null && address !== null && !address.startsWith('localhost'))

export const isOfNetwork = ({ code }: Pick<ErrorSign, 'code'>): boolean =>
  code !== null && OF_NETWORK.test(code)

/** True for errors that prove a machine failure without another run. */
export const isOfOneMachine = ({ code }: Pick<ErrorSign, 'code'>): boolean =>
  code !== null && OF_ONE_MACHINE.test(code)
