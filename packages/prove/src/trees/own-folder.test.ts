import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeOwnFolder, removeLeftFolders } from './own-folder.ts'

/** A temporary folder; `make` makes a folder in it with this mark, and something inside. */
const makePlace = () => {
  const place = mkdtempSync(join(tmpdir(), 'svc-own-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', place)
  const make = (name: string, owner?: string) => {
    mkdirSync(join(place, name, 't'), { recursive: true })
    if (owner !== undefined) writeFileSync(join(place, name, 'owner'), owner)
    return join(place, name)
  }
  return { place, make, left: () => readdirSync(place).sort() }
}

/** The mark of this process with other values: host, pid namespace, pid and start. */
const markLike = (own: string, { host, namespace, pid, start }: Record<string, string>) => {
  const [ownHost, ownNamespace, ownPid, ownStart] = own.split(' ')
  return [host ?? ownHost, namespace ?? ownNamespace, pid ?? ownPid, start ?? ownStart].join(' ')
}

/** No process of Linux has this id. */
const DEAD = { pid: '4194305' }

test('the folder of a killed process is removed at the next start, and no other', () => {
  const { make, left } = makePlace()
  const mine = basename(makeOwnFolder('trial'))
  const own = readFileSync(join(tmpdir(), mine, 'owner'), 'utf8')
  for (const kind of ['base', 'here', 'run', 'trial']) make(`svc-${kind}-killed`, markLike(own, DEAD))
  make('svc-trial-remote', markLike(own, { ...DEAD, host: 'another-machine' }))
  make('svc-trial-inside', markLike(own, { ...DEAD, namespace: 'pid:[1]' }))
  make('svc-trial-unmark')
  make('svc-trial-broken', 'x')
  make('svc-trial-parent', markLike(own, { pid: '1', start: '-' }))
  make('notes', markLike(own, DEAD))
  make('svc-base-2026q4x', markLike(own, DEAD))
  removeLeftFolders()
  const others = ['svc-trial-remote', 'svc-trial-inside', 'svc-trial-unmark', 'svc-trial-broken']
  expect(left().filter((name) => name !== 'svc-trial-parent')).toEqual(
    [mine, ...others, 'notes', 'svc-base-2026q4x'].sort(),
  )
})

test.runIf(process.platform === 'linux')('a pid that another process has now is that of a dead one', () => {
  const { make, left } = makePlace()
  const mine = basename(makeOwnFolder('base'))
  const own = readFileSync(join(tmpdir(), mine, 'owner'), 'utf8')
  make('svc-base-before', markLike(own, { start: '1' }))
  removeLeftFolders()
  expect(left()).toEqual([mine])
})

test('a link, and the folder of another user, stay', () => {
  const { place, make, left } = makePlace()
  const mine = makeOwnFolder('run')
  const dead = markLike(readFileSync(join(mine, 'owner'), 'utf8'), DEAD)
  const target = make('target', dead)
  symlinkSync(target, join(place, 'svc-run-linked'))
  const isRoot = process.geteuid?.() === 0
  const foreign = make('svc-run-others', dead)
  if (isRoot) chownSync(foreign, 65_534, 65_534)
  removeLeftFolders()
  const kept = isRoot ? ['svc-run-others'] : []
  expect(left()).toEqual([basename(mine), 'svc-run-linked', ...kept, 'target'].sort())
  expect(readdirSync(target).sort()).toEqual(['owner', 't'])
})
