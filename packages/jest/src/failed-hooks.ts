import { readFileSync } from 'node:fs'
import type { Failure } from '@svc/protocol'
import { isOfMatcher } from './failure.ts'
import { isHookCall, leavesHook } from './hook-source.ts'
import type { TestCaseResult, TestContext } from './jest.ts'
import { outermostOf, splitStack } from './stack.ts'

/** A failed `beforeAll`, observed at one of the tests that it prevented from running. */
export interface FailedHook {
  /** The first line of its message. */
  reason: string
  /** Hooks that no earlier test has reported. */
  untold: Failure[]
}

const TIMED_OUT = /Exceeded timeout of ([\d.]+) (ms|s) for a hook/
const ENGINE_ERRORS = ['TypeError', 'ReferenceError', 'RangeError']

/**
 * Recognizes the tests of one file that did not run because a `beforeAll` failed. Jest fails them
 * with the hook's error and does not say so; without proof, they keep Jest's status.
 */
export class FailedHooks {
  readonly #isCircus: boolean
  readonly #told = new Set<string>()
  readonly #sources = new Map<string, string[]>()

  constructor({ config }: TestContext) {
    // Under jest-jasmine2, the tests after such a hook run.
    this.#isCircus = /[\\/]jest-circus[\\/]/.test(config.testRunner)
  }

  /**
   * The hook that prevented this test from running; undefined if it ran, or may have run. `errors`
   * are the test's.
   */
  of(result: TestCaseResult, errors: Failure[] = []): FailedHook | undefined {
    const [failure] = errors
    if (!this.#isCircus || result.status !== 'failed' || !failure) return undefined
    if (!this.#isOfHook(failure, result)) return undefined
    const reason = failure.message.trim().split('\n', 1)[0] ?? ''
    const untold = errors.filter((_, index) => this.#isNew(result.failureMessages[index] ?? ''))
    return { reason, untold }
  }

  #isOfHook(failure: Failure, { failureMessages, failureDetails, duration }: TestCaseResult): boolean {
    const { message, location, name } = failure
    if (message.startsWith('thrown: ')) {
      const [, limit, unit] = TIMED_OUT.exec(message) ?? []
      // A hook that waits for its time-out within a test makes the test last as long.
      if (limit && (duration ?? 0) * 2 < Number(limit) * (unit === 's' ? 1000 : 1)) return true
      return location !== undefined && isHookCall(this.#linesOf(location.file), { column: 1, ...location })
    }
    const { frames } = splitStack(failureMessages[0] ?? '')
    const frame = outermostOf(frames)
    // Jest calls hooks and tests as anonymous functions of a plain object.
    if (!frame?.place || frame.name !== 'Object.<anonymous>') return false
    const behind = frames.slice(frames.lastIndexOf(frame.text) + 1).join('\n')
    const isCalledAsHook =
      behind.includes('_callCircusHook') && !/_callCircusTest|_runTest(?!sFor)/.test(behind)
    if (behind.includes('jest-circus') && !isCalledAsHook) return false
    const isTop = frames[0] === frame.text
    return leavesHook(this.#linesOf(frame.place.file), frame.place, {
      isOfMatcher: isOfMatcher(failureDetails[0]),
      isOfEngine: isTop && name !== undefined && ENGINE_ERRORS.includes(name),
    })
  }

  #isNew(text: string): boolean {
    const isNew = !this.#told.has(text)
    this.#told.add(text)
    return isNew
  }

  #linesOf(path: string): string[] {
    const known = this.#sources.get(path)
    if (known) return known
    const lines = read(path)
    this.#sources.set(path, lines)
    return lines
  }
}

const read = (path: string): string[] => {
  try {
    return readFileSync(path.startsWith('file://') ? new URL(path) : path, 'utf8').split('\n')
  } catch {
    return []
  }
}
