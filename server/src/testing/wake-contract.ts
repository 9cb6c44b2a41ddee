import { expect, test } from 'vitest'
import type { WakePair } from './each-wake.ts'
import { hear } from './hear.ts'

const ODD = [
  '',
  ' ',
  'quote " and \\ and \u0000 and \n',
  'für 日本語 🧪 e\u0301',
  '\ud800 alone',
  "'; drop table project; --",
  'x'.repeat(7_000),
  '🧪'.repeat(600),
]

/** What every form of `Wake` has to do. */
export function wakeContract(open: () => Promise<WakePair>): void {
  test('both ends hear a subject, each once, and not before notify has returned', async () => {
    const { a, b } = await open()
    const [own, other] = [hear(a), hear(b)]
    const elsewhere = hear(b, 'limits')
    a.notify('outbox', 'one')
    expect(own.subjects).toEqual([])
    await Promise.all([own.until('one'), other.until('one')])
    a.notify('outbox', 'last')
    a.notify('limits', 'counted')
    await Promise.all([own.until('last'), other.until('last'), elsewhere.until('counted')])
    expect([own.subjects, other.subjects]).toEqual([
      ['one', 'last'],
      ['one', 'last'],
    ])
    expect(elsewhere.subjects).toEqual(['counted'])
  })

  test('a subject told many times at once is heard once', async () => {
    const { a, b } = await open()
    const other = hear(b)
    for (let i = 0; i < 1_000; i++) a.notify('outbox', 'again')
    await other.until('again')
    a.notify('outbox', 'last')
    await other.until('last')
    expect(other.subjects).toEqual(['again', 'last'])
  })

  test('any text is a subject', async () => {
    const { a, b } = await open()
    const other = hear(b)
    for (const subject of ODD) a.notify('outbox', subject)
    await other.until(ODD.at(-1) as string)
    expect(other.subjects).toEqual(ODD)
  })

  test('ten thousand subjects at once all arrive, each once', async () => {
    const { a, b } = await open()
    const [own, other] = [hear(a), hear(b)]
    const subjects = Array.from({ length: 10_000 }, (_, i) => `0199d2c4-7a53-7000-8000-${i}`)
    for (const subject of subjects) a.notify('outbox', subject)
    await Promise.all([own.until(subjects.at(-1) as string), other.until(subjects.at(-1) as string)])
    expect(own.subjects).toEqual(subjects)
    expect(other.subjects).toEqual(subjects)
  })

  test('a subject that fits into no message is heard, or said to be missed, and the others arrive', async () => {
    const { a, b } = await open()
    const other = hear(b)
    const before = other.missed
    a.notify('outbox', 'short')
    a.notify('outbox', 'x'.repeat(100_000))
    a.notify('outbox', '日'.repeat(4_000))
    await other.until('short')
    const heard = () => other.missed > before || other.subjects.length === 3
    await expect.poll(heard, { interval: 5 }).toBe(true)
  })

  test('a listener that throws is logged and stops nobody, and one that ended hears nothing', async () => {
    const { a, b, logged } = await open()
    const silent: unknown[] = []
    const end = b.listen('outbox', (what) => silent.push(what))
    b.listen('outbox', () => {
      throw new Error('broken listener')
    })
    const other = hear(b)
    end()
    end()
    a.notify('outbox', 'one')
    await other.until('one')
    expect(silent).toEqual([])
    expect(logged).toContainEqual(expect.objectContaining({ event: 'notice not handled', topic: 'outbox' }))
  })

  test('a listener may notify and listen while it hears', async () => {
    const { a, b } = await open()
    const back = hear(a)
    let later: ReturnType<typeof hear> | undefined
    b.listen('outbox', (what) => {
      if (what === 'missed' || !what.has('ask')) return
      later ??= hear(b)
      b.notify('outbox', 'answer')
    })
    a.notify('outbox', 'ask')
    await back.until('answer')
    await later?.until('answer')
  })

  test('closed with subjects waiting it ends, and says nothing more', async () => {
    const { a, b } = await open()
    const own = hear(a)
    for (let i = 0; i < 10_000; i++) a.notify('outbox', `waiting ${i}`)
    const closing = [a.close(), a.close()]
    a.notify('outbox', 'too late')
    await Promise.all(closing)
    a.notify('outbox', 'far too late')
    a.listen('outbox', () => expect.unreachable())
    await b.close()
    expect(own.subjects).toEqual([])
  })
}
