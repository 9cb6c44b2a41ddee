import type { Caller, Quota } from '../../ground/kernel/context.ts'
import { countOf } from '../../ground/kernel/count-of.ts'
import type { Plan } from '../../ground/kernel/mcp-plan-limits.ts'
import { Problem } from '../../ground/kernel/problem.ts'

/** Counts per credential within a minute. */
interface Counter {
  take(credential: string, now: number): { allowed: boolean; quota: Quota | null }
}

/** The limits of the door. They are per credential and separate from those of REST. */
export interface McpLimits {
  /** Calls of tools and prompts; null: no limit. */
  requests: Record<Plan, Counter | null>
  /** Other messages, of a plan that has a limit. */
  messages: Counter
  clock: () => number
  planOf(caller: Caller): Promise<Plan>
  /** See `plans/count-search.ts`. */
  countSearch<T>(caller: Caller, plan: Plan, search: () => Promise<T>): Promise<T>
}

/** The limits of one HTTP request. Each method throws RATE_LIMITED. */
export interface CallerLimits {
  takeMessages(count: number): Promise<void>
  takeRequest(): Promise<void>
  countSearch<T>(search: () => Promise<T>): Promise<T>
  /** What remained after the last count; null if nothing was limited. */
  quota(): Quota | null
}

/** Applies the plan of the caller's organization, which it reads once. */
export function limitsOf(
  { requests, messages, clock, planOf, countSearch }: McpLimits,
  caller: Caller,
): CallerLimits {
  let plan: Promise<Plan> | null = null
  let last: Quota | null = null
  const readPlan = () => {
    plan ??= planOf(caller)
    return plan
  }
  return {
    async takeMessages(count) {
      if (count === 0 || requests[await readPlan()] === null) return
      for (let i = 0; i < count; i++) {
        const { allowed, quota } = messages.take(caller.credential, clock())
        if (!allowed)
          throw tooMany(quota, `This credential may send ${countOf(quota?.limit ?? 0, 'message')} a minute.`)
      }
    },
    async takeRequest() {
      const name = await readPlan()
      const { allowed, quota } = requests[name]?.take(caller.credential, clock()) ?? UNLIMITED
      last = quota
      if (allowed) return
      const calls = countOf(quota?.limit ?? 0, 'call')
      throw caller.personId === null
        ? tooMany(
            quota,
            `Your organization's plan ${name} allows each API key ${calls} a minute.`,
            MORE_CALLS,
          )
        : tooMany(quota, `Your organization's plan ${name} allows each person ${calls} a minute.`)
    },
    countSearch: async (search) => countSearch(caller, await readPlan(), search),
    quota: () => last,
  }
}

const UNLIMITED = { allowed: true, quota: null }

const MORE_CALLS = ' Agents with one key share its calls: an admin can give each agent a key of its own.'

function tooMany(quota: Quota | null, why: string, more = ''): Problem {
  const seconds = Math.max(1, quota?.resetSeconds ?? 1)
  return new Problem('RATE_LIMITED', `${why} Wait ${seconds} s, then call again.${more}`, {
    retryAfterSeconds: seconds,
  })
}
