import { expect, test } from 'vitest'
import { type Intake, makeIntake, type Sender } from './intake.ts'

const MIB = 1024 * 1024
const from = (credential: string, organizationId = 1): Sender => ({ organizationId, credential })
const limits = { atOnce: 2, memoryBytes: 100 * MIB, waitMs: 0 }
const facts = { retryAfterSeconds: expect.toBeOneOf([1, 2, 3, 4]) }
const crowded = { code: 'RATE_LIMITED', facts }
const full = { code: 'UNAVAILABLE', facts }

test('so many bodies of one credential are taken at a time, and as many of another', async () => {
  const intake = makeIntake(limits)
  const rooms = [await intake.enter(from('a'), 1), await intake.enter(from('a'), 1)]
  await expect(intake.enter(from('a'), 1)).rejects.toMatchObject({
    ...crowded,
    message: 'This credential may send 2 bodies at a time. Try again in 1 s.',
  })
  await intake.enter(from('b'), 1)
  rooms[0]?.leave()
  rooms[0]?.leave()
  await intake.enter(from('a'), 1)
  await expect(intake.enter(from('a'), 1)).rejects.toMatchObject(crowded)
})

test('an organization alone gets three quarters of the memory, and shares them with each other one', async () => {
  const intake = makeIntake({ ...limits, atOnce: 0 })
  const first = await intake.enter(from('a'), 40 * MIB)
  await intake.enter(from('b'), 30 * MIB)
  await expect(intake.enter(from('c'), 10 * MIB)).rejects.toMatchObject(full)
  await intake.enter(from('d', 2), 15 * MIB)
  await expect(intake.enter(from('e', 3), 20 * MIB)).rejects.toMatchObject(full)
  expect(intake.heldBytes).toBe(85 * MIB)
  first.leave()
  await expect(intake.enter(from('c'), 20 * MIB)).rejects.toMatchObject(full)
  await intake.enter(from('c'), 7 * MIB)
})

test('an eighth of the memory is for small bodies', async () => {
  const intake = makeIntake(limits)
  await intake.enter(from('a'), 70 * MIB)
  await intake.enter(from('b', 2), 17 * MIB)
  await expect(intake.enter(from('c', 3), 2 * MIB)).rejects.toMatchObject(full)
  const small = await intake.enter(from('c', 3), MIB / 2)
  await small.grow(MIB / 2)
  await expect(small.grow(MIB)).rejects.toMatchObject(full)
})

test('those who are refused together come back one after the other', async () => {
  const intake = makeIntake({ ...limits, atOnce: 1 })
  await intake.enter(from('a'), 1)
  const waits = Array.from({ length: 5 }, () =>
    intake.enter(from('a'), 1).then(
      () => 'entered',
      (refusal) => refusal.facts.retryAfterSeconds,
    ),
  )
  expect(await Promise.all(waits)).toEqual([1, 2, 3, 4, 1])
})

test('a body larger than all there is has it to itself', async () => {
  const intake = makeIntake({ ...limits, memoryBytes: 1 })
  const room = await intake.enter(from('a'), 30 * MIB)
  await expect(intake.enter(from('b'), 1)).rejects.toMatchObject(full)
  room.leave()
  await intake.enter(from('b'), 30 * MIB)
})

test('a body takes memory as it grows, until none is left', async () => {
  const intake = makeIntake(limits)
  const one = await intake.enter(from('a'), MIB)
  const other = await intake.enter(from('b', 2), 60 * MIB)
  for (let i = 0; i < 26; i++) await one.grow(MIB)
  await expect(one.grow(MIB)).rejects.toMatchObject(full)
  expect(intake.heldBytes).toBe(87 * MIB)
  other.leave()
  await one.grow(MIB)
  one.leave()
  expect(intake.heldBytes).toBe(0)
})

test('slow bodies of those who hold more are cut for one that waits, the slowest first', async () => {
  const intake = makeIntake({ ...limits, atOnce: 0, waitMs: 60_000, patienceMs: 5 })
  const cuts: string[] = []
  const hold = async (name: string, organizationId: number, bytes: number, came: number) => {
    const room = await intake.enter(from(name, organizationId), bytes)
    room.came(came)
    room.onCut(() => cuts.push(name))
    return room
  }
  const whole = await hold('whole', 1, 20 * MIB, 0)
  whole.isWhole()
  await hold('b0', 1, 20 * MIB, 2)
  const slowest = await hold('b1', 1, 20 * MIB, 1)
  await hold('c', 2, 27 * MIB, 3)
  const victim = await intake.enter(from('v', 3), MIB)
  await victim.grow(10 * MIB)
  expect(cuts).toEqual(['b1'])
  expect(intake.heldBytes).toBe(78 * MIB)
  await expect(slowest.grow(1)).rejects.toMatchObject({
    ...full,
    message: expect.stringMatching(/^The body came slowly, .* other organizations .* memory/),
  })
  expect(() => slowest.isWhole()).toThrow(expect.objectContaining(full))
  slowest.leave()
  expect(intake.heldBytes).toBe(78 * MIB)
})

