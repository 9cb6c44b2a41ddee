import type { SvcError } from '@svc/api'
import { describeNetworkError } from '@svc/client/doctor'
import { isOlder } from '../doctor/older.ts'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/width.ts'

interface Asked {
  url: string
  /** Of this command. */
  version: string
  /** As an answer said; null where it did not, undefined where none came. */
  serverVersion: string | null | undefined
}

const DOCTOR = 'npx @svc/cli doctor'

/** What a refusal of the server, or its silence, means for who typed the command. */
export const explain = (error: SvcError, asked: Asked): Refusal => {
  const { code, status, retryAfterSeconds } = error
  const said = oneLine(error.message).slice(0, 500)
  if (isUnknownPath(error) && new URL(asked.url).pathname !== '/') return besides(asked)
  const older = code === 'INVALID_REQUEST' || isUnknownPath(error) ? olderServer(asked) : undefined
  if (older) return new Refusal(`${older.what}: ${said}`, { code: 'OLDER_SERVER', next: older.next })
  switch (code) {
    case 'UNAUTHORIZED':
      return new Refusal(`the server does not accept the key (401): ${said}`, {
        code,
        next: `set SVC_API_KEY to a key of ${asked.url}; an admin makes one: npx @svc/cli keys create <name>`,
      })
    case 'FORBIDDEN':
      return new Refusal(`the key may not do that (403): ${said}`, {
        code,
        next: 'use a key with that right in SVC_API_KEY, or ask an admin of your organization for one',
      })
    case 'RATE_LIMITED':
      return new Refusal(`the server asks to ask less (429): ${said}`, {
        code,
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
        next: `run it again in ${retryAfterSeconds ?? 60} s`,
      })
    case 'UNAVAILABLE':
      return new Refusal(`the server cannot answer now (503): ${said}`, {
        code,
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
        next: `run it again in ${retryAfterSeconds ?? 5} s; if it stays so, look at the server's log`,
      })
    case 'STORAGE_FULL':
      return new Refusal(`the server has no room left (507): ${said}`, {
        code,
        next: 'ask the people who run the server to make room, then run it again',
      })
    case 'UNREACHABLE':
      return status === 0 ? silent(error, asked) : strange(status, asked)
    case 'INTERNAL':
      return new Refusal(`the server has trouble (${status}): ${said}`, {
        code,
        next: "run it again; if it stays so, look at the server's log",
      })
    default:
      return new Refusal(said, { code })
  }
}

const isUnknownPath = ({ code, message }: SvcError) => code === 'NOT_FOUND' && /\/api\/?/.test(message)

const besides = ({ url }: Asked) =>
  new Refusal(`${url} is not where the server has its API`, {
    code: 'WRONG_ADDRESS',
    next: `leave the path out: export SVC_URL=${new URL(url).origin}`,
  })

const silent = ({ cause }: SvcError, { url }: Asked) => {
  const { reason } = describeNetworkError(cause, url)
  const [what = reason, ...advice] = reason.split('; ')
  return new Refusal(what, { code: 'UNREACHABLE', next: advice.join('; ') || DOCTOR })
}

const strange = (status: number, { url }: Asked) =>
  status >= 500
    ? new Refusal(`${url} answers ${status}, and not as an svc server does`, {
        code: 'UNREACHABLE',
        next: 'something on the way to the server, or the server itself, does not work: run it again in a while',
      })
    : new Refusal(`${url} is not the address of an svc server: it answers ${status}`, {
        code: 'WRONG_ADDRESS',
        next: `set SVC_URL, or --url, to the address of your server; ${DOCTOR} tells more`,
      })

/** Answers of servers before 0.1.0 do not name a version. */
const olderServer = ({ version, serverVersion }: Asked) => {
  if (serverVersion === undefined || (serverVersion !== null && !isOlder(serverVersion, version)))
    return undefined
  const named =
    serverVersion === null ? 'is older' : `has version ${oneLine(serverVersion)}, this is ${version}`
  return {
    what: `the server does not know this command's question: it ${named}`,
    next: `upgrade the server${serverVersion === null ? '' : `, or run npx @svc/cli@${oneLine(serverVersion)}`}`,
  }
}
