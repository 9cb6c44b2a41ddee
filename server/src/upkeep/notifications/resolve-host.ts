import { ADDRCONFIG, type LookupAddress, promises } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { FairQueue } from '../../ground/kernel/fair-queue.ts'

/** Two attempts at a name server, which leave half of a request's time. */
const TRY_MS = 1_500
const LONGEST_TRY_MS = 2_500

/** The caller that needs a name, and its deadline. */
interface Asking {
  organizationId: number
  signal: AbortSignal
}

/** The addresses of a name, at least one. Rejects with a system error that has a code. */
export type ResolveHost = (host: string, asking: Asking) => Promise<LookupAddress[]>

interface Sources {
  /** The name servers, such as `127.0.0.1:53`; by default those of the system. */
  servers?: string[]
  hostsFile?: string
  /** The system's own look-up. */
  lookup?: (host: string) => Promise<LookupAddress[]>
}

/**
 * Asks the name servers, without using a thread. The system's own look-up blocks one of the two
 * threads that Node has for look-ups, for as long as a name server takes. It is only used for local
 * names and for names that the name servers do not know, one at a time.
 */
export function makeResolveHost({ servers, hostsFile = '/etc/hosts', lookup }: Sources = {}): ResolveHost {
  const askSystem = inTurns(lookup ?? ((host) => promises.lookup(host, { all: true, hints: ADDRCONFIG })))
  return async (host, asking) => {
    if (await isLocal(host, hostsFile)) return askSystem(host, asking)
    return (await askServers(host, asking, servers)) ?? askSystem(host, asking)
  }
}

/** Shared, because the process shares its threads. */
export const resolveHost = makeResolveHost()

/** Name servers do not know these names, or the hosts file takes precedence. */
async function isLocal(host: string, hostsFile: string): Promise<boolean> {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (!name.includes('.')) return true
  const text = await readFile(hostsFile, 'utf8').catch(() => '')
  return text.toLowerCase().split(/\s+/).includes(name)
}

/** Null if they know no address of the name. Rejects if they did not answer in time. */
async function askServers(
  host: string,
  { signal }: Asking,
  servers: string[] | undefined,
): Promise<LookupAddress[] | null> {
  const options = { timeout: TRY_MS, maxTimeout: LONGEST_TRY_MS, tries: 2 }
  const resolver = new promises.Resolver(options)
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  const addresses = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at ? 6 : 4 })) : [],
  )
  if (addresses.length > 0) return addresses
  const late = answers.find((answer) => answer.status === 'rejected' && LATE.has(answer.reason.code))
  if (late) throw (late as PromiseRejectedResult).reason
  return null
}

const LATE = new Set(['ETIMEOUT', 'ECANCELLED'])

interface Waiting {
  organizationId: number
  isBegun: false
  begin(): Promise<void>
}

/** Runs one look-up after the other, in turns between organizations. */
function inTurns(lookup: (host: string) => Promise<LookupAddress[]>): ResolveHost {
  const queue = new FairQueue<Waiting>('names of webhooks')
  let isBusy = false
  const beginNext = () => {
    const next = isBusy ? undefined : queue.take()
    if (!next) return
    isBusy = true
    void next.begin().finally(() => {
      isBusy = false
      beginNext()
    })
  }
  return (host, { organizationId, signal }) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        queue.remove(waiting)
        reject(signal.reason)
      }
      const waiting: Waiting = {
        organizationId,
        isBegun: false,
        begin: () => {
          signal.removeEventListener('abort', leave)
          return lookup(host).then(resolve, reject)
        },
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave)
      queue.add(waiting)
      beginNext()
    })
}
