import { gzipSync } from 'node:zlib'
import { LIMITS } from '@svc/protocol'
import { document, ENTRIES, items, ROOM, type Shape, words } from './make.ts'

const own = (results: string) => document(`{"project":"hostile","results":[${results}]}`)
const ctrf = (tests: string) =>
  document(
    `{"reportFormat":"CTRF","results":{"tool":{"name":"x"},"environment":{"appName":"hostile"},"tests":[${tests}]}}`,
  )

/** As many tests as there may be with so many attempts each. */
const tried = (times: number) => ({ most: Math.floor(LIMITS.bodyEntries / times) })

export const DOCUMENTS: Record<string, () => Shape> = {
  'brackets that never close': () => document('['.repeat(ROOM), 'identity'),
  'results of {}': () => own(`${'{},'.repeat(ROOM / 3)}{}`),
  'an unknown field': () => document(`{"x":[${'{},'.repeat(LIMITS.lineBytes / 4)}{}],"results":[]}`),
  spaces: () => document(' '.repeat(ROOM), 'identity'),
  'many keys': () =>
    document(`{${items((i) => `"${i.toString(36)}":1`, { most: LIMITS.lineValues / 2 - 10 })}}`),
  results: () =>
    own(
      items(
        (i) => `{"file":"${words(i, 700)}","titles":["a","${words(i, 200)}"],"status":"passed"}`,
        ENTRIES,
      ),
    ),
  '100 attempts each': () =>
    own(
      items(
        (i) =>
          `{"file":"a","titles":["${i}"],"attempts":[${'{"status":"failed","errors":[{"message":"m"}]},'.repeat(99)}{"status":"passed"}]}`,
        tried(100),
      ),
    ),
  'an error for each': () =>
    own(
      items(
        (i) => `{"file":"a","titles":["${i}"],"status":"failed","errors":[{"message":"${words(i, 900)}"}]}`,
        ENTRIES,
      ),
    ),
  'paths of backslashes': () =>
    own(items((i) => `{"file":"${i}${'\\\\'.repeat(4_000)}","titles":["a"],"status":"passed"}`, ENTRIES)),
  CTRF: () =>
    ctrf(
      items((i) => `{"name":"${i}","status":"passed","duration":1,"filePath":"${words(i, 900)}"}`, ENTRIES),
    ),
  'CTRF, a suite of many names': () =>
    ctrf(
      items((i) => `{"name":"${i}","status":"passed","duration":1,"suite":"${'a > '.repeat(60)}"}`, ENTRIES),
    ),
  'CTRF, a suite of millions': () =>
    ctrf(`{"name":"a","status":"passed","duration":1,"suite":"${' > '.repeat(LIMITS.lineBytes / 4)}"}`),
  'CTRF, messages as long as a test': () =>
    ctrf(
      items(
        (i) =>
          `{"name":"${i}","status":"failed","duration":1,"message":"${'a'.repeat(LIMITS.lineBytes - 200)}"}`,
      ),
    ),
  'CTRF, messages of U+0000': () =>
    ctrf(
      items(
        (i) => `{"name":"${i}","status":"failed","duration":1,"message":"${i} ${'\\u0000'.repeat(100_000)}"}`,
      ),
    ),
  'CTRF, messages cut in a row of U+FFFD': () =>
    ctrf(
      items(
        (i) =>
          `{"name":"${i}","status":"failed","duration":1,"message":"${i} ${`${'\ufffd'.repeat(2_000)}x`.repeat(3)}"}`,
      ),
    ),
  'CTRF, output of many lines': () =>
    ctrf(
      items((i) => `{"name":"${i}","status":"failed","duration":1,"stdout":[${'"",'.repeat(90_000)}""]}`, {
        most: Math.floor(LIMITS.bodyValues / 90_100),
      }),
    ),
  'CTRF, 100 attempts each': () =>
    ctrf(
      items(
        (i) =>
          `{"name":"${i}","status":"failed","duration":1,"retryAttempts":[${'{"status":"failed"},'.repeat(97)}{"status":"failed"}]}`,
        tried(99),
      ),
    ),
  'members of gzip': () => {
    const member = gzipSync(Buffer.alloc(ROOM / 64, 0x20))
    return { ...zipped(Buffer.concat(Array.from({ length: 4_000 }, () => member))), bytes: ROOM }
  },
  'empty members of gzip': () => {
    const member = gzipSync('')
    return zipped(Buffer.concat(Array.from({ length: Math.floor(ROOM / member.length) }, () => member)))
  },
}

const zipped = (body: Buffer): Shape => ({
  path: '/api/test-results',
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body,
  bytes: 0,
})
