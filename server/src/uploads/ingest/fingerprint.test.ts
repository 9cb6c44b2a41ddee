import type { Failure } from '@svc/protocol'
import { expect, test } from 'vitest'
import { Fingerprints, fingerprint } from './fingerprint.ts'

const of = (message: string, more: Partial<Failure> = {}) => fingerprint({ message, name: 'Error', ...more })
const withFrame = (frame: string) => ({ stack: `Error: x\n    at ${frame}` })

/** As Jest and Playwright print it. */
const compared = (matcher: string, lines: string) => `expect(received).${matcher}(expected)\n\n${lines}`

const callLog = (attempts: number) => `locator.click: Timeout 5000ms exceeded.
Call log:
  - waiting for getByRole('button', { name: 'Pay' })
    - locator resolved to <button disabled class="b-${attempts}">Pay</button>
  - attempting click action
${'    - waiting 20ms\n      - element is not enabled\n'.repeat(attempts)}`

const invisible = (locator: string, rest: string) => `expect(locator).toBeVisible() failed

Locator: ${locator}
Expected: visible
${rest}
Call log:
  - Expect "toBeVisible" with timeout 5000ms
  - waiting for ${locator}`

const diff = (changed: string, same: string) =>
  compared(
    'toEqual',
    `- Expected  - ${changed.length}\n+ Received  + 2\n\n  Object {\n    "same": "${same}",\n-   "id": 1,\n+   "id": ${changed},\n  }`,
  )

const nodeDiff = (value: string) =>
  `Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n+   a: ${value},\n-   a: 2,\n    b: [\n      '${value}'\n    ]\n  }\n`

const strict = (count: number) =>
  `locator.click: Error: strict mode violation: getByText('Pay') resolved to ${count} elements:\n${Array.from(
    { length: count },
    (_, i) => `    ${i + 1}) <b>Pay ${i}</b> aka getByText('Pay').nth(${i})`,
  ).join('\n')}`

test.each([
  ['numbers', 'timed out after 5000 ms', 'timed out after 7 ms'],
  ['ids', 'no user 3f2b8c1e-0d4a-4c6f-9a51-77f0a1b2c3d4', 'no user 00000000-0000-4000-8000-000000000000'],
  ['hashes', 'commit 9fceb02d0ae5 is gone', 'commit 1234567890ab is gone'],
  ['random names', 'no session V1StGXR8_Z5jdHi6B-myT', 'no session q7Kd02mMx_9sLp4Rt-aaB'],
  ['times', 'expired at 2026-01-02T03:04:05Z', 'expired at 2027-11-12T13:14:15.678Z'],
  [
    'dates',
    'expired at Mon Mar 02 2026 09:00:00 GMT+0100 (Central European Standard Time)',
    'expired at Thu Nov 12 2026 13:14:15 GMT+0000 (UTC)',
  ],
  ['paths', 'cannot read /home/a/shop/data.json', 'cannot read /builds/7/shop/other.json'],
  ['addresses', 'refused http://127.0.0.1:4812/x', 'refused http://10.0.0.7:80/y?z=1'],
  ['colours', '\u001b[31mwrong\u001b[39m', 'wrong'],
  [
    'received values',
    compared('toBe', 'Expected: "ab"\nReceived: "cd"'),
    compared('toBe', 'Expected: "x"\nReceived: null'),
  ],
  [
    'received values on several lines',
    compared('toEqual', 'Expected: {"a": 1}\nReceived:\n  [\n    1\n  ]'),
    compared('toEqual', 'Expected: {"b": 2}\nReceived: 4'),
  ],
  ['differences', 'differs\n- one\n+ two', 'differs\n- three\n- four\n+ five'],
  ['what a diff does not change', diff('0.18', 'a'), diff('0.4456', 'another')],
  ['diffs of node:assert', nodeDiff('0.31'), nodeDiff('0.7754')],
  [
    "chai's values",
    "expected 'Ann' to be 'Bob' // Object.is equality",
    "expected 'go to Bo' to be 'Cy' // Object.is equality",
  ],
  [
    "chai's objects",
    "expected { id: 1, …(2) } to deeply equal { id: 2, name: 'y' }",
    "expected { a: 'to b' } to deeply equal { b: 3 }",
  ],
  ['attempts in a call log', callLog(2), callLog(14)],
  [
    'what stood in the place',
    invisible("getByText('Paid')", 'Received: hidden\nTimeout: 5000ms\n'),
    invisible("getByText('Paid')", 'Received: detached\nTimeout: 10000ms\n'),
  ],
  ['how many elements there were', strict(2), strict(3)],
  [
    'data that is no JSON',
    `Unexpected token 'x', "{"a": x1" is not valid JSON`,
    `Unexpected token '<', "<html>" is not valid JSON`,
  ],
  ['ports by chance', 'connect ECONNREFUSED 127.0.0.1:45709', 'connect ECONNREFUSED 127.0.0.1:40112'],
])('%s do not make another error', (_, one, other) => {
  expect(of(one)).toBe(of(other))
})

