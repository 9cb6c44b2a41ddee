import { signOf } from '../../results/results/error-sign.ts'
import type { Cause } from './outline.ts'

/** The words for a system's error code, with the name of the service that should answer, and without it. */
const FAILED: Record<string, [named: string, unnamed: string]> = {
  refused: ['refused connections', 'connections were refused'],
  closed: ['closed connections', 'connections were closed'],
  silent: ['did not answer', 'a service did not answer'],
  unreachable: ['was unreachable', 'a host was unreachable'],
  unresolved: ['could not be resolved', 'a host name could not be resolved'],
}
const BY_CODE: [code: RegExp, kind: string][] = [
  [/REFUSED/, 'refused'],
  [/RESET|ABORTED|EPIPE|CLOSED/, 'closed'],
  [/TIMEDOUT|TIMED_OUT/, 'silent'],
  [/UNREACH|HOSTDOWN|NETDOWN|DISCONNECTED/, 'unreachable'],
  [/ENOTFOUND|EAI_AGAIN|ERR_NAME/, 'unresolved'],
]
const OF_MACHINE: Record<string, string> = {
  ENOSPC: 'the disk was full',
  EDQUOT: 'the disk quota was used up',
  ENOMEM: 'the machine ran out of memory',
  EMFILE: 'too many files were open',
  ENFILE: 'too many files were open',
  EIO: 'a disk failed',
}

/** The usual service behind a port. */
const SERVICES: Record<string, string> = {
  1433: 'SQL Server',
  3306: 'MySQL',
  4222: 'NATS',
  5432: 'PostgreSQL',
  5672: 'RabbitMQ',
  6379: 'Redis',
  9092: 'Kafka',
  9200: 'Elasticsearch',
  11211: 'Memcached',
  27017: 'MongoDB',
}

/** What failed, with its address if all errors of the cause name the same one. */
export function describeInfrastructureFailure({ alike }: Cause): string {
  const messages = alike.flatMap(([first]) => first?.message ?? [])
  const [first = ''] = messages
  const { code, hasTimedOut, isIll } = signOf('', first)
  if (code === null)
    return isIll ? 'a service or process failed' : hasTimedOut ? 'tests timed out' : 'the environment failed'
  const kind = BY_CODE.find(([pattern]) => pattern.test(code))?.[1]
  const [named, unnamed] = FAILED[kind ?? ''] ?? []
  if (named === undefined || unnamed === undefined) return OF_MACHINE[code] ?? `the system reported ${code}`
  const [address, ...others] = new Set(messages.map(addressIn))
  if (!address || others.length > 0) return unnamed
  const service = SERVICES[/:(\d+)$/.exec(address)?.[1] ?? '']
  return `${address}${service ? ` (${service})` : ''} ${named}`
}

const ADDRESSES = [
  /\bE[A-Z]+ ([\w.:[\]-]{1,60}:\d{1,5})(?![\w.:-])/,
  /\b(?:ENOTFOUND|EAI_AGAIN) ([\w.-]{1,60})/,
  /\bnet::ERR_\w+ at \w{2,10}:\/\/([\w.-]{1,60}(?::\d{1,5})?|\[[\da-f:]{2,39}\](?::\d{1,5})?)(?=[/?#\s]|$)/i,
]
/** The number of characters of an error that are searched for an address. */
const SEARCHED = 1_000

function addressIn(message: string): string | null {
  const text = message.slice(0, SEARCHED)
  for (const pattern of ADDRESSES) {
    const address = pattern.exec(text)?.[1]
    if (address) return address
  }
  return null
}
