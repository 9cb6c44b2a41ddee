import type { Head } from './format.ts'
import { type HeadKeys, headKeys } from './json/head-keys.ts'

/** A kind of report that is recognized by its start but cannot be read. */
interface Foreign {
  /** The usual name. */
  name: string
  detect(keys: HeadKeys, text: string): boolean
  /** The command that writes JUnit XML, or how to obtain it. */
  junit: string
}

/** Common files of tools that can also write JUnit XML. */
const FOREIGN: readonly Foreign[] = [
  {
    name: 'mochawesome JSON',
    detect: (keys) => keys.has('stats.testsRegistered'),
    junit: 'mocha --reporter xunit --reporter-option output=junit.xml',
  },
  {
    name: 'Mocha JSON',
    detect: (keys) => keys.has('stats.suites', 'stats.passes', 'stats.pending'),
    junit: 'mocha --reporter xunit --reporter-option output=junit.xml',
  },
  {
    name: 'RSpec JSON',
    detect: (keys) => keys.has('version', 'examples'),
    junit: 'rspec --format RspecJunitFormatter --out junit.xml (gem rspec_junit_formatter)',
  },
  {
    name: 'JSON of dart test or flutter test',
    detect: (keys) => keys.has('protocolVersion', 'runnerVersion'),
    junit: 'tojunit --input <this file> --output junit.xml (dart pub global activate junitreport)',
  },
  {
    name: 'JSON of go test -json',
    detect: (keys) => keys.has('Action') && (keys.has('Package') || keys.has('ImportPath')),
    junit:
      'gotestsum --junitfile junit.xml, or convert this file: go-junit-report -parser gojson -in <this file> -out junit.xml',
  },
  {
    name: 'JSON of cargo test',
    detect: (keys) => keys.value('type') === 'suite' && keys.value('event') === 'started',
    junit: 'cargo nextest run, with junit = { path = "junit.xml" } in its profile',
  },
  {
    name: 'pytest-json-report',
    detect: (keys) => keys.has('exitcode', 'summary.collected'),
    junit: 'pytest -o junit_family=xunit1 --junitxml=junit.xml',
  },
  {
    name: 'Cucumber JSON',
    detect: (_, text) => /^\s*\[\s*\{[^[\]]{0,4000}"keyword"\s*:\s*"Feature"/.test(text),
    junit: 'run Cucumber with --format junit:junit.xml',
  },
  {
    name: 'the summary of Failsafe or the results of TestNG',
    detect: (_, text) => /<(?:failsafe-summary|testng-results)[\s>]/.test(text),
    junit: 'the files TEST-*.xml of its folder, or of the folder junitreports',
  },
  {
    name: 'the output of Robot Framework',
    detect: (_, text) => /<robot\s[^<>]{0,500}generator=/.test(text),
    junit: 'robot --xunit junit.xml',
  },
  {
    name: 'TAP',
    detect: (_, text) =>
      /^\s*(?:TAP version 1[234]\s|1\.\.\d+[^\S\n]*\n(?:#.*\n|\s)*(?:not )?ok 1\b)/.test(text),
    junit:
      "the tool's own JUnit reporter (node --test: --test-reporter=junit), or tap-xunit < <this file> > junit.xml",
  },
  {
    name: 'output of go test -v',
    detect: (_, text) => /^=== RUN {3}\S/m.test(text),
    junit:
      'gotestsum --junitfile junit.xml, or convert this file: go-junit-report -in <this file> -out junit.xml',
  },
]

/** Why a report of a known kind cannot be read, and how to get JUnit XML; undefined for any other start. */
export const whyForeign = (head: Head): string | undefined => {
  const keys = headKeys(head)
  const known = FOREIGN.find(({ detect }) => detect(keys, head.text))
  return known && `it is ${known.name}, which svc does not read; write JUnit XML instead: ${known.junit}`
}