test.each([
  ['words', 'cannot read', 'cannot write'],
  ['an HTTP status', 'Request failed with status code 404', 'Request failed with status code 503'],
  ['a status in front', '404 Not Found', '500 Internal Server Error'],
  ['an exit code', 'Process exited with code 1', 'Process exited with code 137'],
  ['a service', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:6379'],
  ['a host', 'getaddrinfo ENOTFOUND db.internal', 'getaddrinfo ENOTFOUND cache.internal'],
  [
    'a matcher',
    compared('toBe', 'Expected: 1\nReceived: 2'),
    compared('toEqual', 'Expected: 1\nReceived: 2'),
  ],
  [
    'a kind of value',
    compared('toBe', 'Expected: 1\nReceived: 2'),
    compared('toBe', 'Expected: "a"\nReceived: 2'),
  ],
  [
    'a truth',
    compared('toBe', 'Expected: true\nReceived: false'),
    compared('toBe', 'Expected: false\nReceived: true'),
  ],
  ['a locator', invisible("getByText('Paid')", ''), invisible("getByText('Sent')", '')],
  ['a locator waited for', callLog(2), callLog(2).replaceAll("'Pay'", "'Ship'")],
  ['a property', 'expected { a: 1 } to have property "b"', 'expected { a: 1 } to have property "c"'],
  [
    'a property read',
    "Cannot read properties of undefined (reading 'foo')",
    "Cannot read properties of undefined (reading 'bar')",
  ],
  ['a module', "Cannot find module '../../lib/cart'", "Cannot find module '../../lib/pay'"],
  [
    'a browser error',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://a/',
    'page.goto: net::ERR_CERT_DATE_INVALID at http://a/',
  ],
])('%s does', (_, one, other) => {
  expect(of(one)).not.toBe(of(other))
})

test('another class and another place of the own code make another error', () => {
  expect(of('x', { name: 'TypeError' })).not.toBe(of('x'))
  expect(of('x', withFrame('pay (src/cart.ts:1:2)'))).not.toBe(of('x', withFrame('ship (src/cart.ts:1:2)')))
})

test('the place is the first frame of the own code, regardless of its line', () => {
  const library = 'at assert (/x/node_modules/lib/index.js:1:1)\n    at '
  expect(of('x', withFrame(`${library}pay (/a/src/cart.ts:10:2)`))).toBe(
    of('x', withFrame('pay (/b/src/cart.ts:99:7)')),
  )
})

test('what breaks around the code is one error wherever the code was', () => {
  for (const message of [
    'connect ECONNREFUSED 127.0.0.1:5432',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/',
    'page.click: Target page, context or browser has been closed',
  ])
    expect(of(message, withFrame('a.spec.ts:1:2'))).toBe(of(message, withFrame('b.spec.ts:3:4')))
  const cause = (message: string) => ({ cause: { message } })
  const refused = of('fetch failed', {
    ...cause('connect ECONNREFUSED 127.0.0.1:5432'),
    ...withFrame('a.ts:1:1'),
  })
  expect(refused).toBe(
    of('fetch failed', { ...cause('connect ECONNREFUSED 127.0.0.1:5432'), ...withFrame('b.ts:2:2') }),
  )
  expect(refused).not.toBe(of('fetch failed', cause('getaddrinfo ENOTFOUND db')))
  expect(of('all failed', { errors: [{ message: 'a' }] })).not.toBe(
    of('all failed', { errors: [{ message: 'b' }] }),
  )
})

test('messages of one body count up to 4 Mi characters, and then by their beginnings', () => {
  const fingerprints = new Fingerprints()
  const long = (end: string) => ({ message: `${'word '.repeat(100)}${end}` })
  expect(fingerprints.of(long('a'))).not.toBe(fingerprints.of(long('b')))
  for (let i = 0; i < 1_050; i++) fingerprints.of({ message: 'x'.repeat(4_000) })
  expect(fingerprints.of(long('a'))).toBe(fingerprints.of(long('b')))
  expect(fingerprints.of({ message: 'a' })).toBe(fingerprint({ message: 'a' }))
})

test.each([
  [
    'the first line that was waited for',
    'Call log:\n  - trying\n  - waiting for A\n  - waiting for B',
    'waiting for A',
  ],
  ['a log that waited for nothing', 'wrong\nCall log:\nCall log:\n  - trying', 'wrong'],
  [
    'elements that a locator found, on the same line',
    'strict mode violation: a\nstrict mode violation: locator(b) resolved to 3 elements:\n 1) <p>',
    'strict mode violation: a\nstrict mode violation: locator(b)',
  ],
  ['what no JSON is', 'Unexpected token < in JSON at position 3 of JSON.\nmore', 'not valid JSON\nmore'],
  [
    'a token that is of no JSON',
    'Unexpected token <, Unexpected token >',
    'Unexpected token <, Unexpected token >',
  ],
])('%s: each is found in one go', (_, message, same) => {
  expect(fingerprint({ message })).toBe(fingerprint({ message: same }))
})

/** Assertions as their libraries print them, which say nothing but two values. */
const BARE: Record<string, [string, string]> = {
  chai: ['expected 5 to be 6 // Object.is equality', 'expected 1 to be 2 // Object.is equality'],
  "chai's texts": ["expected 'Paid' to be 'Thanks'", "expected 'x' to be 'y'"],
  "chai's objects": [
    'expected { a: 1 } to deeply equal { a: 2 }',
    'expected { b: 1 } to deeply equal { c: 3 }',
  ],
  "chai's truths": ['expected false to be true', 'expected false to be true'],
  jest: [compared('toBe', 'Expected: 6\nReceived: 5'), compared('toBe', 'Expected: 2\nReceived: 1')],
  "jest's objects": [diff('0.18', 'a'), diff('7', 'b')],
  'node:assert': [
    'Expected values to be strictly equal:\n\n5 !== 6\n',
    'Expected values to be strictly equal:\n\n1 !== 2\n',
  ],
  "node:assert's objects": [nodeDiff('1'), nodeDiff('2')],
  JUnit: ['expected: <5> but was: <6>', 'expected: <1> but was: <2>'],
  pytest: ['assert 5 == 6', 'assert 1 == 2'],
}

test.each(Object.entries(BARE))(
  'a bare assertion of %s is another on another line of the test',
  (_, [one, other]) => {
    const on = (line: number) => withFrame(`src/cart.test.ts:${line}:2`)
    expect(of(one, on(10))).not.toBe(of(other, on(20)))
    expect(of(one, on(10))).toBe(of(other, on(10)))
    const located = (line: number) => ({ location: { file: 'src/cart.test.ts', line } })
    expect(of(one, located(10))).not.toBe(of(other, located(20)))
    expect(of(one, located(10))).toBe(of(other, located(10)))
  },
)

test.each([
  ['an own message', 'must be two: expected 5 to be 6'],
  ['a property', 'expected { a: 1 } to have property "b"'],
  ['a locator', invisible("getByText('Paid')", '')],
  ['a sentence', 'expected the cart to be empty'],
  ['an engine', "Cannot read properties of undefined (reading 'currency')"],
])('%s says enough to be known on any line', (_, message) => {
  expect(of(message, withFrame('src/cart.test.ts:10:2'))).toBe(
    of(message, withFrame('src/cart.test.ts:99:2')),
  )
})

test('a helper that asserts is one place, whichever test calls it', () => {
  const through = (line: number) => withFrame(`total (src/helper.ts:7:2)\n    at src/cart.test.ts:${line}:2`)
  expect(of('expected 5 to be 6', through(10))).toBe(of('expected 1 to be 2', through(20)))
})

/** `VALUES_ONLY` once tried every way to divide the words: this took until a restart. */
test('values that could be divided into words in many ways are read in one way', () => {
  const received = ' received: nilnilnilnilnilnil'.repeat(30)
  const on = (line: number, end: string) =>
    of(`expected values - equal${received}${end}`, withFrame(`src/cart.test.ts:${line}:2`))
  expect(on(10, ' !')).toBe(on(20, ' !'))
  expect(on(10, '')).not.toBe(on(20, ''))
})
