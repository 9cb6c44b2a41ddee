import { VERDICT } from '../../store/tables.ts'
import type { TestName } from '../../tests/test-names.ts'
import type { Pair } from '../changes/read-changes.ts'
import { fingerprintOf, type Reason } from '../changes/read-reasons.ts'
import type { GoneTest, MovedTest } from './failure-evidence.ts'

interface GoneAndAdded {
  gone: Pair[]
  reasons: Map<number, Reason>
  tests: Map<number, TestName>
}

/**
 * For a failure that the base lacks: failed tests of the base that no longer exist and may be the
 * same test.
 */
export function findGone({ gone, reasons, tests }: GoneAndAdded): (pair: Pair) => GoneTest[] {
  const reasonOf = (side: Pair['head']) => (side?.reasonId == null ? undefined : reasons.get(side.reasonId))
  const titlesOf = (testId: number) => tests.get(testId)?.titles.join('\0') ?? ''
  const byTitles = Map.groupBy(gone, (pair) => titlesOf(pair.testId))
  const byError = Map.groupBy(gone, (pair) => fingerprintOf(pair.base, reasons))
  return ({ testId, legId, head }) => {
    const error = reasonOf(head)
    if (error?.kind !== 'error') return []
    const namesakes = byTitles.get(titlesOf(testId)) ?? []
    const others = byError.get(error.fingerprint) ?? []
    return [...new Set([...namesakes, ...others])]
      .filter((pair) => pair.legId === legId)
      .map((pair) => {
        const there = reasonOf(pair.base)
        const hasSameTitles = namesakes.includes(pair)
        return { hasSameTitles, hasSameError: isSame(error, there, hasSameTitles) }
      })
  }
}

interface Absent {
  absent: Pair[]
  tests: Map<number, TestName>
}

/** For a test that the base lacks: the only absent test of the base with its titles in another file; null without one. */
export function findMoved({ absent, tests }: Absent): (pair: Pair) => MovedTest | null {
  const keyOf = ({ testId, legId }: Pair) => {
    const name = tests.get(testId)
    return JSON.stringify([legId, name?.titles, name?.variant])
  }
  const byName = Map.groupBy(absent, keyOf)
  return (pair) => {
    const [from, ...others] = byName.get(keyOf(pair)) ?? []
    const file = from && tests.get(from.testId)?.file
    if (!from?.base || !file || others.length > 0 || file === tests.get(pair.testId)?.file) return null
    return { file, hasPassed: from.base.verdict === VERDICT.passed }
  }
}

/** A fingerprint may contain the file, and a bare assertion hardly identifies its test. */
function isSame(here: ErrorReason, there: Reason | undefined, hasSameTitles: boolean): boolean {
  if (there?.kind !== 'error') return false
  const [line, other] = [firstLine(here.message), firstLine(there.message)]
  if (hasSameTitles) return here.fingerprint === there.fingerprint || masked(line) === masked(other)
  return here.fingerprint === there.fingerprint && (line === other || !BARE.test(line))
}

type ErrorReason = Reason & { kind: 'error' }

const BARE = /^(?:\w*Error: )?(?:expect|assert)/i

const firstLine = (message: string) => message.slice(0, message.indexOf('\n') >>> 0).trim()
const masked = (line: string) => line.replaceAll(/\d+/g, '#')
