import { readTimestamp } from '../common/times.ts'
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
    const told = [...text.matchAll(/<testsuites?\s[^>]{0,4000}?\btimestamp=["']([^"']{1,60})["']/g)]
    const moments = told.map(([, moment]) => readTimestamp(moment)).filter((moment) => moment !== undefined)
    return moments.length > 0 ? Math.min(...moments) : undefined
  },
  runner: (head) => ({ name: runnerOf(dialectOf(head)) }),
  async read(source, sink) {
    const dialect = dialectOf(source.head)
    sink.run({ dialect: dialect.name, tool: runnerOf(dialect) })
    const reader = new JUnitReader(sink, dialect, source.path)
    try {
      await parseXml(source.text(sink), reader)
    } finally {
      reader.end()
    }
  },
}

/** Check, for C, has a format of its own below an equal root. */
const isOfCheck = (text: string) =>
  /<test[\s>]/.test(text) && !/<(?:[\w.-]+:)?test(?:suite|case)[\s>/]/.test(text)

const runnerOf = ({ name, tool = name }: Dialect): string => tool
