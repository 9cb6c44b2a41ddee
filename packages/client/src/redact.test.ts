import { randomBytes } from 'node:crypto'
import { toApiKey } from '@svc/protocol'
import { describe, expect, test } from 'vitest'
import { IN_CONTEXT, ORDINARY, TOKENS } from '../test/trouble-tokens.ts'
import { MASK, makeRedactor } from './redact.ts'

const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEabc+/=\n'.repeat(20)}-----END RSA PRIVATE KEY-----`

test.each([...Object.entries(TOKENS), ['an API key of ours', toApiKey(randomBytes(32))]])(
  '%s is masked and counted, in text and in names',
  (_, secret) => {
    const redactor = makeRedactor([])
    for (const way of [redactor.text, redactor.name])
      expect(way(`got <${secret}> back`)).toBe(`got <${MASK}> back`)
    expect(redactor.text(JSON.stringify(`line\n${secret}\n`))).not.toContain(secret.slice(-12))
    expect(redactor.count).toBe(3)
  },
)

test.each(Object.entries(IN_CONTEXT))('%s: the surrounding text stays', (_, [before, secret, after]) => {
  const redactor = makeRedactor([])
  expect(redactor.text(`a ${before}${secret}${after} z`)).toBe(`a ${before}${MASK}${after} z`)
  expect(redactor.text(redactor.text(`a ${before}${secret}${after} z`))).toBe(`a ${before}${MASK}${after} z`)
  expect(redactor.count).toBe(2)
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

test.each(ORDINARY)('ordinary text is left alone: %s', (text) => {
  const redactor = makeRedactor([])
  expect([redactor.text(text), redactor.name(text)]).toEqual([text, text])
  expect(redactor.count).toBe(0)
})

describe('the value of a secret', () => {
  const shown = (value: string, text: string) => makeRedactor([value]).text(text)
  const value = 'pä"ss/wörd+1'

  test('is found in JSON, in an address, and in base64 wherever it begins there', () => {
    expect(shown(value, JSON.stringify({ value }))).toBe(`{"value":"${MASK}"}`)
    expect(shown(value, `?p=${encodeURIComponent(value)}`)).toBe(`?p=${MASK}`)
    expect(shown(value, `?p=${encodeURIComponent(value).toLowerCase()}`)).toBe(`?p=${MASK}`)
    for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
      const encoded = Buffer.from(`${before}${value}!`)
      expect(shown(value, encoded.toString('base64'))).toContain(MASK)
      expect(shown(value, encoded.toString('base64url'))).toContain(MASK)
    }
  })

  test('of several lines is found line by line', () => {
    const lines = ['first-line-of-a-secret', 'short', 'second-line-of-a-secret']
    const secret = lines.join('\n')
    expect(shown(secret, `a ${secret} z`)).toBe(`a ${MASK} z`)
    expect(shown(secret, `> ${lines[0]}\r\n> ${lines[2]}`)).toBe(`> ${MASK}\r\n> ${MASK}`)
    expect(shown(secret, JSON.stringify(secret))).toBe(`"${MASK}"`)
  })

  test('longer than what is looked at is found in pieces, so that a cut shows little of it', () => {
    const secret = randomBytes(6000).toString('hex')
    const text = shown(secret, `a ${secret.slice(0, 9_000)}`)
    expect(text.replaceAll(MASK, '').length).toBeLessThan(515)
  })

  test('that ends in what is special to a pattern is taken as it is', () => {
    expect(shown('a.b*c(d[e$', 'a.b*c(d[e$ aXbXc')).toBe(`${MASK} aXbXc`)
  })
})

const LONG = 200_000

// A pattern that backtracks takes longer than the timeout of a test for one of these texts.
test('hostile text is read in linear time', () => {
  const redactor = makeRedactor(['a'.repeat(40), 'b\nb'.repeat(30)])
  const begins = Object.values(TOKENS).flatMap((token) => [token.slice(0, 6), token.slice(0, -8)])
  const contexts = Object.values(IN_CONTEXT).map(([before]) => before)
  const odd = [
    '://a:',
    '://',
    'eyJaaaaaaaaa.',
    '-----BEGIN PRIVATE KEY-----',
    'Bearer ',
    'Basic ',
    'a',
    '1',
    '1:',
    ' ',
    'sk-',
  ]
  for (const unit of [...begins, ...contexts, ...odd])
    redactor.text(unit.repeat(Math.ceil(LONG / unit.length)))
})
