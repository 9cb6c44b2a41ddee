import { isAbsolute, resolve } from 'node:path'
import type { ModuleGraph } from '@svc/client'
import type { TestModule, TestProject, Vitest } from 'vitest/node'

/** A module as Vite knows it; versions differ in where its code is. */
interface Module {
  file: string | null
  importedModules: ReadonlySet<Module>
  transformResult?: { code: string } | null
  ssrTransformResult?: { code: string } | null
}

/** The modules of each file. */
type Graph = ReadonlyMap<string, ReadonlySet<Module>>

/** What a module loads by other ways than its imports: by a computed name, through Node, in a process or a thread. */
const LOADS_MORE =
  /(?:__vite_ssr_dynamic_import__|__vi_import__|\bimport)\(\s*(?!\s*["'])|\brequire\s*[.(]|createRequire|\bimport(?:Actual|Mock)\b|\bchild_process\b|\bworker_threads\b|\bnode:cluster\b|\bnew Worker\b/

/** The modules of a run, as Vite loaded them for these test files. */
export const graphOf = (vitest: Vitest, tests: readonly TestModule[]): ModuleGraph => {
  const projects = [...new Set(tests.map(({ project }) => project))]
  const graphs = projects.flatMap(graphsIn)
  // They take the place of modules that nothing in a file names.
  const mocks = graphs.flatMap((graph) => loadedIn(graph).filter((file) => file.includes('/__mocks__/')))
  return {
    importsOf(path) {
      const modules = graphs.flatMap((graph) => [...(graph.get(path) ?? [])])
      const loaded = modules.filter((module) => codeOf(module) !== undefined)
      const imported = modules.flatMap(({ importedModules }) => [...importedModules])
      const files = imported.flatMap(({ file }) => file ?? [])
      const own = tests.filter(({ moduleId }) => moduleId === path)
      const setUp = own.flatMap(({ project }) => [...setUpOf(project, vitest), ...mocks])
      return {
        files: [...files, ...setUp],
        // A module without code was named, but no test of the run loaded it. A virtual one may import any file.
        isOpen:
          loaded.length === 0 ||
          loaded.some((module) => LOADS_MORE.test(codeOf(module) ?? '')) ||
          imported.some(({ file }) => !file || file.startsWith('\0')),
      }
    },
    *others() {
      const ofConfig = new Set(projects.flatMap(({ vite }) => vite?.config.configFileDependencies ?? []))
      for (const graph of vitest.projects.flatMap(graphsIn))
        for (const file of loadedIn(graph)) if (!ofConfig.has(file)) yield file
    },
  }
}

const loadedIn = (graph: Graph): string[] =>
  [...graph].flatMap(([file, modules]) =>
    [...modules].some((module) => codeOf(module) !== undefined) ? file : [],
  )

const codeOf = ({ transformResult, ssrTransformResult }: Module): string | undefined =>
  (transformResult ?? ssrTransformResult)?.code

/** Before version 6, Vite has one graph and no environments. An environment of a plugin may have no graph. */
const graphsIn = ({ vite }: TestProject): Graph[] => {
  const { environments, moduleGraph } = (vite ?? {}) as {
    environments?: Record<string, { moduleGraph?: { fileToModulesMap?: Graph } }>
    moduleGraph?: { fileToModulesMap?: Graph }
  }
  const graphs = environments ? Object.values(environments).map((each) => each?.moduleGraph) : [moduleGraph]
  return graphs.flatMap((graph) => graph?.fileToModulesMap ?? [])
}

/** The files that run with each test file of a project. */
const setUpOf = ({ config }: TestProject, vitest: Vitest): string[] =>
  [
    config.setupFiles,
    config.globalSetup,
    vitest.config.globalSetup,
    config.snapshotSerializers,
    config.runner,
    config.environment,
  ]
    .flat()
    .filter((path) => path !== undefined && (isAbsolute(path) || path.startsWith('.')))
    .map((path) => resolve(config.root, path as string).replaceAll('\\', '/'))
