import { LIMITS } from '@svc/protocol'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Quota } from '../../ground/kernel/context.ts'
import { MCP_PLAN_LIMITS, MESSAGES_PER_MINUTE } from '../../ground/kernel/mcp-plan-limits.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { limitedAs } from '../../people/identity/authenticate.ts'
import type { RestContext, RestEnv } from './env.ts'
import { makeSlidingWindow, type SlidingWindow } from './sliding-window.ts'

/** Per credential and minute; 0 means no limit. */
export interface RateLimitConfig {
  reads: number
  writes: number
  /** Bytes of uploads on the wire. */
  ingestBytes: number
  /** Requests of one address without a valid credential. */
  failures: number
  /**
   * Attempts of one address to sign in, or to use a link; and, counted separately, rejected tokens of
   * workflows. The database counts them, and the next limit too: see `identity/sign-in-throttle.ts`.
   */
  signIns: number
  /** Wrong passwords for one account before the next attempt must wait. */
  wrongPasswords: number
}

export interface RateLimits {
  reads: SlidingWindow
  writes: SlidingWindow
  ingestBytes: SlidingWindow
  failures: SlidingWindow
  /** Calls of tools and prompts over MCP, by the organization's plan. */
  mcpFree: SlidingWindow
  mcpPro: SlidingWindow
  /** Other messages to MCP. */
  mcpMessages: SlidingWindow
  clock: Clock
}

export const makeRateLimits = (config: RateLimitConfig, clock: Clock): RateLimits => ({
  reads: makeSlidingWindow(config.reads),
  writes: makeSlidingWindow(config.writes),
  ingestBytes: makeSlidingWindow(config.ingestBytes),
  failures: makeSlidingWindow(config.failures),
  mcpFree: makeSlidingWindow(MCP_PLAN_LIMITS.free.requestsPerMinute),
  mcpPro: makeSlidingWindow(MCP_PLAN_LIMITS.pro.requestsPerMinute),
  mcpMessages: makeSlidingWindow(MESSAGES_PER_MINUTE),
  clock,
})

/** An upload counts only if it starts an execution, which only its own routes know. */
const UPLOADS = new Set(['/api/ingest', '/api/test-results'])
/**
 * These belong to an upload that already counted: it declares its artifacts, and CI adds facts. A
 * push of documents counts as requests in proportion to its bytes.
 */
const WITH_UPLOAD = /^\/api\/(?:artifacts|executions\/[^/]+\/facts|documents\/push)$/
/**
 * A receiver acknowledges messages that it has read; counted as writes, ten messages a minute would
 * be its limit.
 */
const READ_BY_POST = new Set(['/api/bus/messages/ack'])
/** Open for hours, and limited by the number of concurrent streams. */
const STREAM = '/api/bus/stream'
/** Bytes of artifacts, limited by the budget of bytes and the number of concurrent downloads. */
const ARTIFACT = /^\/api\/artifacts\/[^/]+(\/upload)?$/
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Counts a request against its credential, except a rejected write. Throws RATE_LIMITED if the minute is used
 * up.
 */
export const rateLimit = (limits: RateLimits) =>
  createMiddleware<RestEnv>(async (c, next) => {
    const credential = limitedAs(c.get('identity'))
    const now = limits.clock()
    if (c.req.method === 'POST' && UPLOADS.has(c.req.path)) {
      c.set('quota', limits.writes.peek(credential, now))
      return next()
    }
    if (c.req.method === 'POST' && WITH_UPLOAD.test(c.req.path)) {
      const budget = limits.ingestBytes.peek(credential, now)
      c.set('quota', limits.writes.peek(credential, now))
      if (budget?.remaining === 0) throw tooMany(budget, `uploads of ${budget.limit} bytes a minute`)
      limits.ingestBytes.add(credential, Number(c.req.header('Content-Length') ?? LIMITS.requestBytes), now)
      return next()
    }
    const kind = READS.has(c.req.method) || READ_BY_POST.has(c.req.path) ? 'reads' : 'writes'
    if (ARTIFACT.test(c.req.path) || c.req.path === STREAM) {
      c.set('quota', limits[kind].peek(credential, now))
      return next()
    }
    const { allowed, quota } = limits[kind].take(credential, now)
    c.set('quota', quota)
    if (!allowed) throw tooMany(quota, `${quota?.limit} ${kind} a minute`)
    await next()
    if (kind === 'writes' && isRefusal(c.res.status)) countAsRead(c, limits, credential)
  })

/** A rejected request stores nothing. */
const isRefusal = (status: number) => status >= 400 && status < 500

/**
 * A rejected write counts as a read, so that rejections are limited too; without remaining reads it stays a
 * write.
 */
function countAsRead(c: RestContext, limits: RateLimits, credential: string): void {
  const now = limits.clock()
  if (!limits.reads.take(credential, now).allowed) return
  const quota = limits.writes.giveBack(credential, now)
  if (!quota) return
  c.res.headers.set('RateLimit-Remaining', String(quota.remaining))
  c.res.headers.set('RateLimit-Reset', String(quota.resetSeconds))
}

/** RATE_LIMITED with the seconds to wait. */
const tooMany = (quota: Quota | null, allowed: string): Problem =>
  tooOften(quota, `This credential may make ${allowed}.`)

/** RATE_LIMITED with its own reason and the seconds to wait. */
export function tooOften(quota: Quota | null, why: string): Problem {
  const seconds = quota?.resetSeconds ?? 1
  return new Problem('RATE_LIMITED', `${why} Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  })
}

/** Counts a rejected credential against its address: returns UNAUTHORIZED at first, then RATE_LIMITED. */
export function countFailure(c: RestContext, limits: RateLimits, address: string, refusal: Problem): Problem {
  const { allowed, quota } = limits.failures.take(address, limits.clock())
  c.set('quota', quota)
  if (allowed) return refusal
  const seconds = quota?.resetSeconds ?? 1
  return new Problem(
    'RATE_LIMITED',
    `Too many requests without a valid credential came from this address. Try again in ${seconds} s. The last was refused because: ${refusal.message}`,
    { retryAfterSeconds: seconds },
  )
}

/** Counts the bytes of one upload against a credential's budget. */
interface Charge {
  /** Counts a piece. Throws RATE_LIMITED if the budget was already used up and the length was unknown. */
  onBytes(count: number): void
  /** Returns counted bytes that never arrived to the budget. */
  end(): void
}

/**
 * Counts an upload as soon as it begins, so that concurrent uploads share the budget. Throws RATE_LIMITED if
 * the budget is used up. `length` is null if the body arrives in chunks, which are counted one by one.
 */
export function chargeUpload(
  { ingestBytes }: Pick<RateLimits, 'ingestBytes'>,
  clock: Clock,
  credential: string,
  length: number | null,
): Charge {
  const requireRest = () => {
    const budget = ingestBytes.peek(credential, clock())
    if (budget?.remaining === 0) throw tooMany(budget, `uploads of ${budget.limit} bytes a minute`)
  }
  requireRest()
  let came = 0
  if (length !== null) ingestBytes.add(credential, length, clock())
  return {
    onBytes(count) {
      came += count
      if (length !== null) return
      requireRest()
      ingestBytes.add(credential, count, clock())
    },
    end() {
      if (length !== null && came < length) ingestBytes.add(credential, came - length, clock())
    },
  }
}
