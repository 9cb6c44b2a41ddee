import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A Node to run suites under. */
export interface NodeBinary {
  path: string
  version: string
}

/** This Node, and the machine's own where that is older but still supported by our packages. */
export const nodeBinaries = (): NodeBinary[] => {
  const own = { path: process.execPath, version: process.versions.node }
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  const older = [process.env.npm_node_execpath ?? '', ...onPath]
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => ({ path, version: versionOf(path) }))
    .find(({ version }) => isOlderButSupported(version))
  return older ? [own, older] : [own]
}

const versionOf = (path: string): string =>
  spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim().replace(/^v/, '') ?? ''

const isOlderButSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 24 && (major > 20 || (major === 20 && minor >= 19))
}

/** Whether a runner that needs this major of Node starts under this one. */
export const runsUnder = (oldestMajor: number, { version }: NodeBinary): boolean =>
  oldestMajor <= Number.parseInt(version, 10)
