import { VERDICT } from '../../../ground/store/tables.ts'
import { isNotInBase, type Pair } from '../changes/read-changes.ts'
import { fingerprintOf, type Reason } from '../changes/read-reasons.ts'
import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'

/** The test of the base that has the same titles in another file, and that this head lacks. */
interface MovedTest {
  file: string
  hasPassed: boolean
}

/** A test that fails on the base and is absent from the head. */
interface GoneTest {
  hasSameTitles: boolean
  hasSameError: boolean
}

/** Tests of the base that a failed test may have been, under another name. */
export interface FormerTests {
  /** The failed tests of the base that are missing in this head and that may be this test. */
  gone: GoneTest[]
  /**
   * The file in which the base has a test with the same titles that this head lacks; null unless
   * there is exactly one.
   */
  movedFrom: MovedTest | null
  /** Failing tests of the base that have its error, in any file. */
  failingSo: number
}

/** Which tests of the base each failure that the base lacks may have been. */
export function findFormerTests(input: FailuresToJudge): OfFailure<FormerTests> {
  const goneOf = findGone(input)
  const movedFrom = findMoved(input)
  const failingSo = Map.groupBy(input.failingOnBase, (pair) => fingerprintOf(pair.base, input.reasons))
  return (pair) => {
    const now = errorOf(pair, input)
    return {
      gone: isNotInBase(pair) ? goneOf(pair) : [],
      movedFrom: isNotInBase(pair) ? movedFrom(pair) : null,
      failingSo: now === null ? 0 : (failingSo.get(now)?.length ?? 0),
    }
  }
}

/**
 * For a failure that the base lacks: failed tests of the base that no longer exist and may be the
 * same test.
 */
function findGone({ gone, reasons, tests }: FailuresToJudge): OfFailure<GoneTest[]> {
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

/** For a test that the base lacks: the only absent test of the base with its titles in another file; null without one. */
function findMoved({ absent, tests }: FailuresToJudge): OfFailure<MovedTest | null> {
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
