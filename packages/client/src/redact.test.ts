import { randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'
import { expect, test } from 'vitest'
import { MASK, makeRedactor } from './redact.ts'

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEabc+/=\n'.repeat(20)}-----END RSA PRIVATE KEY-----`
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

test.each([
  ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
  ['a fine-grained GitHub token', `github_pat_${'a1B2_'.repeat(10)}`],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
  ['an npm token', `npm_${'a1B2'.repeat(9)}`],
  ['a Slack token', 'xoxb-123456789012-abcdefGHIJ'],
  ['an API key of ours', toApiKey(randomBytes(32))],
  ['a JSON web token', JWT],
  ['a private key', PEM],
])('%s is masked and counted', (_, secret) => {
  const redactor = makeRedactor([])
  expect(redactor.text(`got <${secret}> back`)).toBe(`got <${MASK}> back`)
  expect(redactor.count).toBe(1)
})

test('around a secret, what helps to understand stays', () => {
  const redactor = makeRedactor([])
  expect(redactor.text('GET https://me:s3cr3t@example.org/a')).toBe(`GET https://${MASK}@example.org/a`)
  expect(redactor.text('Authorization: Bearer abcdef0123456789')).toBe(`Authorization: Bearer ${MASK}`)
})

test('a key block is masked although one end of it was cut off', () => {
  const redactor = makeRedactor([])
  expect(redactor.text(`a ${PEM.slice(0, 120)}`)).toBe(`a ${MASK}`)
  expect(redactor.text(`${PEM.slice(120)} z`)).toBe(`${MASK} z`)
})

test('values of secrets are masked as they are and as part of an address', () => {
  const redactor = makeRedactor(['p@ss/word+1', 'p@ss/word+1 and more'])
  expect(redactor.text('p@ss/word+1 and more, p%40ss%2Fword%2B1')).toBe(`${MASK}, ${MASK}`)
  expect(redactor.count).toBe(2)
})

test('a plain word that is someone’s password renames no test', () => {
  const redactor = makeRedactor(['postgres', 'a1b2c3d4e5f6'])
  expect(redactor.name('connects to postgres with a1b2c3d4e5f6')).toBe(`connects to postgres with ${MASK}`)
  expect(redactor.text('role postgres')).toBe(`role ${MASK}`)
})

test('ordinary text is left alone', () => {
  const redactor = makeRedactor([])
  const text = 'bearer tokens at http://localhost:3000/a@b, 10:30, svc_run, npm_config, key: value@host'
  expect(redactor.text(text)).toBe(text)
  expect(redactor.count).toBe(0)
})

test('hostile text costs no time', () => {
  const redactor = makeRedactor([])
  const started = performance.now()
  for (const unit of ['://a:', 'eyJaaaaaaaaa.', '-----BEGIN PRIVATE KEY-----', 'Bearer ', 'ghp_', 'a'])
    redactor.text(unit.repeat(Math.ceil(24_000 / unit.length)))
  expect(performance.now() - started).toBeLessThan(1000)
})
