import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ModuleGraph } from '@svc/client'
import type { Test, TestContext } from './jest.ts'

/** What a file loads by other ways than its imports: by a computed name, in a process or a thread. */
const LOADS_MORE =
  /\b(?:require|import|requireActual|requireMock)\s*\(\s*(?!\s*["'])|\brequire\s*\.|createRequire|\bchild_process\b|\bworker_threads\b|\bnode:cluster\b|\bnew Worker\b/

interface Found {
  files: string[]
  isOpen: boolean
}

/** The modules of these test files, as Jest resolves the names in them; `ran` are the test files of the whole run. */
export const graphOf = (tests: readonly Test[], ran: readonly Test[]): ModuleGraph => {
  const contexts = [...new Set(tests.map(({ context }) => context))]
  const known = new Map<string, Found | undefined>()
  const found = (path: string): Found | undefined => {
    if (!known.has(path)) known.set(path, importsIn(contexts, path))
    return known.get(path)
  }
  const setUps = new Map<TestContext, string[]>()
  const setUpFor = (context: TestContext): string[] => {
    const files = setUps.get(context) ?? setUpOf(context)
    setUps.set(context, files)
    return files
  }
  return {
    importsOf(path) {
      const own = found(path)
      const setUp = tests.filter((test) => test.path === path).flatMap(({ context }) => setUpFor(context))
      return own && { files: [...own.files, ...setUp], isOpen: own.isOpen || LOADS_MORE.test(read(path)) }
    },
    *others() {
      const seen = new Set(ran.map(({ path }) => path))
      for (const path of seen) {
        yield path
        for (const file of found(path)?.files ?? []) if (!PACKAGE.test(file)) seen.add(file)
      }
    },
  }
}

const PACKAGE = /[\\/]node_modules[\\/]/

/** What all projects together import; undefined if none of them knows the file. */
const importsIn = (contexts: TestContext[], path: string): Found | undefined => {
  const files = new Set<string>()
  let isKnown = false
  let isOpen = false
  for (const { hasteFS, resolver } of contexts) {
    const names = hasteFS.getDependencies(path)
    if (!names) continue
    isKnown = true
    for (const name of names) {
      if (resolver.isCoreModule(name)) continue
      const module = quietly(() => resolver.resolveModule(path, name))
      // A mock of a package, or what the config maps the name to.
      const mapped = quietly(() => resolver.getMockModule(path, name))
      const own = [module, mapped].flatMap((file) => (file ? [resolve(file)] : []))
      if (own.length === 0) isOpen = true
      for (const file of own) files.add(file)
    }
  }
  // Only code is known; a stylesheet imports nothing.
  return isKnown || !CODE.test(path) ? { files: [...files], isOpen } : undefined
}

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** Jest throws for a name that leads nowhere. */
const quietly = <T>(find: () => T): T | undefined => {
  try {
    return find()
  } catch {
    return undefined
  }
}

const read = (path: string): string => quietly(() => readFileSync(path, 'utf8')) ?? ''

/** The files that run with each test file of a project. Mocks take the place of modules that nothing in a file names. */
const setUpOf = ({ config, hasteFS }: TestContext): string[] =>
  [
    ...hasteFS.matchFiles(/[\\/]__mocks__[\\/]/),
    ...config.setupFiles,
    ...config.setupFilesAfterEnv,
    ...config.snapshotSerializers,
    ...config.transform.map(([, path]) => path),
    config.globalSetup,
    config.testEnvironment,
    config.testRunner,
    config.resolver,
  ].filter((path) => typeof path === 'string')
