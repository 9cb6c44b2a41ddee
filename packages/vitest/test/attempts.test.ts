import { resultOf } from '@svc/test-kit/collect'
import { beforeAll, expect, test } from 'vitest'
import { eachVersion, expectSame, isAtLeast, type Reported, runOnce } from './project.ts'

const files = {
  'retries.test.js': `
    import { expect, test } from 'vitest'
    let tries = 0
    test('is flaky', { retry: 2 }, async () => {
      tries += 1
      console.log('try ' + tries)
      // Which try printed what is told by the clock, in milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (tries < 3) throw new Error('try ' + tries)
    })
    let fails = 0
    test('never passes', { retry: 1 }, () => { throw new Error('fail ' + ++fails) })
    let soft = 0
    test('fails softly', { retry: 1 }, () => {
      if (++soft === 1) { expect.soft(1).toBe(2); expect.soft('a').toBe('b') }
    })
    let skips = 0
    test('gives up', { retry: 1 }, (context) => { if (++skips === 1) throw new Error('once'); context.skip('enough') })
    let repeats = 0
    test('fails one repeat', { repeats: 2 }, () => { if (++repeats === 2) throw new Error('repeat 1') })
    let both = 0
    test('repeats and retries', { repeats: 1, retry: 1 }, () => {
      if (++both % 2 === 1) throw new Error('both ' + both)
    })
    test('repeats and passes', { repeats: 2 }, () => {})
    let burns = 0
    test('is burned in', { repeats: 119 }, () => { if (++burns === 71) throw new Error('the 71st') })
  `,
  'output.test.js': `
    import { expect, test } from 'vitest'
    test('says something', () => {
      console.log('to stdout')
      console.error('to stderr')
      throw new Error('and fails')
    })
    test('says much', () => {
      for (let n = 0; n < 3000; n++) console.log('x'.repeat(1000) + n)
      throw new Error('and fails')
    })
    test('says much and passes', () => { for (let n = 0; n < 1000; n++) console.log('x'.repeat(1000)) })
  `,
}

eachVersion('attempts', (version) => {
  const tellsAttempts = isAtLeast(version, '5.1.1')
  let run: Reported

  beforeAll(async () => {
    run = await runOnce(files, {}, { version })
  })

  const messagesOf = (...titles: string[]) =>
    run
      .test(...titles)
      .attempts.map(({ status, repeat = 0, errors = [] }) => [
        status,
        repeat,
        ...errors.map(({ message }) => message),
      ])

  test('come to what its own report says', () => {
    expectSame(run.part, run.report)
  })

  test('each keeps its own error', () => {
    expect(messagesOf('is flaky')).toEqual([
      ['failed', 0, 'try 1'],
      ['failed', 0, 'try 2'],
      ['passed', 0],
    ])
    expect(resultOf(run.test('is flaky'))).toBe('flaky')
    expect(messagesOf('never passes')).toEqual([
      ['failed', 0, 'fail 1'],
      ['failed', 0, 'fail 2'],
    ])
    expect(
      run.test('fails softly').attempts.map(({ status, errors = [] }) => [status, errors.length]),
    ).toEqual([
      ['failed', 2],
      ['passed', 0],
    ])
  })

  test('print into their own output, or into the first where Vitest does not tell them apart', () => {
    const [first, second] = run.test('is flaky').attempts
    expect(first?.stdout).toContain('try 1')
    expect(tellsAttempts ? second?.stdout : first?.stdout).toContain('try 2')
    expect(run.test('says something').attempts).toMatchObject([
      { stdout: 'to stdout\n', stderr: 'to stderr\n' },
    ])
  })

  test('keep the end of megabytes of output, marked as cut, and nothing of a pass', () => {
    const [attempt] = run.test('says much').attempts
    expect(attempt?.stdout?.endsWith('x2999\n')).toBe(true)
    expect(attempt?.stdout?.length).toBeLessThanOrEqual(16 * 1024)
    expect(attempt?.truncated).toEqual(['stdout'])
    expect(run.test('says much and passes').attempts[0]?.stdout).toBeUndefined()
  })

  test.runIf(tellsAttempts)('repeats are told from retries', () => {
    expect(messagesOf('fails one repeat')).toEqual([
      ['passed', 0],
      ['failed', 1, 'repeat 1'],
      ['passed', 2],
    ])
    expect(messagesOf('repeats and retries')).toEqual([
      ['failed', 0, 'both 1'],
      ['passed', 0],
      ['failed', 1, 'both 3'],
      ['passed', 1],
    ])
    expect(messagesOf('repeats and passes')).toHaveLength(3)
    const burned = messagesOf('is burned in')
    expect(burned.map(([, repeat]) => repeat)).toEqual(Array.from({ length: 120 }, (_, i) => i))
    expect(burned.filter(([status]) => status === 'failed')).toEqual([['failed', 70, 'the 71st']])
    expect(run.part.warnings).toEqual([])
  })

  test('a test that skips itself after a failed try is skipped, and says both', () => {
    const reason = tellsAttempts ? 'enough; an earlier attempt failed: once' : 'enough'
    expect(run.test('gives up').attempts).toMatchObject([
      { status: 'skipped', skip: { kind: 'skip', reason } },
    ])
  })

  test.runIf(!tellsAttempts)('are told to be fewer before 5.1.1', () => {
    expect(resultOf(run.test('fails one repeat'))).toBe('failed')
    expect(run.part.warnings).toEqual([expect.stringMatching(`^Vitest ${version.version} .*attempts`)])
  })
})
