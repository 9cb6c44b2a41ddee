// @module-tag thorough

import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { FILES, LONG_TITLE, ODD_TITLES } from './details-fixture.ts'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, isSince, type Reported, runOnce } from './project.ts'

eachVersion('what is told of a test', (version) => {
  let run: Reported
  const attemptOf = (...titles: string[]) => run.test(...titles).attempts[0]
  const errorsOf = (title: string) => attemptOf(title)?.errors

  beforeAll(async () => {
    run = await runOnce(version, FILES, { fullyParallel: true })
  })

  test('counts, results, attempts and durations are those of the JSON reporter', () => {
    expectEqualReports(run.part, run.report)
  })

  test('a failure has message, stack, snippet, place and what was compared', () => {
    expect(errorsOf('compares')).toMatchObject([
      {
        message: expect.stringContaining('expect(received).toBe(expected)'),
        name: 'Error',
        stack: expect.stringContaining('errors.spec.js:4:'),
        snippet: expect.stringContaining('> 4 |'),
        location: { file: 'errors.spec.js', line: 4 },
        expected: '2',
        actual: '1',
      },
    ])
  })

  test('an error in a helper has the source of the test, too', () => {
    const [error] = errorsOf('is checked by a helper') ?? []
    expect(error?.snippet).toMatch(/^> +6 \| {7}expect\(total\)\.toBe\(2\)/m)
    expect(error?.frames).toMatchObject([
      {
        location: { file: 'errors.spec.js', line: 8 },
        snippet: expect.stringMatching(/^> +8 \| {5}test\('is checked by a helper'/m),
      },
    ])
  })

  test('whatever is thrown becomes an error with a message', () => {
    expect(errorsOf('throws text')).toMatchObject([{ message: "'just text'" }])
    expect(errorsOf('throws an object')).toMatchObject([{ message: '{ code: 42 }' }])
    // Older versions lose an error that is nothing.
    if (isSince(version, '1.50')) expect(errorsOf('throws nothing')).toMatchObject([{ message: 'undefined' }])
    if (isSince(version, '1.50')) expect(errorsOf('throws null')).toMatchObject([{ message: 'null' }])
    expect(errorsOf('throws a circular object')?.[0]?.message).toContain('[Circular')
    expect(errorsOf('throws a getter that throws')).toHaveLength(1)
    expect(errorsOf('throws an error without a message')).toMatchObject([{ message: '', name: 'Error' }])
    // The members of an aggregate are reported since a version after 1.60.
    const members = isSince(version, '1.61') ? [{ message: 'first' }, { name: 'TypeError' }] : []
    expect(errorsOf('aggregate')).toMatchObject([{ name: 'AggregateError' }, ...members])
    // Playwright itself loses an error that is its own cause.
    expect(resultOf(run.test('is its own cause'))).toBe('failed')
  })

  test('causes are kept, as far as Playwright tells them', () => {
    const [error] = errorsOf('has a cause') ?? []
    expect(error?.message).toContain('outer')
    if (isSince(version, '1.49'))
      expect(error).toMatchObject({
        cause: { name: 'TypeError', message: 'middle', cause: { message: 'inner' } },
      })
  })

  test('soft assertions are all told, in a step too', () => {
    expect(errorsOf('fails softly')).toHaveLength(2)
    expect(errorsOf('fails softly in a step')).toHaveLength(1)
    expect(errorsOf('fails softly, then hard')?.map(({ message }) => message)).toEqual([
      expect.stringContaining('toBe'),
      'enough',
    ])
  })

  test('Windows paths in a stack stay as Playwright tells them', () => {
    expect(errorsOf('comes from Windows')).toMatchObject([
      { message: 'no such drive', stack: expect.stringMatching(/C:[\\/]build[\\/]shop[\\/]cart\.ts:7:13/) },
    ])
  })

  test('a message of megabytes is cut and marked', () => {
    const attempt = attemptOf('has much to say')
    expect(attempt?.errors?.[0]?.message.length).toBeLessThanOrEqual(16 * 1024)
    expect(attempt?.truncated).toContain('message')
  })

  test('of much output the end is kept, and of a passed test nothing', () => {
    const attempt = attemptOf('prints megabytes')
    expect(attempt?.stdout).toMatch(/x{100}the end ünï\n$/)
    expect(Buffer.byteLength(attempt?.stdout ?? '')).toBeLessThanOrEqual(16 * 1024)
    expect(attempt?.truncated).toContain('stdout')
    expect(attempt?.stderr).toBe('to stderr\n')
    expect(attemptOf('prints bytes')?.stdout).toContain('€ in two pieces')
    expect(attemptOf('prints and passes')).not.toHaveProperty('stdout')
  })

  test('output of hooks belongs to the test', () => {
    expect(attemptOf('hooks', 'is surrounded')?.stdout).toMatch(
      /before each\n[\s\S]*body\n[\s\S]*after each\n/,
    )
  })

  test('attachments are reported with their size or place, not sent', () => {
    const attachments = attemptOf('attaches')?.attachments ?? []
    // Newer versions add a description of the page.
    expect(attachments.filter(({ name }) => name !== 'error-context')).toMatchObject([
      { name: 'note', contentType: 'text/plain', sizeBytes: 3 },
      { name: 'big', contentType: 'application/octet-stream', sizeBytes: 10 * 1024 * 1024 },
      { name: 'a file', contentType: 'text/plain', path: expect.stringMatching(/^test-results\/.*/) },
      { name: 'by hand', contentType: 'text/x-odd', path: 'never-written.txt' },
    ])
    expect(attemptOf('attaches and passes')?.attachments).toMatchObject([{ name: 'kept', sizeBytes: 2 }])
  })

  test('steps of a failed test: nested, boxed, skipped, with their errors', () => {
    const steps = attemptOf('takes steps')?.steps ?? []
    const step = (title: string) => steps.find((each) => each.title === title)
    expect(step('pay')).toMatchObject({
      category: 'test.step',
      error: 'declined',
      steps: [{ title: 'by card', error: 'declined' }],
    })
    expect(step('pay')?.durationMs).toBeGreaterThanOrEqual(15)
    expect(step('boxed')).toMatchObject({ category: 'test.step' })
    if (isSince(version, '1.50')) expect(step('left out')).toBeDefined()
    expect(attemptOf('takes steps and passes')).not.toHaveProperty('steps')
  })

  test('tags and annotations, those added while it runs included', () => {
    expect(attemptOf('is annotated @title')).toMatchObject({
      tags: expect.arrayContaining(['@fast', '@title']),
      annotations: [
        { type: 'issue', description: '#7' },
        { type: 'at run time', description: 'retry 0' },
        { type: 'bare' },
      ],
    })
    expect(attemptOf('group', 'is slow')).toMatchObject({
      status: 'passed',
      tags: ['@block'],
      annotations: [{ type: 'slow' }],
    })
  })

  test('titles of every kind stay apart and whole', () => {
    for (const title of ODD_TITLES) expect(resultOf(run.test(title)), title).toBe('passed')
    const long = run.part.tests.filter(({ titles: [title] }) => title?.startsWith(LONG_TITLE.slice(0, 100)))
    expect(long.map(({ titles: [title] }) => title?.length).sort()).toEqual([10_001, 10_002])
  })
})
