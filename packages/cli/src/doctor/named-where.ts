import { withoutTexts } from './code-text.ts'

/** Where in a config the reporter is named, as far as that decides whether it is used. */
export interface Whereabouts {
  /** True where every place is a branch of a condition, and not both branches of one. */
  isConditional: boolean
  /** True where every place lies in the list of projects, whose reporters no runner asks. */
  isInProjects: boolean
}

/** Looks around each of the places, given as offsets into code without comments. */
export const lookAround = (code: string, places: number[]): Whereabouts => {
  const blank = withoutTexts(code)
  const found = places.map((place) => climb(blank, place))
  const branches = new Set(
    found.flatMap(({ conditions }) => conditions.map(({ at, branch }) => `${at}${branch}`)),
  )
  const isSure = ({ conditions }: Place) =>
    conditions.every(
      ({ at, branch }) => branch !== 'if' && branches.has(`${at}then`) && branches.has(`${at}else`),
    )
  return {
    isConditional: found.length > 0 && !found.some(isSure),
    isInProjects: found.length > 0 && found.every((each) => each.isInProjects),
  }
}

interface Place {
  conditions: { at: number; branch: 'then' | 'else' | 'if' }[]
  isInProjects: boolean
}

/** Goes backwards out of one bracket after the other, past what stands beside the way. */
const climb = (code: string, from: number): Place => {
  const place: Place = { conditions: [], isInProjects: false }
  let depth = 0
  let isBeside = false
  let isElse = false
  for (let i = from - 1; i >= 0; i -= 1) {
    const sign = code[i] ?? ''
    if (/[\]})]/.test(sign)) depth += 1
    if (/[[{(]/.test(sign)) depth -= 1
    if (depth > 0) continue
    if (depth < 0) {
      depth = 0
      isBeside = false
      isElse = false
      const before = code.slice(0, i)
      if (sign === '[' && /\bprojects['"_]?\s*:\s*$/.test(before)) place.isInProjects = true
      continue
    }
    if (isBeside) continue
    const before = code.slice(Math.max(0, i - 200), i)
    if (/[,;]/.test(sign) || (sign === '\n' && isStatementEnd(code, i))) isBeside = true
    else if (sign === ':') isElse = true
    else if (sign === '?' && isTernary(code, i)) {
      place.conditions.push({ at: i, branch: isElse ? 'else' : 'then' })
      isElse = false
    } else if (sign === '&' && code[i - 1] === '&') place.conditions.push({ at: i, branch: 'if' })
    else if (sign === '(' || sign === ')') continue
    else if (sign === 'f' && /(?:^|[^\w$.])i$/.test(before) && /^f\s*\(/.test(code.slice(i)))
      place.conditions.push({ at: i, branch: 'if' })
  }
  return place
}

/** Not `?.`, `??` or `name?: type`. */
const isTernary = (code: string, at: number) => !/[.?:]/.test(code[at + 1] ?? '') && code[at - 1] !== '?'

/** A line that neither ends nor goes on with an operator is over. */
const isStatementEnd = (code: string, at: number): boolean => {
  const before = code.slice(0, at).trimEnd().at(-1) ?? ''
  return /^\s*[\w$'"`}]/.test(code.slice(at)) && !/[?:&|,=([{+>]/.test(before) && !isCondition(code, at)
}

/** `if (…)` with its statement on the next line. */
const isCondition = (code: string, at: number) =>
  /\bif\s*\([^\n]*\)\s*$/.test(code.slice(Math.max(0, at - 300), at))
