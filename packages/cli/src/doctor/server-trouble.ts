import type { Asked } from './ask-server.ts'
import { type Finding, findingsOf } from './finding.ts'

const say = findingsOf('Server')

/** Says why an address cannot be one; undefined where only asking tells more. */
export const describeUrl = (url: string, source: string): Finding | undefined => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    return say.problem(`${source} is not an http or https address`, {
      reason: 'nothing can be sent there',
      fix: 'give it in full, as in:',
      paste: ['SVC_URL=https://svc.example.com'],
    })
  if (address.username || address.password)
    return say.problem(`${source} holds a user name or password`, {
      reason: 'they cannot be sent beside the API key',
      fix: 'remove them:',
      paste: [`SVC_URL=${address.protocol}//${address.host}${address.pathname.replace(/\/$/, '')}`],
    })
  return undefined
}

interface Place {
  url: string
  /** Where the address comes from; absent for the default. */
  source: string | undefined
  isCi: boolean
}

/** Says what is wrong with the answer to the first question; undefined where one of our servers gave it. */
export const describeTrouble = (asked: Asked, { url, source, isCi }: Place): Finding | undefined => {
  if (asked.kind === 'known') return undefined
  if (asked.kind === 'unreachable') return unreachable(asked.reason, { url, source, isCi })
  if (asked.kind === 'foreign') return foreign(url, 'it answers 200, but not as svc does')
  const { answer, isOurs, message } = asked
  const { status } = answer
  if (status >= 300 && status < 400) return elsewhere(url, status, answer.header('location'))
  if (answer.proxy && (status === 407 || !isOurs))
    return say.problem(`the proxy ${answer.proxy} answers ${status} instead of ${url}`, {
      reason: 'HTTPS_PROXY or HTTP_PROXY leads there',
      fix: 'give the proxy its user and password, or go past it:',
      paste: [`NO_PROXY=${new URL(url).hostname}`],
    })
  if (isOurs && status < 500)
    return withoutApi(url) === url ? undefined : foreign(url, 'reporters add /api to the address themselves')
  if (status >= 500)
    return say.problem(`${url} has trouble (${status})`, {
      reason: message || 'something on the way to the server, or the server itself, does not work',
      fix: "look at the server's log; what runs record meanwhile is kept and sent later",
    })
  return foreign(url, `it answers ${status}, but not as svc does`)
}

const unreachable = (reason: string, { url, source, isCi }: Place): Finding => {
  const { cause, advice } = taken(reason)
  if (source === undefined)
    return say.problem(`${url} (the default) cannot be reached`, {
      reason: `SVC_URL is not set, and ${cause}`,
      fix: isCi
        ? 'set SVC_URL to the address of your server:'
        : 'set SVC_URL to its address, or start it here:',
      paste: ['export SVC_URL=https://svc.example.com'],
    })
  return say.problem(`${url} cannot be reached`, {
    reason: cause,
    fix: advice ?? 'see that the server runs and that this machine may reach it',
  })
}

/** Takes a sentence of the client apart: `<where> could not be reached (CODE): <cause>; <advice>`. */
const taken = (reason: string): { cause: string; advice?: string } => {
  const [, where = '', code, rest = reason] =
    /^(.*?) could not be reached(?: \((\w+)\))?: (.*)$/.exec(reason) ?? []
  const over = /over the proxy \S+/.exec(where)?.[0]
  const [cause = rest, ...advice] = rest.split('; ')
  return {
    cause: [cause, over, code && `(${code})`].filter(Boolean).join(' '),
    ...(advice.length > 0 && { advice: advice.join('; ') }),
  }
}

const elsewhere = (url: string, status: number, location: string | null): Finding => {
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined
  const base = target?.href.replace(/\/api\/whoami.*$/, '').replace(/\/+$/, '')
  return say.problem(`${url} sends elsewhere (${status})`, {
    reason: 'reporters follow nobody, since they would carry the key along',
    fix: base === undefined ? 'set SVC_URL to the address it means' : 'set SVC_URL to the address it means:',
    ...(base !== undefined && { paste: [`export SVC_URL=${base}`] }),
  })
}

const withoutApi = (url: string) => url.replace(/\/api(?:\/.*)?$/, '')

const foreign = (url: string, reason: string): Finding => {
  const shorter = withoutApi(url)
  return say.problem(`${url} is not the address of an svc server`, {
    reason,
    fix: shorter === url ? 'set SVC_URL to the address of your server' : 'leave the path out:',
    ...(shorter !== url && { paste: [`export SVC_URL=${shorter}`] }),
  })
}
