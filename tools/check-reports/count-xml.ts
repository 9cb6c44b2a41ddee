import { type Counts, emptyPlain, type Plain } from './plain.ts'
import { type Element, elementsOf, xmlElements } from './xml-elements.ts'

const ROOTS: Readonly<Record<string, Plain['kind']>> = {
  testsuites: 'junit',
  testsuite: 'junit',
  testcase: 'junit',
  testrun: 'junit',
  TestRun: 'trx',
  'test-run': 'nunit',
  'test-results': 'nunit',
  'test-suite': 'nunit',
  assemblies: 'xunit',
  assembly: 'xunit',
}
const TRX_RESULTS = new Set([
  'UnitTestResult',
  'GenericTestResult',
  'ManualTestResult',
  'WebTestResult',
  'TestResult',
  'TestResultAggregation',
])
/** The facts that distinguish a format from others whose root has the same name. */
const HAS: Partial<Record<Plain['kind'], (root: Element) => boolean>> = {
  // Check, for C, has suites and tests of its own below an equal root.
  junit: (root) => !root.children.some(({ name }) => name === 'suite'),
  trx: (root) => root.attributes.has('id') || [...elementsOf(root, TRX_RESULTS)].length > 0,
  nunit: (root) => !root.attributes.has('start'),
  xunit: (root) => ['collection', 'class', 'test', 'assembly'].some((name) => hasAny(root, name)),
}
const hasAny = (root: Element, name: string): boolean =>
  root.children.some((each) => each.name === name || (root.name === 'assemblies' && hasAny(each, name)))
const NOT_RUN = /^(notrun|disabled|skipped|ignored|pending|suppressed|todo|inconclusive)$/i
const SAYS_FAILED = /^(failed|failure|fail|error|errored|broken)$/i

/** Counts the elements of an XML text. */
export const countXml = (text: string): Plain => {
  let root: Element
  try {
    root = xmlElements(text)
  } catch (error) {
    return emptyPlain('broken', String(error))
  }
  const kind = ROOTS[root.name] ?? 'other'
  if (!HAS[kind]?.(root)) return emptyPlain('other')
  const plain = emptyPlain(kind)
  if (kind === 'junit') countJUnit(root, plain)
  if (kind === 'trx')
    for (const each of elementsOf(root, TRX_RESULTS)) if (!hasRows(each)) plain.counts[ofTrx(each)] += 1
  if (kind === 'nunit')
    for (const each of elementsOf(root, new Set(['test-case']))) plain.counts[ofNUnit(each)] += 1
  if (kind === 'xunit')
    for (const each of elementsOf(root, new Set(['test']))) plain.counts[ofXUnit(each)] += 1
  return plain
}

const countJUnit = (root: Element, plain: Plain): void => {
  for (const suite of [root, ...elementsOf(root, new Set(['testsuite', 'testsuites', 'testrun']))].slice(
    root.name === 'testcase' ? 0 : 1,
  )) {
    // The same name in another suite is another test.
    const names = new Set<string>()
    for (const test of suite.name === 'testcase'
      ? [suite]
      : suite.children.filter(({ name }) => name === 'testcase')) {
      const status = ofJUnit(test)
      plain.counts[status] += 1
      const has = (kind: string, attribute: string, value: RegExp) =>
        test.children.some(
          ({ name, attributes }) => name === kind && value.test(attributes.get(attribute) ?? ''),
        )
      if (status === 'skipped' && has('skipped', 'type', /^pytest\.xfail$/)) plain.expectedFailures += 1
      if (isOutside(test)) plain.outside[status === 'skipped' ? 'skipped' : 'failed'] += 1
      const key = JSON.stringify(['classname', 'name', 'file'].map((name) => test.attributes.get(name)))
      if (names.has(key)) plain.repeats += 1
      names.add(key)
    }
  }
}

/** Pseudo-tests that tools write when something else fails: a build, a package, a file that does not load. */
const isOutside = ({ attributes, children }: Element): boolean => {
  const { name = '', classname = '' } = Object.fromEntries(attributes)
  const messages = children.map((child) => child.attributes.get('message') ?? '')
  return (
    messages.some((message) => /^collection (failure|skipped)$/.test(message)) ||
    (children.length > 0 &&
      (/^\[(build|setup) failed\]$|^(Failure|Error)$/.test(name) || classname === 'Test suite failed to run'))
  )
}

const ofJUnit = ({ attributes, children }: Element): keyof Counts => {
  const has = (pattern: RegExp) => children.some(({ name }) => pattern.test(name))
  const says = (pattern: RegExp) =>
    ['status', 'result'].some((name) => pattern.test(attributes.get(name) ?? ''))
  if (has(/^(failure|error|rerunFailure|rerunError)$/)) return 'failed'
  if (has(/^skipped$/)) return 'skipped'
  if (has(/^(flakyFailure|flakyError)$/)) return 'flaky'
  return says(NOT_RUN) ? 'skipped' : says(SAYS_FAILED) ? 'failed' : 'passed'
}

const hasRows = ({ children }: Element): boolean =>
  children.some(
    ({ name, children: rows }) => name === 'InnerResults' && rows.some((row) => TRX_RESULTS.has(row.name)),
  )

const ofTrx = ({ attributes }: Element): keyof Counts => {
  const outcome = attributes.get('outcome') ?? ''
  if (/^(passed|passedbutrunaborted|warning|completed)$/i.test(outcome)) return 'passed'
  return /^(failed|error|timeout|aborted|disconnected|)$/i.test(outcome) ? 'failed' : 'skipped'
}

const ofNUnit = ({ attributes, children }: Element): keyof Counts => {
  const result = attributes.get('result') ?? ''
  if (/^(passed|success|warning)$/i.test(result)) return 'passed'
  if (/^(failed|failure|error)$/i.test(result)) return 'failed'
  if (result !== '') return 'skipped'
  if (/^false$/i.test(attributes.get('executed') ?? '')) return 'skipped'
  const success = attributes.get('success')
  if (success !== undefined) return /^true$/i.test(success) ? 'passed' : 'failed'
  return children.some(({ name }) => name === 'failure') ? 'failed' : 'passed'
}

const ofXUnit = ({ attributes }: Element): keyof Counts => {
  const result = attributes.get('result') ?? ''
  return /^pass$/i.test(result) ? 'passed' : /^(skip|notrun)$/i.test(result) ? 'skipped' : 'failed'
}
