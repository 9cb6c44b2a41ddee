import type { SvcError } from '@svc/api'
import { describeNetworkError } from '@svc/client/cli'
import { archiveAddress } from '@svc/protocol'
import type { Call } from '../call.ts'
import { addCommand } from '../project/installed.ts'
import { isOlder } from '../project/versions.ts'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/text.ts'

interface RequestFacts {
  url: string
  call: Pick<Call, 'version' | 'folder' | 'env'>
  /** From an answer of the server; null if the answer had none, undefined if no answer arrived. */
  serverVersion: string | null | undefined
}

const DOCTOR = 'npx --no svc doctor'

/** Returns what an error answer, or no answer, means for the user, with the next step. */
export const explain = (error: SvcError, request: RequestFacts): Refusal => {
  const { code, status, retryAfterSeconds } = error
  const said = oneLine(error.message).slice(0, 500)
  if (isUnknownPath(error) && new URL(request.url).pathname !== '/') return besides(request)
  const older = code === 'INVALID_REQUEST' || isUnknownPath(error) ? olderServer(request) : undefined
  if (older) return new Refusal(`${older.what}: ${said}`, { code: 'OLDER_SERVER', next: older.next })
  switch (code) {
    case 'UNAUTHORIZED':
      return new Refusal(`the server rejected the API key (401): ${said}`, {
        code,
        next: `set SVC_API_KEY to a key of ${request.url}, or unset it and log in again with npx --no svc login; an admin can create one: npx --no svc keys create <name>`,
      })
    case 'FORBIDDEN':
      return new Refusal(`the API key lacks the permission (403): ${said}`, {
        code,
        next: 'set SVC_API_KEY to a key with that permission, or unset it and log in (npx --no svc login)',
      })
    case 'RATE_LIMITED':
      return new Refusal(`rate limit reached (429): ${said}`, {
        code,
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
        next: `run the command again in ${retryAfterSeconds ?? 60} s`,
      })
    case 'UNAVAILABLE':
      return new Refusal(`the server is temporarily unavailable (503): ${said}`, {
        code,
        ...(retryAfterSeconds !== null && { retryAfterSeconds }),
        next: `run the command again in ${retryAfterSeconds ?? 5} s; if this persists, check the server's log`,
      })
    case 'STORAGE_FULL':
      return new Refusal(`the server's storage is full (507): ${said}`, {
        code,
        next: "ask the server's operator to free storage, then run the command again",
      })
    case 'UNREACHABLE':
      return status === 0 ? silent(error, request) : strange(status, request)
    case 'INTERNAL':
      return new Refusal(`server error (${status}): ${said}`, {
        code,
        next: "run the command again; if this persists, check the server's log",
      })
    default:
      return new Refusal(said, { code })
  }
}

const isUnknownPath = ({ code, message }: SvcError) => code === 'NOT_FOUND' && /\/api\/?/.test(message)

const besides = ({ url }: RequestFacts) =>
  new Refusal(`the server has no API at ${url}`, {
    code: 'WRONG_ADDRESS',
    next: `remove the path: export SVC_URL=${new URL(url).origin}`,
  })

const silent = ({ cause }: SvcError, { url }: RequestFacts) => {
  const { reason } = describeNetworkError(cause, url)
  const [what = reason, ...advice] = reason.split('; ')
  return new Refusal(what, { code: 'UNREACHABLE', next: advice.join('; ') || DOCTOR })
}

const strange = (status: number, { url }: RequestFacts) =>
  status >= 500
    ? new Refusal(`${url} answered ${status}, and the answer is not from an svc server`, {
        code: 'UNREACHABLE',
        next: 'the server or a proxy in front of it may be down: run the command again later',
      })
    : new Refusal(`${url} is not the address of an svc server: it answered ${status}`, {
        code: 'WRONG_ADDRESS',
        next: `set SVC_URL or --url to the address of your server; for details: ${DOCTOR}`,
      })

/** Servers before 0.1.0 do not send their version. */
const olderServer = ({ url, call, serverVersion }: RequestFacts) => {
  const { version, folder, env } = call
  if (serverVersion === undefined || (serverVersion !== null && !isOlder(serverVersion, version)))
    return undefined
  const named =
    serverVersion === null ? 'is older' : `has version ${oneLine(serverVersion)}, this command ${version}`
  return {
    what: `the server does not support this request: it ${named}`,
    next: `upgrade the server, or install its version of the command: ${addCommand(folder, env, archiveAddress(url, 'cli'))}`,
  }
}
