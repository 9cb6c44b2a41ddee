import type { CheckBody } from '../github/checks.ts'
import type { Report } from '../svc/report.ts'
import { asCode } from '../words.ts'
import { conclude, worstFirst } from './conclude.ts'

/** GitHub accepts 65,535 characters in a summary, and a text has at least as many bytes as characters. */
export const MOST_CHECK_BYTES = 64_000
const RULE = '\n\n---\n\n'
const TITLE_LENGTH = 250

/** Returns the check of a project: the comment's text of its suites, in at most `mostBytes` bytes. */
export const compose = (reports: Report[], isAwaited: boolean, mostBytes = MOST_CHECK_BYTES): CheckBody => {
  const sorted = worstFirst(reports)
  const [worst] = sorted
  const more = sorted.length - 1
  const title = `${worst?.headline ?? ''}${more > 0 ? ` · and ${more} more ${more === 1 ? 'suite' : 'suites'}` : ''}`
  const conclusion = conclude(reports, isAwaited)
  const url = worst?.execution.url
  return {
    title: title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH - 1)}…`.toWellFormed() : title,
    summary: summaryOf(sorted, mostBytes),
    ...(conclusion && { conclusion }),
    ...(url && /^https?:\/\//.test(url) && { detailsUrl: url }),
  }
}

/** Uses full texts while they fit, then headlines, then a count. */
const summaryOf = (reports: Report[], mostBytes: number): string => {
  const shown: string[] = []
  let left = mostBytes - MORE_BYTES
  for (const report of reports) {
    const text = [report.markdown, shortOf(report)].find((each) => Buffer.byteLength(each + RULE) <= left)
    if (text === undefined) break
    left -= Buffer.byteLength(text + RULE)
    shown.push(text)
  }
  const missing = reports.length - shown.length
  if (missing > 0) shown.push(`… and ${missing} more`)
  return shown.join(RULE)
}

const MORE_BYTES = 40

const shortOf = ({ headline, execution: { url } }: Report) =>
  `**${asCode(headline)}**${/^https?:\/\/[^\s()<>"]+$/.test(url) ? ` · [details](${url})` : ''}`
