import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DetectedCi } from '@svc/client/cli'
import { git } from '@svc/test-kit/git'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import { onTestFinished } from 'vitest'
import { gatherSubject, type Question, type Subject } from '../src/doctor/subject.ts'

const workspace = fileURLToPath(new URL('../../..', import.meta.url))

/** Of the packages in the workspace: a release raises it, and no test may fail for that. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Well-formed, of no server. */
export const KEY = 'svc_28pwpFvXuOCuClQJSgvJUKf8mA3ApwedogOvpU3VfJJ2Ausw3'

/** Where packages lie in the workspace; linked as an install would do. */
const PLACES: Record<string, string> = {
  vitest: 'packages/vitest/node_modules/vitest',
  jest: 'packages/jest/node_modules/jest',
  '@playwright/test': 'packages/playwright/node_modules/@playwright/test',
  '@svc/vitest': 'packages/vitest',
  '@svc/jest': 'packages/jest',
  '@svc/playwright': 'packages/playwright',
}

/** A project outside the workspace, removed when the test ends; an object is written as JSON. */
export const makeSetup = (files: Record<string, string | object>, installed: string[] = []): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-doctor-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const name of installed) link(folder, name)
  return folder
}

/** Links a package of the workspace into a project. */
export const link = (folder: string, name: string): void => {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(workspace, PLACES[name] ?? name), path, 'dir')
}

/** A project of Vitest in which everything is as it should be. */
export const goodSetup = (more: Record<string, string | object> = {}): string =>
  makeSetup(
    {
      '.gitignore': 'node_modules\n',
      'package.json': { name: 'shop', devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
      'vitest.config.mjs': "export default { test: { reporters: ['default', '@svc/vitest'] } }\n",
      ...more,
    },
    ['vitest', '@svc/vitest'],
  )

/** Commits everything in a folder, which becomes a repository if it is none. */
export const commitAll = (folder: string, message = 'first'): void => {
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', message)
}

const NO_CI: DetectedCi = { isCI: false, id: null, name: null }

/** What the command would look at; its environment holds nothing but what is given. */
export const subjectOf = (folder: string, more: Partial<Question> = {}): Promise<Subject> => {
  const { env = {}, ...rest } = more
  const { PATH, HOME } = process.env
  return gatherSubject({
    folder,
    detected: NO_CI,
    version: VERSION,
    node: process.versions.node,
    ...rest,
    env: { PATH, HOME, ...env },
  })
}

/** Serves on loopback until the test ends; gives the address. */
export const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  make: (listener: typeof answer) => Server | TlsServer = (listener) => createServer(listener),
): Promise<string> => {
  const { url, close } = await listenOnLoopback(make(answer))
  onTestFinished(close)
  return url
}
