import { expect, test } from 'vitest'
import { Rounds } from './rounds.ts'

const pending = () => {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

test('work that comes during a round has the next one; all of a round begins before one of it is completed', async () => {
  const rounds = new Rounds()
  const done: string[] = []
  const held = pending()
  const work = (name: string, wait?: Promise<void>) =>
    rounds.run('a', {
      begin: async () => {
        done.push(`begin ${name}`)
        await wait
        return name
      },
      complete: async () => void done.push(`complete ${name}`),
    })
  const all = [work('1', held.promise), work('2'), work('3')]
  expect(rounds.waitingFor('a')).toBe(2)
  held.end()
  expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  expect(done).toEqual(['begin 1', 'complete 1', 'begin 2', 'begin 3', 'complete 3', 'complete 2'])
  expect(rounds.waitingFor('a')).toBe(0)
})

test('work of another name does not wait, and a failure is only that of its own work', async () => {
  const rounds = new Rounds()
  const held = pending()
  const first = rounds.run('a', { begin: () => held.promise, complete: async () => undefined })
  const fail = async () => {
    throw new Error('no')
  }
  const failures = [
    rounds.run('a', { begin: fail, complete: async () => undefined }),
    rounds.run('a', { begin: async () => 1, complete: fail }),
  ]
  const last = rounds.run('a', { begin: async () => 2, complete: async () => undefined })
  expect(await rounds.run('b', { begin: async () => 3, complete: async () => undefined })).toBe(3)
  held.end()
  expect((await Promise.allSettled(failures)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([first, last])).toEqual([undefined, 2])
})
