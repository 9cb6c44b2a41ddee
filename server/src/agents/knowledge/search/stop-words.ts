import { lazily } from '../../../ground/kernel/lazily.ts'
import { stem } from './stem.ts'

/**
 * Words of a question that say little about its answer. They stay in the index, because they are also names in
 * code: `for`, `or`, `with`. They count little beside other words.
 */
const WORDS = `a about after all also an and any anything are as at be because been before being both but by can
could did do does doing done each else ever every for from get gets give go got had has have here how i if in into
is it its itself just let like make many may me might more most much must my need needs no not of on only or other
ought our out over own really same shall she should so some something still such than that the their them then
there these they this those through to too under until up upon us use used using very via want was way we were what
when where whether which while who why will with within without would yet you your`

const stopTerms = lazily(() => new Set(WORDS.split(/\s+/).map(stem)))

export const isStopTerm = (term: string): boolean => stopTerms().has(term)
