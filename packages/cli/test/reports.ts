/** Reports as tools write them, small. */
const suite = (name: string, cases: string) => `<testsuite name="${name}" tests="2">${cases}</testsuite>`

/** As pytest writes it. */
export const PYTEST = `<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" errors="0" failures="1" skipped="0" tests="2" time="0.100" timestamp="2026-03-01T10:00:00+00:00" hostname="h"><testcase classname="tests.test_cart" name="test_adds" time="0.010" /><testcase classname="tests.test_cart" name="test_pays" time="0.020"><failure message="assert 1 == 2">tests/test_cart.py:7: AssertionError</failure></testcase></testsuite></testsuites>`

/** Without a failure; `time` makes its content another. */
export const green = (time = '0.010', name = 'works') =>
  `<testsuites>${suite('a.test.js', `<testcase classname="cart" name="${name}" time="${time}"/><testcase classname="cart" name="too" time="0.5"/>`)}</testsuites>`

export const BROKEN = `<testsuites>\n<testsuite name="x">\n<testcase name="a" classname="b" time="1"></oops>`
export const NO_TESTS = '<testsuites><testsuite name="x" tests="0"></testsuite></testsuites>'
