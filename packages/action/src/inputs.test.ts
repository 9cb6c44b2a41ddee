import { describe, expect, test, vi } from 'vitest'
import { readInputs } from './inputs.ts'

const read = (inputs: Record<string, string> = {}, env: Record<string, string> = {}) => {
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  return readInputs(env)
}

test('without a word everything has its default', () => {
  const { settings, problems } = read()
  expect(problems).toEqual([])
  expect(settings).toMatchObject({
    apiKey: '',
    base: '',
    jobId: '',
    comment: 'true',
    summary: true,
    annotations: true,
    failOn: 'regressions',
    thresholds: {},
    failOnError: false,
    waitMs: 0,
    waitForSilence: true,
    timeoutMs: 120_000,
    journals: [],
  })
})

test('inputs come before the variables, which are there for those who set them for the whole job', () => {
  const env = { SVC_API_KEY: 'from-env', SVC_URL: 'https://env.test/' }
  expect(read({}, env).settings).toMatchObject({ apiKey: 'from-env', url: 'https://env.test' })
  expect(read({ 'api-key': ' k ', url: 'https://a.test//' }, env).settings).toMatchObject({
    apiKey: 'k',
    url: 'https://a.test',
  })
})

test('lists take lines and commas, words take any case', () => {
  const { settings } = read({ journals: 'a, b\n\n c ', 'fail-on': 'Never', summary: 'FALSE', base: 'AUTO' })
  expect(settings).toMatchObject({ journals: ['a', 'b', 'c'], failOn: 'never', summary: false, base: '' })
})

describe('a wrong value names its input, shows itself and says what the input takes', () => {
  test.each([
    ['fail-on', 'regression', /regressions, failures, new-failures or never/],
    ['comment', 'yes', /true, changes, failures or false/],
    ['check', 'maybe', /true or false/],
    ['summary', '1', /true or false/],
    ['max-failures', '-1', /whole number from 0 to/],
    ['min-tests', '1e3', /whole number from 0 to/],
    ['wait-minutes', '361', /from 0 to 360/],
    ['timeout-seconds', '9999999999', /whole number/],
    ['base', 'main', /auto, or the id of an execution/],
    ['base', '-'.repeat(36), /auto, or the id of an execution/],
    ['project', 'a b', /slug/],
    ['suite', 'x\u0001', /name/],
  ])('%s: %j', (name, value, takes) => {
    const { problems } = read({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`The input ${name} is ${JSON.stringify(value)}`)
    expect(problems[0]).toMatch(takes)
  })

  test('a workflow without a stored key says which organization is meant', () => {
    const missing = [
      expect.stringMatching(/^The input organization is missing.*Add the line "organization: <slug>"/),
    ]
    expect(read({ oidc: 'true' }).problems).toEqual(missing)
    expect(read({ oidc: 'true', organization: ' ' }).problems).toEqual(missing)
    expect(read({ oidc: 'true', organization: 'a b' }).problems).toEqual([
      expect.stringContaining('The input organization is "a b"'),
    ])
    expect(read({ oidc: 'true', organization: ' Acme ' })).toMatchObject({
      problems: [],
      settings: { organization: 'acme' },
    })
    expect(read({ organization: '' }).problems).toEqual([])
  })

  test('a long one is shown by its beginning', () => {
    expect(read({ 'fail-on': 'x'.repeat(5_000) }).problems[0]?.length).toBeLessThan(200)
  })

  test('a threshold beside never would not be looked at', () => {
    expect(read({ 'fail-on': 'never', 'max-slower': '3' }).problems).toEqual([
      expect.stringContaining('fail-on'),
    ])
  })
})

test('a job id that is not a number is ignored', () => {
  expect(read({ 'job-id': '51725241954' }).settings.jobId).toBe('51725241954')
  expect(read({ 'job-id': '1/../../2' })).toMatchObject({ settings: { jobId: '' }, problems: [] })
})