test('nobody is cut for one who would hold more, or whom that does not help', async () => {
  const intake = makeIntake({ ...limits, atOnce: 0, waitMs: 40, patienceMs: 5 })
  const rooms = [await intake.enter(from('b', 1), 44 * MIB), await intake.enter(from('c', 2), 43 * MIB)]
  for (const room of rooms) room.onCut(() => expect.unreachable())
  await expect(intake.enter(from('v', 3), 50 * MIB)).rejects.toMatchObject(full)
  for (const room of rooms) room.isWhole()
  await expect(intake.enter(from('v', 3), 20 * MIB)).rejects.toMatchObject(full)
})

test('where all bodies wait for more room the youngest gives its own up, and the oldest continues', async () => {
  const intake = makeIntake({ ...limits, atOnce: 0, waitMs: 60_000 })
  const rooms = []
  for (const organizationId of [1, 2, 3]) {
    const room = await intake.enter(from('a', organizationId), MIB)
    await room.grow(24 * MIB)
    rooms.push(room)
  }
  const ends: string[] = []
  await Promise.all(
    rooms.map(async (room, i) => {
      try {
        await room.grow(20 * MIB)
        ends.push(`${i} went on`)
      } catch (error) {
        expect(error).toMatchObject(full)
        ends.push(`${i} gave up`)
      } finally {
        room.leave()
      }
    }),
  )
  expect(ends).toEqual(['2 gave up', '0 went on', '1 went on'])
  expect(intake.heldBytes).toBe(0)
})

/** Names of those that came in, in order. */
const enterAll = (intake: Intake, senders: [name: string, sender: Sender][]) => {
  const entered: string[] = []
  const all = senders.map(async ([name, sender]) => {
    const room = await intake.enter(sender, MIB)
    entered.push(name)
    // What it is for takes a while.
    await new Promise((resolve) => setImmediate(resolve))
    room.leave()
  })
  return Promise.all(all).then(() => entered)
}

test('who waits comes in as soon as there is room, organizations in turn', async () => {
  const intake = makeIntake({ atOnce: 0, memoryBytes: MIB, waitMs: 60_000 })
  const flood = Array.from({ length: 4 }, (_, i): [string, Sender] => [`a${i}`, from('a', 1)])
  expect(await enterAll(intake, [...flood, ['b', from('b', 2)]])).toEqual(['a0', 'a1', 'b', 'a2', 'a3'])
  expect([intake.heldBytes, intake.waiting]).toEqual([0, 0])
})

test('a request that waits too long is refused, and one whose client has disconnected takes no place', async () => {
  const intake = makeIntake({ ...limits, atOnce: 1, waitMs: 20 })
  const room = await intake.enter(from('a'), 1)
  await expect(intake.enter(from('a'), 1)).rejects.toMatchObject(crowded)
  const patient = makeIntake({ ...limits, atOnce: 1, waitMs: 60_000 })
  await patient.enter(from('a'), 1)
  const leaving = new AbortController()
  const waiting = patient.enter(from('a'), 1, () => leaving.signal)
  expect(patient.waiting).toBe(1)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject(crowded)
  expect(patient.waiting).toBe(0)
  room.leave()
})

test('only so many wait: more of the same are refused at once', async () => {
  const intake = makeIntake({ ...limits, atOnce: 1, waitMs: 60_000 })
  const room = await intake.enter(from('a'), 1)
  const waiting = Array.from({ length: 500 }, () => intake.enter(from('a'), 1).then((next) => next.leave()))
  await expect(intake.enter(from('a'), 1)).rejects.toMatchObject(crowded)
  room.leave()
  await Promise.all(waiting)
  expect(intake.heldBytes).toBe(0)
})

test('if all places to wait are taken, others take those of who has most of them', async () => {
  const intake = makeIntake({ ...limits, atOnce: 1, waitMs: 60_000 })
  const room = await intake.enter(from('a'), 1)
  let refused = 0
  const flood: Promise<void>[] = []
  const fill = () => {
    while (intake.waiting < 500)
      flood.push(
        intake.enter(from('a'), 1).then(
          (next) => next.leave(),
          (refusal) => {
            expect(refusal).toMatchObject(crowded)
            refused++
          },
        ),
      )
  }
  // Another organization, and another credential of the same one.
  for (const sender of [from('b', 2), from('c')]) {
    fill()
    const next = await intake.enter(sender, 1)
    next.leave()
  }
  expect(refused).toBe(2)
  room.leave()
  await Promise.all(flood)
  expect([intake.heldBytes, intake.waiting, refused]).toEqual([0, 0, 2])
})
