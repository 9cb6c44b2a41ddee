import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { type Config, makePost } from '@svc/client/cli'
import { managerOf } from '@svc/client/package-manager'
import { packageName } from '@svc/protocol'
import { field, parseJson, textField } from '../project/json.ts'
import type { Address } from './managers.ts'

const GET_MS = 30_000
/** Several times the size of the largest package. */
const MOST_BYTES = 8 * 1024 * 1024
/** npm by itself would try for minutes. */
const NPM_LIMITS = ['--fetch-retries=0', '--fetch-timeout=10000']

interface Place {
  /** The folder whose settings say which registry is asked, such as those of `.npmrc`. */
  folder: string
  env: NodeJS.ProcessEnv
  proxy?: Config['proxy']
}

/** The packages in the registry, or why they must come from the server. */
export type Release = { addresses: Address[] } | { why: string }

/**
 * Asks the registry of a project for the packages of a server, through the settings of its package manager. They count
 * only with the server's own bytes: another server's build, or a stranger's package of this name, is never installed.
 */
export const findRelease = async (addresses: Address[], place: Place): Promise<Release> => {
  const found = await Promise.all(addresses.map((address) => findOne(address, place)))
  const why = found.find((each) => 'why' in each)
  return why ?? { addresses: found.filter((each) => 'name' in each) }
}

const findOne = async (address: Address, place: Place): Promise<Address | { why: string }> => {
  const [, release] = /-(\d+\.\d+\.\d+\S*)-[\da-f]+\.tgz$/.exec(address.url) ?? []
  if (release === undefined) return { why: 'it is older and names no version' }
  const id = `${packageName(address.name)}@${release}`
  const answer = await integrityAt(id, place)
  if (typeof answer !== 'string') return answer
  const post = makePost(place.proxy)
  const { status, bytes } = await post(address.url, {}, undefined, GET_MS, 'GET', MOST_BYTES)
  return status === 200 && `sha512-${hash('sha512', bytes, 'base64')}` === answer
    ? { ...address, release }
    : { why: `the registry has another ${id} than this server` }
}

/** The hash that the registry has for a version, or why there is none. */
const integrityAt = async (id: string, place: Place): Promise<string | { why: string }> => {
  const isBerry = managerOf(place.folder) === 'yarn-berry'
  const command = isBerry
    ? ['yarn', 'npm', 'info', id, '--fields', 'dist', '--json']
    : ['npm', 'view', id, 'dist.integrity', '--json', ...NPM_LIMITS]
  const { code, output } = await run(command, place)
  const value = parseJson(output)
  const integrity = isBerry ? textField(value, 'dist', 'integrity') : value
  if (code === 0 && typeof integrity === 'string') return integrity
  // npm prints nothing for a version that a package does not have; Yarn numbers its errors.
  const isAbsent =
    (code === 0 && output.trim() === '') ||
    field(value, 'error', 'code') === 'E404' ||
    /YN0035.*(?:not found|404)/is.test(output)
  return {
    why: isAbsent
      ? `${id} is not in the registry of this project`
      : `${command[0]} could not ask the registry for ${id}`,
  }
}

const run = ([program = '', ...args]: string[], { folder, env }: Place) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      // On Windows, package managers are scripts.
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', () => resolve({ code: null, output }))
    child.once('close', (code) => resolve({ code, output }))
  })
