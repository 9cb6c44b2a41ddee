import { readTimestamp, unitOf } from '../common/times.ts'
import type { Format } from '../format.ts'
import { parseXml } from '../xml/parse.ts'
import { rootOf } from '../xml/root-of.ts'
import type { Dialect } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import { JUnitReader } from './read.ts'

const ROOT = /^<(?:!DOCTYPE|(?:[\w.-]+:)?(?:testsuites?|testcase|testrun))[\s>/]/

/** JUnit XML, in all the dialects of `dialects.ts`. */
export const junit: Format = {
  name: 'junit',
  detect: ({ text }) => ROOT.test(rootOf(text)) && !isOfCheck(text),
  startedAt: ({ text }) => {
    const timestamps = [...text.matchAll(/<testsuites?\s[^>]{0,4000}?\btimestamp=["']([^"']{1,60})["']/g)]
    const moments = timestamps
      .map(([, moment]) => readTimestamp(moment))
      .filter((moment) => moment !== undefined)
    return moments.length > 0 ? Math.min(...moments) : undefined
  },
  runner: (head) => ({ name: runnerOf(dialectOf(head)) }),
  async read(source, sink) {
    const dialect = dialectOf(source.head)
    sink.run({ dialect: dialect.name, tool: runnerOf(dialect) })
    const reader = new JUnitReader(sink, {
      dialect,
      path: source.path,
      unit: unitOf(timesIn(source.head.text)),
    })
    try {
      await parseXml(source.text(sink), reader)
    } finally {
      reader.end()
    }
  },
}

/** The unit of the times of its tests and suites. */
function* timesIn(text: string): Iterable<string> {
  for (const [, , time = ''] of text.matchAll(TIME)) yield time
}

const TIME =
  /<(?:testcase|testsuites?|testrun)\s(?:[^<>]{0,4000}?\s)?(?:time|duration)=(["'])([^"']{1,40})\1/g

/** Check, for C, uses the same root element for a format of its own. */
const isOfCheck = (text: string) =>
  /<test[\s>]/.test(text) && !/<(?:[\w.-]+:)?test(?:suite|case)[\s>/]/.test(text)

const runnerOf = ({ name, tool = name }: Dialect): string => tool
