import { expect, test } from 'vitest'
import { readText, testsOf } from '../testing/read.ts'

const failure = async (test: string, element: string) => {
  const read = await readText(`<testsuite name="S"><testcase ${test}>${element}</testcase></testsuite>`)
  return read.tests[0]?.attempts[0]?.errors?.[0]
}

const go = (text: string) =>
  failure(
    'classname="acme.io/shop" name="TestCart"',
    `<failure message="Failed" type=""><![CDATA[${text}]]></failure>`,
  )

test('Go: the reason is what the test said, not the word Failed', async () => {
  expect(
    await go('=== RUN   TestCart\n    cart_test.go:12: want 3, got 4\n--- FAIL: TestCart (0.00s)\n'),
  ).toMatchObject({
    message: 'cart_test.go:12: want 3, got 4',
    stack: expect.stringContaining('=== RUN   TestCart'),
  })
  expect(
    await go(
      '=== RUN   TestCart\n--- FAIL: TestCart (0.00s)\npanic: nil map [recovered]\n\tpanic: nil map\n\ngoroutine 7 [running]:\n',
    ),
  ).toMatchObject({ message: 'panic: nil map' })
  expect(
    await go(
      '=== RUN   TestCart\n    cart_test.go:9: \n        \tError Trace:\t/src/cart_test.go:9\n        \tError:      \tNot equal: \n        \t            \texpected: 1\n        \t            \tactual  : 2\n        \tTest:       \tTestCart\n--- FAIL: TestCart (0.00s)\n',
    ),
  ).toMatchObject({ message: 'cart_test.go:9: Not equal:\nexpected: 1\nactual  : 2' })
  expect(await go('=== RUN   TestCart\n--- FAIL: TestCart (0.00s)\n')).toMatchObject({ message: 'Failed' })
})

test('PHPUnit: the name of the test before the reason is left out', async () => {
  const element = (text: string) =>
    `<failure type="PHPUnit\\Framework\\ExpectationFailedException">${text}</failure>`
  expect(
    await failure(
      'name="testTotal" class="Tests\\CartTest" classname="Tests.CartTest"',
      element(
        'Tests\\CartTest::testTotal\nFailed asserting that 4 matches expected 3.\n\n/app/tests/CartTest.php:12\n',
      ),
    ),
  ).toEqual({
    message: 'Failed asserting that 4 matches expected 3.',
    name: 'PHPUnit\\Framework\\ExpectationFailedException',
    stack: '/app/tests/CartTest.php:12',
  })
  expect(
    await failure(
      'name="testAdd with data set #0" class="CartTest"',
      '<error type="RuntimeException">CartTest::testAdd with data set #0 (1, 2)\nRuntimeException: boom\n\n/app/a.php:3</error>',
    ),
  ).toMatchObject({ message: 'boom', stack: '/app/a.php:3' })
  for (const name of [
    'testAdd(DataTest) with data set #3 (1, 1,\n3)',
    'testAdd(DataTest) with data set #3\n(1, 1, 3)',
  ])
    expect(
      await failure(
        'name="testAdd with data set #3" class="DataTest"',
        element(`${name}\nNo match.\n\na.php:3`),
      ),
    ).toMatchObject({ message: 'No match.', stack: 'a.php:3' })
})

test('a message that says only that it failed gives way to the text, where that says more', async () => {
  const of = async (attributes: string, text: string) =>
    (await failure('classname="C" name="adds"', `<failure ${attributes}>${text}</failure>`))?.message
  expect(await of('message="Test failed"', 'expected 3\nat c.js:1')).toBe('expected 3')
  expect(await of('message="adds"', 'adds\nexpected 3')).toBe('expected 3')
  expect(
    await of('message="AssertionError" type="AssertionError"', 'AssertionError: expected 3\n    at c.js:1'),
  ).toBe('expected 3')
  expect(
    await of(
      'message="AssertionError"',
      'def test_a():\n&gt;   check()\nE   AssertionError: 3 of 4\n\na.py:3',
    ),
  ).toBe('AssertionError: 3 of 4')
  expect(
    await of('message=""', 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no'),
  ).toBe('ValueError: no')
  const bare = 'java.lang.AssertionError'
  expect(await of(`message="${bare}" type="${bare}"`, `${bare}\n\tat C.adds(C.java:3)`)).toBe(bare)
  expect(await of('message="want 3"', 'something else')).toBe('want 3')
})

test('the format of Check, which has the same root element, is not recognized', async () => {
  const read = await readText(
    '<?xml version="1.0"?>\n<testsuites xmlns="http://check.sourceforge.net/ns">\n<suite><title>a</title>\n<test result="success"><id>b</id></test></suite></testsuites>',
  )
  expect(testsOf(read)).toEqual([])
  expect(read.file.problem?.reason).toContain('none of the known formats')
})
