import { LIMITS } from '@svc/protocol'
import {
  again,
  attempt,
  bareJournal,
  ENTRIES,
  GROUP,
  items,
  journal,
  LINE_VALUES,
  lines,
  openLine,
  ROOM,
  type Shape,
  withError,
  words,
} from './make.ts'

const caused = (i: number, depth: number): object => ({
  message: words(i * 10 + depth, 60),
  ...(depth > 0 && { cause: caused(i, depth - 1) }),
})

/** Lines of an unknown field with as many values as a line may have. */
const unknown = (make: (i: number) => string, brackets = '[]', each = 1): Shape =>
  journal(
    lines(
      (line) =>
        attempt(
          line,
          `{"x":${brackets[0]}${items((i) => make(line * LINE_VALUES + i), { most: LINE_VALUES / each, room: LIMITS.lineBytes - 1_000 })}${brackets[1]}}`,
        ),
      { most: Math.floor((LIMITS.bodyValues - 1_000) / LINE_VALUES) },
    ),
  )

/** A normal upload of about a size: 20,000 tests that fail, with as much to tell as that takes. */
export function normal(bytes: number): Shape {
  const length = Math.floor(bytes / 20_000) - 140
  const message = Math.min(length, 1_000)
  return journal(
    lines(
      (i) => withError(i, { name: 'Error', message: words(i, message), stack: words(i, length - message) }),
      { most: 20_000, room: bytes },
    ),
  )
}

export const JOURNALS: Record<string, () => Shape> = {
  'values of many readings': () =>
    journal(
      lines((i) =>
        withError(i, { message: `expected values ${i} equal${' received: nilnilnil'.repeat(190)} !` }),
      ),
    ),
  'brackets behind a text of the line before': () =>
    bareJournal(`${openLine()}\n["warning","a\n",${'['.repeat(LIMITS.lineBytes - 100)}\n`, 'identity'),
  'a blank line in each batch': () =>
    journal(lines((i) => `${withError(i, { message: words(i, 900) })}${i % 60 === 0 ? '\n' : ''}`, ENTRIES)),
  'texts of two bytes a character': () =>
    journal(
      lines(
        (i) =>
          `["group",${i},{"file":"\u2603${words(i, 400)}","titles":["\u2603${words(i, 100)}"]}]\n["attempt",${i},"\u2603${words(i, 150)}","failed",0,1,{"errors":[{"message":"\u2603${words(i, 180)}"}],"stdout":"\u2603${words(i, 80)}"}]`,
        ENTRIES,
      ),
    ),
  'many tests below long titles': () =>
    journal(
      `["group",1,${JSON.stringify({ file: 'f', titles: Array(4).fill('x'.repeat(16_000)) })}]\n${lines((i) => `["attempt",1,"${words(i, 40)}","passed",0,1]`, { most: 520 })}`,
    ),
  'new tests of long titles': () =>
    journal(
      lines(
        (i) =>
          `["group",${i},{"file":"f${i}","titles":["${words(i, 400)}"]}]\n["attempt",${i},"${words(i * 7 + 3, 470)}","passed",0,1]`,
        ENTRIES,
      ),
    ),
  'line breaks': () => journal('\n'.repeat(ROOM), 'identity'),
  'line breaks, gzip': () => journal('\n'.repeat(ROOM), 'gzip'),
  'line breaks, zstd': () => journal('\n'.repeat(ROOM), 'zstd'),
  'lines of a space': () => journal(' \n'.repeat(ROOM / 2), 'identity'),
  'lines of {}': () => journal('{}\n'.repeat(ROOM / 3), 'identity'),
  'lines of []': () => journal('[]\n'.repeat(ROOM / 3), 'identity'),
  'brackets that never close': () => bareJournal('['.repeat(ROOM), 'identity'),
  'brackets that close': () =>
    journal('['.repeat(LIMITS.lineBytes / 2) + ']'.repeat(LIMITS.lineBytes / 2), 'identity'),
  'open lines': () => {
    const line = openLine()
    return journal(lines(() => line))
  },
  'one group again and again': () => journal(lines(() => GROUP)),
  groups: () =>
    journal(
      lines((i) => `["group",${i},{"file":"${words(i, 900)}","titles":["a"]}]`, { most: LIMITS.groups }),
    ),
  'groups of deep titles': () =>
    journal(
      lines(
        (i) =>
          `["group",${i},{"file":"${i}","titles":[${'"t",'.repeat(63)}"t"]}]\n["attempt",${i},"t","passed",0,1]`,
        {
          most: LIMITS.bodyEntries,
        },
      ),
    ),
  warnings: () => journal(lines((i) => `["warning","${words(i, 1_000)}"]`, ENTRIES)),
  ends: () => journal(lines(() => '["end",{"status":"passed","durationMs":1}]', ENTRIES)),
  'errors outside of tests': () =>
    journal(lines((i) => `["error",{"file":"${i}","failure":{"message":"${words(i, 900)}"}}]`, ENTRIES)),
  'passes of one test': () => journal(lines((i) => `["attempt",0,"t","passed",${i},1]`, ENTRIES)),
  passes: () => journal(lines((i) => attempt(i), ENTRIES)),
  'a file and a group each': () =>
    journal(
      lines(
        (i) =>
          `["group",${i},{"file":"${words(i, 400)}","titles":["${words(i, 300)}"],"variant":"v${i}"}]\n["attempt",${i},"${words(i, 300)}","passed",0,1]`,
        ENTRIES,
      ),
    ),
  '100 attempts each': () =>
    journal(lines((i) => `["attempt",0,"t${Math.floor(i / 100)}","failed",${i},1]`, ENTRIES)),
  'a reason for each': () =>
    journal(
      lines(
        (i) => `["attempt",0,"t${i}","skipped",0,0,{"skip":{"kind":"skip","reason":"${words(i, 900)}"}}]`,
        { most: LIMITS.bodyEntries },
      ),
    ),
  'a short error for each': () => journal(lines((i) => withError(i, { message: words(i, 20) }), ENTRIES)),
  'an error for each': () => journal(lines((i) => withError(i, { message: words(i, 900) }), ENTRIES)),
  '20 equal errors each': () =>
    journal(
      lines((i) => attempt(i, { errors: Array.from({ length: 20 }, () => ({ message: 'm' })) }), {
        most: LIMITS.bodyErrors / 20,
      }),
    ),
  'messages of 4 KB': () => journal(lines((i) => withError(i, { message: words(i, 4_000) }))),
  'messages of 16 KB': () => journal(lines((i) => withError(i, { message: words(i, 16_000) }))),
  'messages with a character of two bytes': () =>
    journal(lines((i) => withError(i, { message: `\u2603${words(i, 15_000)}` }))),
  'causes of causes': () => journal(lines((i) => withError(i, caused(i, 8)), ENTRIES)),
  'unended commands of terminals': () =>
    journal(lines((i) => withError(i, { message: again(i, '\u001b]', 4_000) }))),
  'messages to be masked': () =>
    journal(lines((i) => withError(i, { message: again(i, 'c:/a~1 status 1 Mon Jan 01 ', 4_000) }))),
  'messages of JSON': () =>
    journal(lines((i) => withError(i, { message: again(i, 'Unexpected token', 4_000) }))),
  'stacks of many lines': () =>
    journal(lines((i) => withError(i, { message: `${i}`, stack: again(i, '\nat a (b:1', 32_000) }))),
  steps: () =>
    journal(
      lines(
        (i) =>
          attempt(i, {
            steps: Array.from({ length: 500 }, (_, k) => ({ title: `${i} ${k}`, durationMs: k })),
          }),
        {
          most: Math.floor(LIMITS.bodyValues / 2_600),
        },
      ),
    ),
  'an unknown field of {}': () => unknown(() => '{}', '[]', 2),
  'an unknown field of []': () => unknown(() => '[]', '[]', 2),
  'an unknown field of short texts': () => unknown((i) => `"${i.toString(36)}"`),
  'an unknown field of many keys': () => unknown((i) => `"${i.toString(36)}":1`, '{}', 2),
  'an unknown field of objects that differ': () => unknown((i) => `{"${i.toString(36)}":1}`, '[]', 3),
  'one key many times': () => unknown(() => '"a":1', '{}', 2),
  __proto__: () => unknown(() => '"__proto__":{}', '{}', 3),
  'numbers of millions of digits': () =>
    journal(
      lines(() => `["attempt",0,"t","passed",0,0.${'1'.repeat(LIMITS.lineBytes - 100)}]`),
      'identity',
    ),
  escapes: () => journal(lines((i) => `["attempt",0,"${i} ${'\\u0000'.repeat(5_000)}","passed",0,1]`)),
  'not UTF-8 at the end': () =>
    journal(Buffer.concat([Buffer.from(lines((i) => attempt(i), ENTRIES)), Buffer.from('\n\xff', 'latin1')])),
  'not JSON at the end': () => journal(`${lines((i) => attempt(i), { most: LIMITS.bodyEntries })}\n{`),
  'CODEOWNERS of stars': () =>
    bareJournal(
      `${openLine({ codeowners: { path: 'CODEOWNERS', text: '*a*b*c* @x\n'.repeat(LIMITS.codeownersBytes / 11) } })}\n`,
    ),
}
